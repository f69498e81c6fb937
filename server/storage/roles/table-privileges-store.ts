// The tables of money, orders and the audit chain are written by the engine or by triggers only.
import { type Client, escapeIdentifier } from 'pg'
import { groupRoles } from '#server/storage/roles/role-names.ts'

/** Tables that only the engine writes. */
export const engineTables = [
  'engine_leases',
  'journal',
  'trading_accounts',
  'house_balances',
  'orders',
  'transfers',
  'movements',
  'margin_notices',
  'account_freezes',
  'command_outcomes',
] as const

/** Tables that only a trigger writes, with the rights of the owner. */
export const auditTables = ['audit_chain', 'audit_head'] as const

const everyone = 'public'

/** Who may not write which tables. What everyone may do, the application may as well. */
const readers: readonly (readonly [string, readonly string[]])[] = [
  [everyone, [...engineTables, ...auditTables]],
  [groupRoles.app, [...engineTables, ...auditTables]],
  [groupRoles.engine, auditTables],
]

/** Default privileges may have granted new tables when a migration created them. Returns what could not be revoked. */
export async function revokeWrites(owner: Client): Promise<string[]> {
  for (const [role, tables] of readers)
    for (const table of await writableBy(owner, role, tables))
      await owner.query(
        `revoke insert, update, delete, truncate, references, trigger on table public.${escapeIdentifier(table)}
         from ${role} cascade`,
      )
  const left: string[] = []
  for (const [role, tables] of readers)
    for (const table of await writableBy(owner, role, tables))
      left.push(`${role} may write the table ${table}`)
  return left
}

async function writableBy(owner: Client, role: string, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ table: string }>(
    `select relname::text as "table" from pg_class
     where relnamespace = 'public'::regnamespace and relname = any($2) and (
       has_table_privilege($1, oid, 'insert, update, delete, truncate, references, trigger')
       or has_any_column_privilege($1, oid, 'insert, update, references')
     ) order by relname`,
    [role, tables],
  )
  return rows.map(({ table }) => table)
}
