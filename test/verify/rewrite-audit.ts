// Changes the audit log like an attacker who owns the database.
import { auditChainStart, auditHash, readAuditChain } from '#server/audit/audit.ts'
import { type TestDatabase, withOwner } from '#test/database.ts'
import type { Query } from '#test/verify/history.ts'

const tables = ['audit_entries', 'audit_chain', 'audit_head']

/** Changes the tables as their owner, without triggers; runs `work`; restores the tables. */
export async function whileAuditRewritten<Result>(
  { url }: TestDatabase,
  rewrite: (query: Query) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  return await withOwner(url, async (owner) => {
    await owner.query('set session_replication_role = replica')
    for (const table of tables) await owner.query(`create temp table kept_${table} as table ${table}`)
    try {
      await rewrite(async (sql, values = []) => (await owner.query(sql, [...values])).rows)
      return await work()
    } finally {
      for (const table of tables)
        await owner.query(
          `delete from ${table}; insert into ${table} overriding system value select * from kept_${table}`,
        )
    }
  })
}

/** Recomputes all hashes of the chain, including that of the head. */
export async function rehashAudit(query: Query, { pool }: TestDatabase): Promise<void> {
  let hash: Buffer = auditChainStart
  let position = 0
  const client = await pool.connect()
  try {
    for (;;) {
      const rows = await readAuditChain(client, position)
      if (rows.length === 0) break
      for (const { entry, ...row } of rows) {
        if (!entry) throw new Error('an entry is missing or too large')
        position = row.position
        hash = auditHash(hash, entry)
        await query('update audit_chain set hash = $2 where position = $1', [position, hash])
      }
    }
  } finally {
    client.release()
  }
  await query('update audit_head set position = $1, hash = $2', [position, hash])
}
