// A trading day in PostgreSQL, as the engine wrote it. Tests tamper with it and restore it.

import { Client, type Pool, type PoolClient } from 'pg'
import type { AccountRecord, BatchRecords } from '#server/engine/engine-store.ts'
import { type JournalHead, type Report, verify } from '#server/verify/verify.ts'
import { connectWithCallback } from '#test/connect-with-callback.ts'
import type { TestDatabase } from '#test/database.ts'
import { createStoreFixture } from '#test/engine/store-fixture.ts'
import { runTradingDay } from '#test/trading-day/trading-day.ts'

/** A day with movements in every state, orders in every status, and notices. */
const defaultSeed = 137

const tables = [
  'engine_leases',
  'journal',
  'trading_accounts',
  'house_balances',
  'orders',
  'transfers',
  'movements',
  'margin_notices',
  'command_outcomes',
  'clock_corrections',
]

export type Query = (
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** `sessions` are all database sessions opened so far, in order. */
type OnStatement = (statement: string, sessions: readonly PoolClient[]) => Promise<void>

type CheckpointParts = Pick<
  Parameters<typeof verify>[0],
  'from' | 'onClean' | 'expected' | 'heads' | 'recordedMs'
>

export type History = {
  /** All batches of the day. */
  readonly batches: readonly BatchRecords[]
  readonly database: TestDatabase
  /** Writes the remaining batches up to this one. */
  readonly writeTo: (seq: number) => Promise<void>
  /** `rules` overrides the current version of the trading rules. */
  readonly verify: (expected?: JournalHead, rules?: number) => Promise<Report>
  /** Verifies from a checkpoint, or to one, or with recorded heads. */
  readonly verifyWith: (parts: CheckpointParts) => Promise<Report>
  /** Verifies and returns the statements sent in each session. `onStatement` runs before each of them. */
  readonly recordStatements: (onStatement?: OnStatement) => Promise<{
    readonly statements: readonly (readonly string[])[]
    readonly report: Report
  }>
  /** Changes the tables as their owner, without triggers; verifies; restores the tables. */
  readonly tampered: (tamper: (query: Query) => Promise<unknown>, expected?: JournalHead) => Promise<Report>
  /** Like `tampered`, but runs `work` instead of verifying. */
  readonly whileTampered: <Result>(
    tamper: (query: Query) => Promise<unknown>,
    work: () => Promise<Result>,
  ) => Promise<Result>
  readonly drop: () => Promise<void>
}

/** All batches of a trading day. */
export async function batchesOfDay(seed = defaultSeed): Promise<readonly BatchRecords[]> {
  const batches: BatchRecords[] = []
  await runTradingDay({ seed, onWritten: (batch) => void batches.push(batch) })
  return batches
}

/** `given` replaces the batches of the trading day. */
export async function openHistory(given?: readonly BatchRecords[]): Promise<History> {
  const batches = given ?? (await batchesOfDay())
  const { database, store } = await createStoreFixture()
  await insertDayUsers(database, batches)
  const lease = await store.takeLease('day', undefined)
  if (lease === undefined) throw new Error('the lease of a new database must be free')
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const endMs = Math.max(...batches.map(({ atMs }) => atMs))
  const clock = { now: () => endMs, elapsed: () => 0 }
  const restoring = await restoringStatements(owner)
  let written = 0

  const history: History = {
    batches,
    database,
    async writeTo(seq) {
      for (const batch of batches.slice(written, seq)) await store.commit(lease, batch)
      written = seq
      await owner.query(keeping)
    },
    verify: async (expected, rules) => await verify({ pool: database.pool, clock, expected, rules }),
    verifyWith: async (parts) => await verify({ pool: database.pool, clock, ...parts }),
    async recordStatements(onStatement) {
      const statements: string[][] = []
      const sessions: PoolClient[] = []
      const connect = async () => {
        const client = await database.pool.connect()
        sessions.push(client)
        const own: string[] = []
        statements.push(own)
        const query = async (sql: string, values?: unknown[]) => {
          own.push(sql)
          await onStatement?.(sql, sessions)
          return await client.query(sql, values)
        }
        const [on, off] = [client.on.bind(client), client.off.bind(client)]
        return { query, on, off, release: () => client.release(true) }
      }
      const report = await verify({ pool: { connect: connectWithCallback(connect) } as Pool, clock })
      return { statements, report }
    },
    tampered: async (tamper, expected) =>
      await history.whileTampered(tamper, async () => await history.verify(expected)),
    async whileTampered(tamper, work) {
      try {
        await tamper(async (sql, values = []) => (await owner.query(sql, [...values])).rows)
        return await work()
      } finally {
        await owner.query(restoring)
      }
    },
    async drop() {
      await owner.end()
      await database.drop()
    },
  }
  return history
}

const keeping = tables
  .map((table) => `drop table if exists kept_${table}; create table kept_${table} as table ${table};`)
  .join('\n')

async function restoringStatements(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ table_name: string; columns: string }>(
    `select table_name, string_agg(column_name, ', ' order by ordinal_position) as columns
     from information_schema.columns where table_name = any($1) and is_generated = 'NEVER' group by table_name`,
    [tables],
  )
  return rows
    .map(
      ({ table_name: table, columns }) =>
        `delete from ${table}; insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table};`,
    )
    .join('\n')
}

/** Inserts the owners of all accounts in these batches. */
export async function insertDayUsers(
  database: TestDatabase,
  batches: readonly BatchRecords[],
): Promise<void> {
  const accounts = new Map(
    batches.flatMap((batch) => batch.accounts).map((account) => [account.userId, account]),
  )
  const users: readonly AccountRecord[] = [...accounts.values()]
  await database.query(
    `insert into users (id, uid, is_demo, email, password_hash, invite_code, demo_key, created_at)
     overriding system value
     select id, (40000000 + id)::text, is_demo, case when not is_demo then 'day' || id || '@example.com' end,
            case when not is_demo then 'none' end,
            case when not is_demo then translate(lpad(id::text, 8, '0'), '0123456789', 'ABCDEFGHJK') end,
            case when is_demo then sha256(id::text::bytea) end, now()
     from unnest($1::bigint[], $2::boolean[]) as given (id, is_demo)`,
    [users.map(({ userId }) => userId), users.map(({ book }) => book === 'demo')],
  )
}
