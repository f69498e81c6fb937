import { Pool, type PoolConfig, types } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { type DatabaseAddress, withOption } from '#server/storage/database-connection.ts'
import { faultOf } from '#server/storage/error-info.ts'
import { appRole } from '#server/storage/prepare-database-store.ts'

const bounds: PoolConfig = {
  connectionTimeoutMillis: 5000,
  idleTimeoutMillis: 30_000,
  // The server gives up first; the client's own limit is for a server that no longer answers at all.
  statement_timeout: 10_000,
  query_timeout: 12_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 10_000,
}

type Sessions = Required<Pick<PoolConfig, 'max' | 'application_name'>> & { readonly planning?: string }

const forEverybody: Sessions = { max: 10, application_name: 'openlot' }
/**
 * What it writes it finds by index, always. A plan is kept, and one that was made while a table was nearly empty would go through
 * all of it until the database notices that it has grown, with every batch.
 */
const forTheEngine: Sessions = {
  max: 4,
  application_name: 'openlot engine',
  planning: '-c enable_seqscan=off',
}

/** The application's sessions. They start in a role that owns nothing, so no query can change the schema or the past. */
export function createAppPool(address: DatabaseAddress, log: Log): Pool {
  return createPool(address, log, forEverybody)
}

/** The same for the one writer of money: however much is read, it never waits for a session behind the readers. */
export function createEnginePool(address: DatabaseAddress, log: Log): Pool {
  return createPool(address, log, forTheEngine)
}

function createPool(address: DatabaseAddress, log: Log, { planning, ...sessions }: Sessions): Pool {
  const pool = new Pool({ ...appConfig(address, planning), ...bounds, ...sessions, keepAlive: true })
  // An idle session that the server ends is reported here; without a listener it would end the process. Only the
  // words are logged: the driver's error carries the whole session, its keys included.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ fault: faultOf(error).message }, 'a database session was lost')
  })
  return pool
}

/** What any session of the application starts with. */
export function appConfig(address: DatabaseAddress, planning = ''): PoolConfig {
  return { ...withOption(address, `-c role=${appRole} ${planning}`.trim()), types: { getTypeParser } }
}

const bigintOid = 20

/** Money and ids are `bigint` in the database and safe integers here; a larger one has to be read as text. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid && format !== 'binary' ? readBigint : types.getTypeParser(oid, format)

function readBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} is not a safe integer: select it as text`)
  return value
}
