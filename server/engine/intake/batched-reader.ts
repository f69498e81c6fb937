type QueuedRead<Key, Found> = {
  readonly key: Key
  readonly resolve: (found: Found | undefined) => void
  readonly reject: (fault: unknown) => void
}

type BatchedReaderParts<Key, Found> = {
  readonly read: (keys: readonly Key[]) => Promise<readonly Found[]>
  /** Equal for a key and the record with this key. */
  readonly nameOf: (keyOrFound: Key | Found) => string | number
}

const maxKeysPerRead = 1000
const maxQueuedReads = 10_000

/** Reads records by key, batched: keys that arrive during one read are read together by the next. */
export function createBatchedReader<Key, Found>({ read, nameOf }: BatchedReaderParts<Key, Found>) {
  const queue: QueuedRead<Key, Found>[] = []
  let isReading = false

  async function readQueued(): Promise<void> {
    if (isReading || queue.length === 0) return
    isReading = true
    const reads = queue.splice(0, maxKeysPerRead)
    try {
      const records = await read(reads.map(({ key }) => key))
      const byName = new Map(records.map((record) => [nameOf(record), record]))
      for (const { key, resolve } of reads) resolve(byName.get(nameOf(key)))
    } catch (fault) {
      for (const { reject } of reads) reject(fault)
    } finally {
      isReading = false
      void readQueued()
    }
  }
  return function readOne(key: Key): Promise<Found | undefined> {
    if (queue.length >= maxQueuedReads) return Promise.reject(new Error('too many lookups are queued'))
    return new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject })
      void readQueued()
    })
  }
}
