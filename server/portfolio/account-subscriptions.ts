import type { LiveBoard } from '#core/market/board.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import { type AccountReplica, createAccountReplica } from '#server/portfolio/account-replica.ts'
import type { AccountWithNotice } from '#server/portfolio/account-store.ts'
import { createIncrementalValuation } from '#server/portfolio/account-valuation.ts'
import type { AccountSnapshot, AccountSubscription } from '#server/portfolio/portfolio-types.ts'

type AccountSubscriptions = {
  readonly subscribe: (userId: number) => AccountSubscription
  readonly onAccountChanged: (change: AccountChanged) => void
  /** The account of a subscribed user; undefined if the user is not subscribed or the account is being loaded. */
  readonly current: (userId: number) => AccountWithNotice | undefined
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
    const opened = {
      account: createLiveAccount({
        ...parts,
        replica: createAccountReplica({ ...parts, read: () => read(userId) }),
      }),
      subscribers: 0,
    }
    subscribed.set(userId, opened)
    opened.account.replica.start()
    return opened
  }
  function unsubscribe(userId: number, found: SubscribedAccount): void {
    found.subscribers -= 1
    if (found.subscribers > 0) return
    found.account.replica.stop()
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
    onAccountChanged: (change) => subscribed.get(change.userId)?.account.replica.onChange(change),
    current(userId) {
      const replica = subscribed.get(userId)?.account.replica
      return replica === undefined || replica.isLoading() ? undefined : replica.known()
    },
    stop() {
      for (const { account } of subscribed.values()) account.replica.stop()
    },
  }
}

type LiveAccount = {
  readonly latest: () => AccountSnapshot | undefined
  readonly replica: AccountReplica
}

type LiveAccountParts = {
  readonly replica: AccountReplica
  readonly board: LiveBoard
  readonly log: Pick<Log, 'error'>
}

type CachedSnapshot = {
  readonly account: AccountWithNotice
  readonly seq: number
  readonly snapshot: AccountSnapshot | undefined
}

/** The last committed state of one account, valued at the latest prices. */
function createLiveAccount({ replica, board, log }: LiveAccountParts): LiveAccount {
  const valuationOf = createIncrementalValuation(board)
  let cached: CachedSnapshot | undefined

  /** Catches errors: an account that cannot be valued must not stop the flush of the others. */
  function snapshotOf(stored: AccountWithNotice): AccountSnapshot | undefined {
    try {
      return valuationOf(stored)
    } catch (fault) {
      if (cached?.account !== stored || cached.snapshot !== undefined) {
        log.error({ fault }, 'could not value a subscribed account')
      }
      return undefined
    }
  }
  return {
    replica,
    latest() {
      const account = replica.known()
      if (account === undefined) return undefined
      // During a load the cached snapshot stays: an order in it may already be closed and must not be revalued.
      const isCurrent = cached?.account === account && (replica.isLoading() || cached.seq === board.seq())
      if (!isCurrent) cached = { account, seq: board.seq(), snapshot: snapshotOf(account) }
      return cached?.snapshot
    },
  }
}
