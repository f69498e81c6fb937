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

/** Reads use at most four database connections. The queue has room for one account per possible socket. */
const maxReads = 4
const maxQueued = 10_000

type SubscribedAccount = { readonly account: LiveAccount; subscribers: number }

/** Accounts with subscribers. All subscribers of a user share one live account. */
export function createAccountSubscriptions(parts: AccountSubscriptionsParts): AccountSubscriptions {
  const readLimit = createConcurrencyLimit({ maxRunning: maxReads, maxQueued })
  const subscribed = new Map<number, SubscribedAccount>()

  async function read(userId: number): Promise<AccountWithNotice> {
    const outcome = await readLimit.run(async () => {
      // The last subscriber may have left while the read was queued.
      if (!subscribed.has(userId)) throw new Error('the account has no subscribers')
      return await parts.read(userId)
    })
    if (outcome === 'busy') throw new Error('too many accounts are being read')
    return outcome
  }
  function open(userId: number): SubscribedAccount {
    const opened = { account: createLiveAccount({ ...parts, read: () => read(userId) }), subscribers: 0 }
    subscribed.set(userId, opened)
    opened.account.invalidate()
    return opened
  }
  function unsubscribe(userId: number, found: SubscribedAccount): void {
    found.subscribers -= 1
    if (found.subscribers > 0) return
    found.account.stop()
    subscribed.delete(userId)
  }
  return {
    subscribe(userId) {
      const found = subscribed.get(userId) ?? open(userId)
      found.subscribers += 1
      let isUnsubscribed = false
      return {
        latest: found.account.latest,
        unsubscribe() {
          if (!isUnsubscribed) unsubscribe(userId, found)
          isUnsubscribed = true
        },
      }
    },
    onAccountChanged: (userId) => subscribed.get(userId)?.account.invalidate(),
    stop() {
      for (const { account } of subscribed.values()) account.stop()
    },
  }
}

type LiveAccount = {
  readonly latest: () => AccountSnapshot | undefined
  /** Reads the account again after a change in the database. The first call loads it. */
  readonly invalidate: () => void
  readonly stop: () => void
}

type LiveAccountParts = {
  readonly read: () => Promise<AccountWithNotice>
  readonly board: LiveBoard
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** Exponential backoff of failed reads, without a limit on retries while there are subscribers. */
const firstRetryMs = 100
const longestRetryMs = 5_000

type CachedSnapshot = {
  readonly account: AccountWithNotice
  readonly seq: number
  readonly snapshot: AccountSnapshot | undefined
}

type AccountValuer = { readonly account: AccountWithNotice; readonly figures: () => AccountSnapshot }

/** The last committed state of one account, valued at the latest prices. At most one read is in progress. */
function createLiveAccount({ read, board, timers, log }: LiveAccountParts): LiveAccount {
  let account: AccountWithNotice | undefined
  let changes = 0
  let changesRead = 0
  let isReading = false
  let hasStopped = false
  let failures = 0
  let cancelRetry: CancelTimer | undefined
  let valuer: AccountValuer | undefined
  let cached: CachedSnapshot | undefined

  function readIfChanged(): void {
    if (isReading || hasStopped || cancelRetry !== undefined || changesRead === changes) return
    isReading = true
    const reading = changes
    // Never rejects: both outcomes are handled.
    void read().then(
      (newest) => {
        account = newest
        changesRead = reading
        failures = 0
        isReading = false
        readIfChanged()
      },
      (fault: unknown) => {
        isReading = false
        retryLater(fault)
      },
    )
  }
  function retryLater(fault: unknown): void {
    if (hasStopped) return
    if (failures === 0) log.error({ fault }, 'could not read a subscribed account')
    cancelRetry = timers.after(Math.min(longestRetryMs, firstRetryMs * 2 ** failures), () => {
      cancelRetry = undefined
      readIfChanged()
    })
    failures += 1
  }
  /** Catches errors: an account that cannot be valued must not stop the flush of the others. */
  function snapshotOf(stored: AccountWithNotice): AccountSnapshot | undefined {
    try {
      if (valuer?.account !== stored)
        valuer = { account: stored, figures: createIncrementalValuation(stored, board) }
      return valuer.figures()
    } catch (fault) {
      if (cached?.account !== stored || cached.snapshot !== undefined) {
        log.error({ fault }, 'could not value a subscribed account')
      }
      return undefined
    }
  }
  return {
    latest() {
      if (account === undefined) return undefined
      // During a read the cached snapshot stays: an order in it may already be closed and must not be revalued.
      const isCurrent = cached?.account === account && (changesRead < changes || cached.seq === board.seq())
      if (!isCurrent) cached = { account, seq: board.seq(), snapshot: snapshotOf(account) }
      return cached?.snapshot
    },
    invalidate() {
      changes += 1
      readIfChanged()
    },
    stop() {
      hasStopped = true
      cancelRetry?.()
    },
  }
}
