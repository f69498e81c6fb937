import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { OutcomeRecord, StoredOutcome } from '#server/engine/engine-store.ts'
import { holdLock } from '#test/engine/held-lock.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import {
  accountOf,
  createBatchWriter,
  createStoreFixture,
  loadEverything,
  type StoreFixture,
} from '#test/engine/store-fixture.ts'

const zeroMs = 1_800_000_000_000
let stage: StoreFixture
let userId: number
before(async () => {
  stage = await createStoreFixture()
  userId = await insertUser(stage.database)
  const { commit } = await createBatchWriter(stage.store)
  await commit({ accounts: [accountOf(userId)] })
})
after(async () => await stage.database.drop())

const closed: StoredOutcome = { kind: 'refused', reason: 'market_closed', figures: { available: '1.50' } }

function outcomeOf(key: string, atMs: number, outcome: StoredOutcome = closed): OutcomeRecord {
  return { userId, key, fingerprint: key.padEnd(64, '0'), outcome, atMs }
}

async function keep(outcomes: readonly OutcomeRecord[]): Promise<void> {
  const { commit } = await createBatchWriter(stage.store)
  assert.equal(await commit({ outcomes }), 'committed')
}

async function found(key: string, sinceMs = 0): Promise<readonly OutcomeRecord[]> {
  return await stage.store.outcomes([{ userId, key }], new Date(sinceMs))
}

it('finds what came of the keys that are asked for, each once, and of nobody else', async () => {
  const outcomes = [outcomeOf('a', zeroMs), outcomeOf('b', zeroMs + 1)]
  await keep([...outcomes, outcomeOf('c', zeroMs)])
  const asked = ['a', 'b', 'a', 'unknown'].map((key) => ({ userId, key }))
  const answers = await stage.store.outcomes([...asked, { userId: userId + 1, key: 'c' }], new Date(0))
  assert.deepEqual(
    answers.toSorted((one, other) => one.atMs - other.atMs),
    outcomes,
  )
  assert.deepEqual(await stage.store.outcomes([], new Date(0)), [])
})

it('answers with nothing that is older than was asked for', async () => {
  const outcome = outcomeOf('old', zeroMs)
  await keep([outcome])
  assert.deepEqual(await found('old', zeroMs), [outcome])
  assert.deepEqual(await found('old', zeroMs + 1), [])
  const loaded = await loadEverything(stage.store, new Date(zeroMs + 1))
  assert.deepEqual(
    loaded.keys.map(({ key }) => key),
    ['b'],
  )
})

it('tells the keys since a moment in the order of time, each chunk from where the last one ended', async () => {
  const laterMs = zeroMs + 1_000_000
  const used = [outcomeOf('n', laterMs), outcomeOf('m', laterMs), outcomeOf('k', laterMs + 1)]
  await keep([...used, outcomeOf('before', laterMs - 1)])
  const since = new Date(laterMs)
  const first = await stage.store.keysSince(since, undefined, 2)
  const rest = await stage.store.keysSince(since, first.at(-1), 2)
  assert.deepEqual(
    [first, rest],
    [
      [
        { userId, key: 'm', atMs: laterMs },
        { userId, key: 'n', atMs: laterMs },
      ],
      [{ userId, key: 'k', atMs: laterMs + 1 }],
    ],
  )
})

it('lets a key be used again: the newest is what it stands for', async () => {
  await keep([outcomeOf('again', zeroMs)])
  const newest = outcomeOf('again', zeroMs + 5, { kind: 'done', orders: [] })
  await keep([{ ...newest, fingerprint: 'e'.repeat(64) }])
  assert.deepEqual(await found('again'), [{ ...newest, fingerprint: 'e'.repeat(64) }])
})

it('forgets the oldest, at most so many, and none that is in use', async () => {
  await keep(['x', 'y', 'z'].map((key, index) => outcomeOf(key, 1000 + index)))
  const inUse = await holdLock(stage.database, `select from command_outcomes where key = 'x' for update`)
  assert.equal(await stage.store.deleteOutcomes(new Date(1002), 1), 1)
  await inUse.letGo()
  assert.deepEqual([(await found('x')).length, (await found('y')).length], [1, 0])
  assert.equal(await stage.store.deleteOutcomes(new Date(1002), 10), 1)
  assert.deepEqual([(await found('x')).length, (await found('z')).length], [0, 1])
})
