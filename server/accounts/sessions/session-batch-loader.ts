import type { FoundSession, StoredSession } from '#server/accounts/sessions/sessions-store.ts'

type Read = (tokenHashes: readonly Buffer[]) => Promise<readonly FoundSession[]>

type Gathered = {
  readonly found: (session: StoredSession | undefined) => void
  readonly fail: (fault: unknown) => void
}

const mostAtOnce = 500
/** More than one, so that a session of the database that no longer answers does not keep everybody waiting until it is given up. */
const mostReading = 4
const mostGathered = 50_000

/**
 * Reads sessions, gathered: while a few are being read, those that come wait for the next. A crowd that comes back at once is
 * so a few statements and not thousands.
 */
export function createSessionReader(read: Read): (tokenHash: Buffer) => Promise<StoredSession | undefined> {
  /** By the hash, which is asked for once however many ask. */
  const gathered = new Map<string, { readonly tokenHash: Buffer; readonly asking: Gathered[] }>()
  let reading = 0

  function take(): ReadonlyMap<string, { readonly tokenHash: Buffer; readonly asking: readonly Gathered[] }> {
    const taken = new Map([...gathered].slice(0, mostAtOnce))
    for (const name of taken.keys()) gathered.delete(name)
    return taken
  }
  async function readAll(): Promise<void> {
    if (reading >= mostReading || gathered.size === 0) return
    reading += 1
    const asked = take()
    try {
      const found = await read([...asked.values()].map(({ tokenHash }) => tokenHash))
      const byName = new Map(found.map(({ tokenHash, session }) => [nameOf(tokenHash), session]))
      for (const [name, { asking }] of asked) for (const one of asking) one.found(byName.get(name))
    } catch (fault) {
      for (const { asking } of asked.values()) for (const one of asking) one.fail(fault)
    } finally {
      reading -= 1
      void readAll()
    }
  }
  return (tokenHash) => {
    if (gathered.size >= mostGathered) return Promise.reject(new Error('too many sessions wait to be read'))
    return new Promise((found, fail) => {
      const name = nameOf(tokenHash)
      const known = gathered.get(name) ?? { tokenHash, asking: [] }
      known.asking.push({ found, fail })
      gathered.set(name, known)
      void readAll()
    })
  }
}

function nameOf(tokenHash: Buffer): string {
  return tokenHash.toString('latin1')
}
