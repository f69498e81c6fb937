import type { Pool } from 'pg'
import { recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/storage/storage.ts'

/** Says that some setting changed; whoever hears it reads the table again. */
export const settingsChannel = 'settings_changed'

export async function readStoredSettings(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const answer = await pool.query<{ key: string; value: string }>('select key, value from settings')
  return new Map(answer.rows.map(({ key, value }) => [key, value]))
}

export type StoredChange = {
  readonly key: string
  readonly value: string
  /** What holds while the table has no row for the key. */
  readonly defaultValue: string
  readonly who: string
  readonly operator: ChangedBy | undefined
}

/** The operator who did it at the desk, for the audit log; without one it was done at the command line. */
export type ChangedBy = { readonly operatorId: number; readonly email: string; readonly address: string }

/** The row and its audit are one transaction. Gives the value it replaced; the same one means nothing was written. */
export async function storeSetting(pool: Pool, change: StoredChange): Promise<string> {
  const { key, value, defaultValue, who, operator } = change
  return await inTransaction(pool, async (client) => {
    // One change at a time, so that each audited old value is the new value before it.
    await client.query('lock table settings in share row exclusive mode')
    const found = await client.query<{ value: string }>('select value from settings where key = $1', [key])
    const old = found.rows[0]?.value ?? defaultValue
    if (old === value) return old
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
      details: { from: beginning(old), to: beginning(value) },
      address: operator?.address ?? '',
    })
    await client.query('select pg_notify($1, $2)', [settingsChannel, key])
    return old
  })
}

const longestTold = 1000

/** An entry of the audit log has little room; the whole of it stands in the history of the settings. */
function beginning(value: string): string {
  return value.slice(0, longestTold).toWellFormed()
}
