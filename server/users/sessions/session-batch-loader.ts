import type { FoundSession, StoredSession } from '#server/users/sessions/sessions-store.ts'

type ReadSessions = (tokenHashes: readonly Buffer[]) => Promise<readonly FoundSession[]>

type Waiter = {
  readonly resolve: (session: StoredSession | undefined) => void
  readonly reject: (fault: unknown) => void
}

type PendingToken = { readonly tokenHash: Buffer; readonly waiters: Waiter[] }

const maxBatchSize = 500
/** More than one, so that a database connection that hangs does not block every lookup until its timeout. */
const maxConcurrentBatches = 4
const maxPending = 50_000

/**
 * Batches session lookups: while the maximum number of queries is running, further tokens wait and share the next
 * query. Thousands of clients that reconnect at once cost a few statements.
 */
export function createSessionBatchLoader(
  readSessions: ReadSessions,
): (tokenHash: Buffer) => Promise<StoredSession | undefined> {
  /** By token hash, so that several lookups of one token share one read. */
  const pending = new Map<string, PendingToken>()
  let runningBatches = 0

  function takeBatch(): ReadonlyMap<string, PendingToken> {
    const batch = new Map([...pending].slice(0, maxBatchSize))
    for (const key of batch.keys()) pending.delete(key)
    return batch
  }
  async function readBatch(): Promise<void> {
    if (runningBatches >= maxConcurrentBatches || pending.size === 0) return
    runningBatches += 1
    const batch = takeBatch()
    try {
      const found = await readSessions([...batch.values()].map(({ tokenHash }) => tokenHash))
      const byKey = new Map(found.map(({ tokenHash, session }) => [keyOf(tokenHash), session]))
      for (const [key, { waiters }] of batch) for (const waiter of waiters) waiter.resolve(byKey.get(key))
    } catch (fault) {
      for (const { waiters } of batch.values()) for (const waiter of waiters) waiter.reject(fault)
    } finally {
      runningBatches -= 1
      void readBatch()
    }
  }
  return (tokenHash) => {
    if (pending.size >= maxPending) return Promise.reject(new Error('too many session lookups are pending'))
    return new Promise((resolve, reject) => {
      const key = keyOf(tokenHash)
      const token = pending.get(key) ?? { tokenHash, waiters: [] }
      token.waiters.push({ resolve, reject })
      pending.set(key, token)
      void readBatch()
    })
  }
}

function keyOf(tokenHash: Buffer): string {
  return tokenHash.toString('latin1')
}
