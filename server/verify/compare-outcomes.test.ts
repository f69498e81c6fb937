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
    row: { userId: 1, timeMs: startMs + timeMs, outcome: refused, mustBeKept: true },
  }
}

async function keepAt(key: string, timeMs: number): Promise<void> {
  await database.query(
    `insert into command_outcomes (user_id, key, fingerprint, outcome, at) values (1, $1, repeat('a', 64), $2, $3)`,
    [key, refused, new Date(startMs + timeMs)],
  )
}

/** Batches of a running server: what is kept of one may come only after that of another was read. */
async function compared(
  batches: readonly (readonly [keptBefore: readonly number[], answers: readonly number[]])[],
) {
  await database.query('delete from command_outcomes')
  const findings = createFindings()
  const sinceMs = startMs - 1
  const check = createOutcomeCheck(findings, { sinceMs, mustBeThereSinceMs: () => sinceMs })
  const client = await database.pool.connect()
  try {
    for (const [index, [kept, answers]] of batches.entries()) {
      for (const timeMs of kept) await keepAt(`${9 - index} ${timeMs}`, timeMs)
      await check.compare(client, answers.map(answerAt))
    }
    await check.finish(client)
  } finally {
    client.release()
  }
  return { found: findings.first().map(({ kind }) => kind), count: check.count() }
}

test('each answer has its row', async () => {
  const result = await compared([
    [
      [10, 20],
      [10, 20],
    ],
    [[30], [30]],
  ])
  assert.deepEqual(result, { found: [], count: 3 })
})

test('batches that share a millisecond are told apart, though the second was not there yet', async () => {
  const result = await compared([
    [
      [10, 20],
      [10, 20],
    ],
    [[20], [20]],
  ])
  assert.deepEqual(result, { found: [], count: 3 })
})

test('the first millisecond of the day is looked at like any other', async () => {
  const result = await compared([
    [
      [-1, 10],
      [-1, 10],
    ],
  ])
  assert.deepEqual(result, { found: [], count: 2 })
})

test('a clock that was put back hides nothing', async () => {
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

test('a row too few and a row too many are found, at the end too', async () => {
  const result = await compared([
    [
      [10, 20],
      [10, 15],
    ],
    [[30, 40], [30]],
  ])
  assert.deepEqual(result, { found: ['missing_row', 'extra_row', 'extra_row'], count: 2 })
})

test('rows between two milliseconds are nobody’s, each once, however many', async () => {
  await database.query('delete from command_outcomes')
  await database.query(
    `insert into command_outcomes (user_id, key, fingerprint, outcome, at)
     select 1, nth, repeat('a', 64), $1, $2::timestamptz + interval '456 microseconds' from generate_series(1, 4500) nth`,
    [refused, new Date(startMs)],
  )
  const findings = createFindings()
  const check = createOutcomeCheck(findings, { sinceMs: startMs, mustBeThereSinceMs: () => startMs })
  const client = await database.pool.connect()
  try {
    await check.finish(client)
  } finally {
    client.release()
  }
  assert.deepEqual([...findings.counts()], [['extra_row', 4500]])
})
