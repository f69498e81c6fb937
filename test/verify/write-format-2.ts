// Writes the fixture format-2, as its section in fixtures/README.md says. Repeatable: the same code writes the same rows.
import { Client } from 'pg'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import { allocateSequenceBlock, sourceIdOf, storeLastQuotes } from '#server/market-data/quote-store.ts'
import { verify } from '#server/verify/verify.ts'
import type { TestDatabase } from '#test/database.ts'
import { createStoreFixture } from '#test/engine/store-fixture.ts'
import { dumpFixture } from '#test/verify/dump-fixture.ts'
import { daySource, dayStartMs, operatorId, runFormat2Day } from '#test/verify/format-2-day.ts'
import { insertDayUsers, type Query } from '#test/verify/history.ts'
import { entriesOf, rehash, rewritePage } from '#test/verify/rewrite-journal.ts'

const batches = await runFormat2Day()
const { database, store } = await createStoreFixture()
try {
  await insertDayUsers(database, batches)
  await insertOperator(database)
  const lease = await store.takeLease('day', undefined)
  if (lease === undefined) throw new Error('the lease of a new database must be free')
  for (const batch of batches) await store.commit(lease, batch)
  await insertQuote(database)
  await asOwner(database, dropTimesOfFirstLift)
  await asOwner(database, fixTimes)
  const clock = { now: () => endOf(batches), elapsed: () => 0 }
  const { findings, last } = await verify({ pool: database.pool, clock })
  if (findings.length > 0) throw new Error(JSON.stringify(findings))
  const bytes = await dumpFixture(database, 'format-2')
  process.stdout.write(`${bytes} bytes, last batch ${last?.seq}:${last?.hash}, ends at ${clock.now()}\n`)
} finally {
  await database.drop()
}

function endOf(all: readonly BatchRecords[]): number {
  return Math.max(...all.map(({ atMs }) => atMs))
}

async function asOwner({ url }: TestDatabase, work: (query: Query) => Promise<void>): Promise<void> {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await work(async (sql, values = []) => (await owner.query(sql, [...values])).rows)
  await owner.end()
}

async function insertOperator({ query }: TestDatabase): Promise<void> {
  await query(
    `insert into operators (id, email, password_hash, role, created_at) overriding system value
     values ($1, 'owner@example.com', 'none', 'owner', $2)`,
    [operatorId, new Date(dayStartMs)],
  )
}

/** The last quote of the day, so that an engine can continue it. */
async function insertQuote({ pool }: TestDatabase): Promise<void> {
  const sourceId = await sourceIdOf(pool, daySource)
  const entries = batches.flatMap(({ packed }) => entriesOf(packed))
  const quotes = entries.flatMap(({ board }) => Object.values(board.markets).map(({ quote }) => quote))
  const last = quotes.filter((quote) => quote !== undefined).toSorted((one, other) => one.seq - other.seq)
  const quote = last.at(-1)
  if (quote === undefined) throw new Error('the day has no quote')
  await storeLastQuotes(pool, [{ sourceId, quote }])
  await allocateSequenceBlock(pool, quote.seq)
}

/** Makes the first lift what it was before lifts named a freeze. */
async function dropTimesOfFirstLift(query: Query): Promise<void> {
  const rows = await query('select seq, packed from journal order by seq')
  const isLift = ({ command }: { command: { kind: string } }) => command.kind === 'lift_freeze'
  const first = rows.find(({ packed }) => entriesOf(packed).some(isLift))
  await rewritePage(query, Number(first?.['seq']), (page) => ({
    ...page,
    entries: page.entries.map((text) => text.replaceAll(/,"(frozenAtMs|frozenSinceMs)":\d+/g, '')),
  }))
  await rehash(query)
}

/** Replaces the times that the database's clock has set. */
async function fixTimes(query: Query): Promise<void> {
  const at = new Date(dayStartMs)
  await query('update users set created_at = $1', [at])
  await query('update engine_leases set taken_at = $1', [at])
  await query('update migrations set applied_at = $1', [at])
}
