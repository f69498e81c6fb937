import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashToken } from '#server/platform/tokens.ts'
import { createSessionBatchLoader } from '#server/users/sessions/session-batch-loader.ts'
import type { FoundSession } from '#server/users/sessions/sessions-store.ts'

function found(token: string, id: number): FoundSession {
  const session = { id, userId: id, isDemo: true, lastSeenAtMs: 0, expiresAtMs: 1 }
  return { tokenHash: hashToken(token), session }
}

/** A loader whose reads the test answers one by one. */
function manualLoader(known: readonly FoundSession[]) {
  const reads: { readonly count: number; readonly answer: (fault?: Error) => void }[] = []
  const read = createSessionBatchLoader(
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

/** Starts the maximum number of concurrent reads, for unknown tokens. */
function occupy(ask: (token: string) => Promise<unknown>): readonly Promise<unknown>[] {
  return ['1', '2', '3', '4'].map(ask)
}

test('tokens that arrive while four reads run are batched, and each gets its own session', async () => {
  const { reads, ask } = manualLoader([found('1', 9), found('b', 2), found('c', 3)])
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

test('a read that never finishes does not block other tokens', async () => {
  const { reads, ask } = manualLoader([found('b', 2)])
  void ask('a')
  const other = ask('b')
  reads[1]?.answer()
  assert.equal((await other)?.id, 2)
})

test('a failed read rejects only its own tokens', async () => {
  const { reads, ask } = manualLoader([found('b', 2)])
  const first = ask('a')
  const later = ask('b')
  reads[0]?.answer(new Error('away'))
  await assert.rejects(first, /away/)
  reads[1]?.answer()
  assert.equal((await later)?.id, 2)
})

test('one query reads at most 500 tokens', async () => {
  const { reads, ask } = manualLoader([])
  const request = [...occupy(ask), ...Array.from({ length: 601 }, (_, at) => ask(`token ${at}`))]
  for (let at = 0; at < 6; at += 1) {
    reads[at]?.answer()
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(request)
  assert.deepEqual(
    reads.map(({ count }) => count),
    [1, 1, 1, 1, 500, 101],
  )
})
