// Two operators of one owner count as one person for seven days, and two people weaken a setting that protects money.
// Fixtures prepare both in the database.
import assert from 'node:assert/strict'
import { type ClientConfig, Pool } from 'pg'
import { createLog } from '#server/platform/log.ts'
import { createSettings, type SettingKey } from '#server/settings/settings.ts'

/** Moves all ties eight days back, so that any two of the operators count as two people. Runs as the owner. */
export async function ageTies(query: (sql: string) => Promise<unknown>): Promise<void> {
  // One text is one transaction, so the trigger is never off for others.
  await query(`
    alter table operator_ties disable trigger append_only;
    update operator_ties set at = at - interval '8 days';
    alter table operator_ties enable trigger append_only`)
}

/** As at the command line. A running server reads the new values shortly afterwards. */
export async function storeSettings(
  database: ClientConfig,
  values: Readonly<Partial<Record<SettingKey, string>>>,
): Promise<void> {
  const pool = new Pool({ ...database, max: 1 })
  const settings = await createSettings({ pool, listen: async () => () => {}, log: createLog('silent') })
  try {
    for (const [key, value] of Object.entries(values)) {
      const change = await settings.change(key, value, 'cli:test')
      assert.notEqual(change.kind, 'refused', JSON.stringify(change))
    }
  } finally {
    settings.stop()
    await pool.end()
  }
}
