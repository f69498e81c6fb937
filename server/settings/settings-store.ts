import type { Pool, PoolClient } from 'pg'
import { recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/storage/storage.ts'

/** NOTIFY channel. Listeners read the whole table again. */
export const settingsChannel = 'settings_changed'

export async function readStoredSettings(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const answer = await pool.query<{ key: string; value: string }>('select key, value from settings')
  return new Map(answer.rows.map(({ key, value }) => [key, value]))
}

export type StoredChange = {
  readonly key: string
  readonly value: string
  /** The old value if the table has no row for the key. */
  readonly defaultValue: string
  readonly who: string
  readonly operator: ChangedBy | undefined
}

/** The operator at the console, for the audit log. Changes by command line have none. */
export type ChangedBy = { readonly operatorId: number; readonly email: string; readonly address: string }

/** `not_allowed`: nothing is written, because of the old value. */
export type Stored = { readonly kind: 'stored' | 'not_allowed'; readonly old: string }

/**
 * Writes the value and its audit entry in one transaction. Writes nothing if the old value equals the new one. `allows`
 * is asked with the old value, which no other transaction can change meanwhile.
 */
export async function storeSetting(
  pool: Pool,
  change: StoredChange,
  allows?: (old: string) => boolean,
): Promise<Stored> {
  return await inTransaction(pool, async (client) => await storeSettingIn(client, change, allows))
}

/** In the caller's transaction. */
export async function storeSettingIn(
  client: PoolClient,
  change: StoredChange,
  allows: (old: string) => boolean = () => true,
): Promise<Stored> {
  const { key, value, defaultValue, who, operator } = change
  // Serialises changes, so that each audited old value equals the previous new value.
  await client.query('lock table settings in share row exclusive mode')
  const found = await client.query<{ value: string }>('select value from settings where key = $1', [key])
  const old = found.rows[0]?.value ?? defaultValue
  if (!allows(old)) return { kind: 'not_allowed', old }
  if (old === value) return { kind: 'stored', old }
  await client.query(
    `insert into settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value`,
    [key, value],
  )
  await client.query(
    `insert into setting_changes (key, old_value, new_value, changed_by) values ($1, $2, $3, $4)`,
    [key, old, value, who],
  )
  await recordAudit(client, {
    operatorId: operator?.operatorId,
    who: operator?.email ?? who,
    action: 'setting_changed',
    subject: `setting:${key}`,
    details: { from: truncate(old), to: truncate(value) },
    address: operator?.address ?? '',
  })
  await client.query('select pg_notify($1, $2)', [settingsChannel, key])
  return { kind: 'stored', old }
}

const maxAuditedLength = 1000

/** Audit details are limited to 8 KiB. `setting_changes` keeps the full values. */
function truncate(value: string): string {
  return value.slice(0, maxAuditedLength).toWellFormed()
}
