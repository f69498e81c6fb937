import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createOutcomeCheck } from '#server/verify/compare-outcomes.ts'
import { createFindings } from '#server/verify/findings.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const refused = { kind: 'refused', reason: 'market_closed' } as const
const startMs = 1_800_000_000_000

let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})

after(() => database.drop())

function answerAt(timeMs: number) {
  return {
    at: { seq: 1, entry: 1 },
    row: { userId: 1, timeMs: startMs + timeMs, outcome: refused, isRequired: true },
  }
}

async function keepAt(key: string, timeMs: number): Promise<void> {
  await database.query(
    `insert into command_outcomes (user_id, key, fingerprint, outcome, at) values (1, $1, repeat('a', 64), $2, $3)`,
    [key, refused, new Date(startMs + timeMs)],
  )
}

/**
 * Compares batches as if the server were running: each stores its rows only after the batches before it were compared.
 */
async function compared(
  batches: readonly (readonly [keptBefore: readonly number[], outcomes: readonly number[]])[],
) {
  await database.query('delete from command_outcomes')
  const findings = createFindings()
  const sinceMs = startMs - 1
  const check = createOutcomeCheck(findings, { sinceMs, requiredSinceMs: () => sinceMs })
  const client = await database.pool.connect()
  try {
    for (const [index, [kept, outcomes]] of batches.entries()) {
      for (const timeMs of kept) await keepAt(`${9 - index} ${timeMs}`, timeMs)
      await check.compare(client, outcomes.map(answerAt))
    }
    await check.finish(client)
  } finally {
    client.release()
  }
  return { found: findings.first().map(({ kind }) => kind), count: check.count() }
}

test('nothing is found if every outcome has its row', async () => {
  const result = await compared([
    [
      [10, 20],
      [10, 20],
    ],
    [[30], [30]],
  ])
  assert.deepEqual(result, { found: [], count: 3 })
})

test('two batches of one millisecond match, even if the second is written after the first was compared', async () => {
  const result = await compared([
    [
      [10, 20],
      [10, 20],
    ],
    [[20], [20]],
  ])
  assert.deepEqual(result, { found: [], count: 3 })
})

test('the first millisecond of the retained day is compared', async () => {
  const result = await compared([
    [
      [-1, 10],
      [-1, 10],
    ],
  ])
  assert.deepEqual(result, { found: [], count: 2 })
})

test('every row matches after the clock was set back', async () => {
  const result = await compared([
    [
      [100, 200],
      [100, 200],
    ],
    [
      [50, 300],
      [50, 300],
    ],
  ])
  assert.deepEqual(result, { found: [], count: 4 })
})

test('60,000 outcomes after the correction of a clock that was ahead by days match', async () => {
  await database.query('delete from command_outcomes')
  const aheadMs = 3 * 86_400_000
  for (const [fromMs, count] of [
    [startMs, 60_000],
    [startMs + aheadMs, 10],
  ])
    await database.query(
      `insert into command_outcomes (user_id, key, fingerprint, outcome, at)
       select 1, $2::bigint + nth, repeat('a', 64), $1, to_timestamp(($2::float8 + nth) / 1000)
       from generate_series(1, $3::integer) nth`,
      [refused, fromMs, count],
    )
  await keepAt('unexpected', aheadMs / 2)
  const findings = createFindings()
  const check = createOutcomeCheck(findings, { sinceMs: startMs, requiredSinceMs: () => startMs })
  const client = await database.pool.connect()
  const answers = (fromMs: number, count: number) =>
    Array.from({ length: count }, (_, index) => answerAt(fromMs + index + 1))
  try {
    await check.compare(client, answers(aheadMs, 10))
    for (let fromMs = 0; fromMs < 60_000; fromMs += 4000) await check.compare(client, answers(fromMs, 4000))
    await check.finish(client)
  } finally {
    client.release()
  }
  assert.deepEqual([findings.first().map(({ row }) => row), check.count()], [['unexpected'], 60_010])
})

test('missing and unexpected rows are reported, even in the last batch', async () => {
  const result = await compared([
    [
      [10, 20],
      [10, 15],
    ],
    [[30, 40], [30]],
  ])
  assert.deepEqual(result, { found: ['missing_row', 'extra_row', 'extra_row'], count: 2 })
})

test('each of 4,500 rows at the same fraction of a millisecond is reported once', async () => {
  await database.query('delete from command_outcomes')
  await database.query(
    `insert into command_outcomes (user_id, key, fingerprint, outcome, at)
     select 1, nth, repeat('a', 64), $1, $2::timestamptz + interval '456 microseconds' from generate_series(1, 4500) nth`,
    [refused, new Date(startMs)],
  )
  const findings = createFindings()
  const check = createOutcomeCheck(findings, { sinceMs: startMs, requiredSinceMs: () => startMs })
  const client = await database.pool.connect()
  try {
    await check.finish(client)
  } finally {
    client.release()
  }
  assert.deepEqual([...findings.counts()], [['extra_row', 4500]])
})
