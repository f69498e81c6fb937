import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSessionReader } from '#server/accounts/sessions/session-batch-loader.ts'
import type { FoundSession } from '#server/accounts/sessions/sessions-store.ts'
import { hashToken } from '#server/platform/tokens.ts'

function found(token: string, id: number): FoundSession {
  const session = { id, userId: id, isDemo: true, lastSeenAtMs: 0, expiresAtMs: 1 }
  return { tokenHash: hashToken(token), session }
}

/** Reads that are answered by hand, one after the other. */
function heldReader(known: readonly FoundSession[]) {
  const reads: { readonly count: number; readonly answer: (fault?: Error) => void }[] = []
  const read = createSessionReader(
    (hashes) =>
      new Promise((resolve, reject) => {
        const answer = (fault?: Error) =>
          fault === undefined
            ? resolve(known.filter(({ tokenHash }) => hashes.some((hash) => hash.equals(tokenHash))))
            : reject(fault)
        reads.push({ count: hashes.length, answer })
      }),
  )
  return { reads, ask: (token: string) => read(hashToken(token)) }
}

/** As many as are read at the same time, each of nobody. */
function occupy(ask: (token: string) => Promise<unknown>): readonly Promise<unknown>[] {
  return ['1', '2', '3', '4'].map(ask)
}

test('those that come while as many as may be are read are read together, and each hears of its own', async () => {
  const { reads, ask } = heldReader([found('1', 9), found('b', 2), found('c', 3)])
  const [first] = occupy(ask)
  const later = ['b', 'c', 'nobody', 'b'].map(ask)
  assert.deepEqual(
    reads.map(({ count }) => count),
    [1, 1, 1, 1],
  )
  reads[0]?.answer()
  assert.deepEqual(await first, found('1', 9).session)
  assert.equal(reads[4]?.count, 3)
  reads[4]?.answer()
  assert.deepEqual(
    (await Promise.all(later)).map((session) => session?.id),
    [2, 3, undefined, 2],
  )
})

test('one that is never answered keeps nobody else waiting', async () => {
  const { reads, ask } = heldReader([found('b', 2)])
  void ask('a')
  const other = ask('b')
  reads[1]?.answer()
  assert.equal((await other)?.id, 2)
})

test('a fault is heard by those it was read for, and the next are read all the same', async () => {
  const { reads, ask } = heldReader([found('b', 2)])
  const first = ask('a')
  const later = ask('b')
  reads[0]?.answer(new Error('away'))
  await assert.rejects(first, /away/)
  reads[1]?.answer()
  assert.equal((await later)?.id, 2)
})

test('so many are read at once and no more', async () => {
  const { reads, ask } = heldReader([])
  const asked = [...occupy(ask), ...Array.from({ length: 601 }, (_, at) => ask(`token ${at}`))]
  for (let at = 0; at < 6; at += 1) {
    reads[at]?.answer()
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(asked)
  assert.deepEqual(
    reads.map(({ count }) => count),
    [1, 1, 1, 1, 500, 101],
  )
})
