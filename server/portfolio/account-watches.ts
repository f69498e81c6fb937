import type { LiveBoard } from '#core/market/board.ts'
import { createWorkLine } from '#server/platform/concurrency-limit.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import { type KeptAccount, keepAccount } from '#server/portfolio/keep-account.ts'
import type { WatchedAccount } from '#server/portfolio/portfolio-store.ts'
import type { Watcher } from '#server/portfolio/portfolio-types.ts'

export type AccountWatches = {
  readonly watch: (userId: number) => Watcher
  readonly changed: (userId: number) => void
  readonly stop: () => void
}

export type AccountWatchesParts = {
  readonly read: (userId: number) => Promise<WatchedAccount>
  readonly board: LiveBoard
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** So many sessions of the database at most are used for it, and so many accounts wait: as many as there can be sockets. */
const mostReads = 4
const mostWaiting = 10_000

type Watched = { readonly account: KeptAccount; watchers: number }

/** The accounts somebody watches, each kept once for all who do. One that nobody watches costs nothing. */
export function createAccountWatches(parts: AccountWatchesParts): AccountWatches {
  const line = createWorkLine({ mostAtWork: mostReads, mostWaiting })
  const watched = new Map<number, Watched>()

  async function read(userId: number): Promise<WatchedAccount> {
    const outcome = await line.run(async () => {
      // Whoever left while it waited needs no look into the database any more.
      if (!watched.has(userId)) throw new Error('nobody watches the account any more')
      return await parts.read(userId)
    })
    if (outcome === 'busy') throw new Error('too many accounts are being read')
    return outcome
  }
  function open(userId: number): Watched {
    const opened = { account: keepAccount({ ...parts, read: () => read(userId) }), watchers: 0 }
    watched.set(userId, opened)
    opened.account.changed()
    return opened
  }
  function leave(userId: number, left: Watched): void {
    left.watchers -= 1
    if (left.watchers > 0) return
    left.account.stop()
    watched.delete(userId)
  }
  return {
    watch(userId) {
      const joined = watched.get(userId) ?? open(userId)
      joined.watchers += 1
      let hasLeft = false
      return {
        newest: joined.account.newest,
        leave() {
          if (!hasLeft) leave(userId, joined)
          hasLeft = true
        },
      }
    },
    changed: (userId) => watched.get(userId)?.account.changed(),
    stop() {
      for (const { account } of watched.values()) account.stop()
    },
  }
}
