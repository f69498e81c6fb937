import { Pool, type PoolConfig, types } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { type DatabaseAddress, withOption } from '#server/storage/database-connection.ts'
import { errorInfo } from '#server/storage/error-info.ts'

const timeouts: PoolConfig = {
  connectionTimeoutMillis: 5000,
  idleTimeoutMillis: 30_000,
  // The server's timeout comes first; the client's is for a server that no longer answers.
  statement_timeout: 10_000,
  query_timeout: 12_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 10_000,
}

type PoolOptions = PoolConfig &
  Required<Pick<PoolConfig, 'max' | 'application_name'>> & { readonly startOptions?: string }

const appConnections: PoolOptions = { max: 12, application_name: 'openlot' }
/**
 * An index exists for every statement of the engine. Without this setting, a plan cached while a table was nearly empty
 * would scan the growing table with every batch.
 */
const engineConnections: PoolOptions = {
  max: 4,
  application_name: 'openlot engine',
  startOptions: '-c enable_seqscan=off',
  // A connection that no longer answers delays every order until the engine gives it up and recovers.
  connectionTimeoutMillis: 3000,
  statement_timeout: 2500,
  query_timeout: 3000,
  lock_timeout: 2500,
}

/** Connections of the application. Their login owns nothing and cannot write the tables of the engine. */
export function createAppPool(address: DatabaseAddress, log: Log): Pool {
  return createPool(address, log, appConnections)
}

/** Connections of the engine, with a login of its own. A separate pool, so that it never waits behind readers. */
export function createEnginePool(address: DatabaseAddress, log: Log): Pool {
  return createPool(address, log, engineConnections)
}

function createPool(address: DatabaseAddress, log: Log, { startOptions, ...options }: PoolOptions): Pool {
  const pool = new Pool({ ...loginConfig(address, startOptions), ...timeouts, ...options, keepAlive: true })
  // Reports idle connections that the server closes; without a listener the process would exit. Only the message is
  // logged, because the driver's error object contains the whole connection with its keys.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ fault: errorInfo(error).message }, 'a database connection was lost')
  })
  return pool
}

/** Connection settings of a login, with the parsing of `bigint`. */
export function loginConfig(address: DatabaseAddress, startOptions = ''): PoolConfig {
  const config = startOptions === '' ? address.config : withOption(address, startOptions)
  return { ...config, types: { getTypeParser } }
}

const bigintOid = 20

/** Reads `bigint` as a number. A value that is not a safe integer throws and must be selected as text. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigintOid && format !== 'binary' ? readBigint : types.getTypeParser(oid, format)

function readBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} is not a safe integer: select it as text`)
  return value
}
