import { createHash } from 'node:crypto'

/** The roles that hold the privileges. They own nothing and cannot log in; all Openlot databases of a cluster share them. */
export const groupRoles = { app: 'openlot_app', engine: 'openlot_engine' } as const

export type LoginKind = keyof typeof groupRoles

export const loginKinds = ['app', 'engine'] as const satisfies readonly LoginKind[]

/** PostgreSQL's limit for the name of a role. */
const maxNameBytes = 63

/** PostgreSQL keeps these names of roles for itself, but not these names of databases. */
const reservedPrefix = 'pg_'

/**
 * Roles belong to the whole cluster, so each database has logins of its own. A long name is cut and gets a hash; a
 * reserved one gets a prefix and a hash.
 */
export function loginName(database: string, kind: LoginKind): string {
  const suffix = `_${kind}_login`
  const isReserved = database.startsWith(reservedPrefix)
  if (!isReserved && Buffer.byteLength(database + suffix) <= maxNameBytes) return database + suffix
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 12)
  const end = `_${hash}${suffix}`
  return `${firstBytes(isReserved ? `db_${database}` : database, maxNameBytes - end.length)}${end}`
}

/** The longest start of the text that fits, without cutting a character. */
function firstBytes(text: string, maxBytes: number): string {
  let start = ''
  for (const character of text) {
    if (Buffer.byteLength(start + character) > maxBytes) break
    start += character
  }
  return start
}
