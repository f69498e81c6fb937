import type { LiveBoard } from '#core/market/board.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'
import type { AccountWithNotice } from '#server/portfolio/account-store.ts'
import { createIncrementalValuation } from '#server/portfolio/account-valuation.ts'
import type { AccountSnapshot, AccountSubscription } from '#server/portfolio/portfolio-types.ts'

type AccountSubscriptions = {
  readonly subscribe: (userId: number) => AccountSubscription
  readonly onAccountChanged: (userId: number) => void
  readonly stop: () => void
}

type AccountSubscriptionsParts = {
  readonly read: (userId: number) => Promise<AccountWithNotice>
  readonly board: LiveBoard
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** So many sessions of the database at most are used for it, and so many accounts wait: as many as there can be sockets. */
const mostReads = 4
const maxQueued = 10_000

type SubscribedAccount = { readonly account: LiveAccount; watchers: number }

/** The accounts somebody watches, each kept once for all who do. One that nobody watches costs nothing. */
export function createAccountSubscriptions(parts: AccountSubscriptionsParts): AccountSubscriptions {
  const line = createConcurrencyLimit({ maxRunning: mostReads, maxQueued: maxQueued })
  const watched = new Map<number, SubscribedAccount>()

  async function read(userId: number): Promise<AccountWithNotice> {
    const outcome = await line.run(async () => {
      // Whoever left while it waited needs no look into the database any more.
      if (!watched.has(userId)) throw new Error('nobody watches the account any more')
      return await parts.read(userId)
    })
    if (outcome === 'busy') throw new Error('too many accounts are being read')
    return outcome
  }
  function open(userId: number): SubscribedAccount {
    const opened = { account: createLiveAccount({ ...parts, read: () => read(userId) }), watchers: 0 }
    watched.set(userId, opened)
    opened.account.invalidate()
    return opened
  }
  function leave(userId: number, left: SubscribedAccount): void {
    left.watchers -= 1
    if (left.watchers > 0) return
    left.account.stop()
    watched.delete(userId)
  }
  return {
    subscribe(userId) {
      const joined = watched.get(userId) ?? open(userId)
      joined.watchers += 1
      let hasLeft = false
      return {
        latest: joined.account.latest,
        unsubscribe() {
          if (!hasLeft) leave(userId, joined)
          hasLeft = true
        },
      }
    },
    onAccountChanged: (userId) => watched.get(userId)?.account.invalidate(),
    stop() {
      for (const { account } of watched.values()) account.stop()
    },
  }
}

type LiveAccount = {
  readonly latest: () => AccountSnapshot | undefined
  /** What is on disk is newer than what was read. Called once to begin with. */
  readonly invalidate: () => void
  readonly stop: () => void
}

type LiveAccountParts = {
  readonly read: () => Promise<AccountWithNotice>
  readonly board: LiveBoard
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** A read that failed is tried again for as long as somebody watches, twice as late each time up to the longest. */
const firstRetryMs = 100
const longestRetryMs = 5_000

type CachedSnapshot = {
  readonly account: AccountWithNotice
  readonly seq: number
  readonly watch: AccountSnapshot | undefined
}

type AccountValuer = { readonly account: AccountWithNotice; readonly figures: () => AccountSnapshot }

/** One account as it was last read, and its figures at the newest prices. One read is under way at most. */
function createLiveAccount({ read, board, timers, log }: LiveAccountParts): LiveAccount {
  let account: AccountWithNotice | undefined
  let changes = 0
  let changesRead = 0
  let isReading = false
  let hasStopped = false
  let failures = 0
  let cancelRetry: CancelTimer | undefined
  let valued: AccountValuer | undefined
  let shown: CachedSnapshot | undefined

  function catchUp(): void {
    if (isReading || hasStopped || cancelRetry !== undefined || changesRead === changes) return
    isReading = true
    const reading = changes
    // A rejection cannot come out of it: both ends are here.
    void read().then(
      (newest) => {
        account = newest
        changesRead = reading
        failures = 0
        isReading = false
        catchUp()
      },
      (fault: unknown) => {
        isReading = false
        retryLater(fault)
      },
    )
  }
  function retryLater(fault: unknown): void {
    if (hasStopped) return
    if (failures === 0) log.error({ fault }, 'an account that is watched could not be read')
    cancelRetry = timers.after(Math.min(longestRetryMs, firstRetryMs * 2 ** failures), () => {
      cancelRetry = undefined
      catchUp()
    })
    failures += 1
  }
  /** An account that cannot be valued must not take down whoever shows the others. */
  function watchOf(stored: AccountWithNotice): AccountSnapshot | undefined {
    try {
      if (valued?.account !== stored)
        valued = { account: stored, figures: createIncrementalValuation(stored, board) }
      return valued.figures()
    } catch (fault) {
      if (shown?.account !== stored || shown.watch !== undefined) {
        log.error({ fault }, 'an account that is watched could not be valued')
      }
      return undefined
    }
  }
  return {
    latest() {
      if (account === undefined) return undefined
      // While something newer is read, what was shown stands: an order that is over does not move any more.
      const stands = shown?.account === account && (changesRead < changes || shown.seq === board.seq())
      if (!stands) shown = { account, seq: board.seq(), watch: watchOf(account) }
      return shown?.watch
    },
    invalidate() {
      changes += 1
      catchUp()
    },
    stop() {
      hasStopped = true
      cancelRetry?.()
    },
  }
}
