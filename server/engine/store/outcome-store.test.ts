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
let fixture: StoreFixture
let userId: number
before(async () => {
  fixture = await createStoreFixture()
  userId = await insertUser(fixture.database)
  const { commit } = await createBatchWriter(fixture.store)
  await commit({ accounts: [accountOf(userId)] })
})
after(async () => await fixture.database.drop())

const closed: StoredOutcome = { kind: 'refused', reason: 'market_closed', figures: { available: '1.50' } }

function outcomeOf(key: string, atMs: number, outcome: StoredOutcome = closed): OutcomeRecord {
  return { userId, key, fingerprint: key.padEnd(64, '0'), outcome, atMs }
}

async function store(outcomes: readonly OutcomeRecord[]): Promise<void> {
  const { commit } = await createBatchWriter(fixture.store)
  assert.equal(await commit({ outcomes }), 'committed')
}

async function found(key: string, sinceMs = 0): Promise<readonly OutcomeRecord[]> {
  return await fixture.store.outcomes([{ userId, key }], new Date(sinceMs))
}

it('the outcomes of the given keys are read once each, and none of other users', async () => {
  const outcomes = [outcomeOf('a', zeroMs), outcomeOf('b', zeroMs + 1)]
  await store([...outcomes, outcomeOf('c', zeroMs)])
  const keys = ['a', 'b', 'a', 'unknown'].map((key) => ({ userId, key }))
  const answers = await fixture.store.outcomes([...keys, { userId: userId + 1, key: 'c' }], new Date(0))
  assert.deepEqual(
    answers.toSorted((one, other) => one.atMs - other.atMs),
    outcomes,
  )
  assert.deepEqual(await fixture.store.outcomes([], new Date(0)), [])
})

it('outcomes older than the given time are not returned', async () => {
  const outcome = outcomeOf('old', zeroMs)
  await store([outcome])
  assert.deepEqual(await found('old', zeroMs), [outcome])
  assert.deepEqual(await found('old', zeroMs + 1), [])
  const loaded = await loadEverything(fixture.store, new Date(zeroMs + 1))
  assert.deepEqual(
    loaded.keys.map(({ key }) => key),
    ['b'],
  )
})

it('keys are listed by time, each chunk from where the last one ended', async () => {
  const laterMs = zeroMs + 1_000_000
  const used = [outcomeOf('n', laterMs), outcomeOf('m', laterMs), outcomeOf('k', laterMs + 1)]
  await store([...used, outcomeOf('before', laterMs - 1)])
  const since = new Date(laterMs)
  const first = await fixture.store.keysSince(since, undefined, 2)
  const rest = await fixture.store.keysSince(since, first.at(-1), 2)
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

it('the outcome of a key that is used again is replaced', async () => {
  await store([outcomeOf('again', zeroMs)])
  const newest = outcomeOf('again', zeroMs + 5, { kind: 'done', orders: [] })
  await store([{ ...newest, fingerprint: 'e'.repeat(64) }])
  assert.deepEqual(await found('again'), [{ ...newest, fingerprint: 'e'.repeat(64) }])
})

it('the oldest outcomes are deleted up to the limit, except locked ones', async () => {
  await store(['x', 'y', 'z'].map((key, index) => outcomeOf(key, 1000 + index)))
  const inUse = await holdLock(fixture.database, `select from command_outcomes where key = 'x' for update`)
  assert.equal(await fixture.store.deleteOutcomes(new Date(1002), 1), 1)
  await inUse.release()
  assert.deepEqual([(await found('x')).length, (await found('y')).length], [1, 0])
  assert.equal(await fixture.store.deleteOutcomes(new Date(1002), 10), 1)
  assert.deepEqual([(await found('x')).length, (await found('z')).length], [0, 1])
})
