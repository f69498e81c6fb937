import {
  type AsciiWriter,
  asciiBytes,
  maxPushBytes,
  writeAccountPush,
  writeBytes,
  writeDecimal,
} from '#contract/account-push-writer.ts'
import { accountPushOf } from '#contract/account-wire.ts'
import { type AccountPush, type FrameStamp, ownTradesTopic, type StampedPush } from '#contract/live.ts'
import { encodeBytes, encodeFrame } from '#server/live/encode-frame.ts'
import type { PrivateTopic, Push } from '#server/live/topic.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AccountSnapshot, AccountSubscription } from '#server/portfolio/portfolio.ts'

type AccountTopicParts = { readonly account: AccountSubscription; readonly clock: Pick<Clock, 'now'> }

/** The update of the current flush. `pushes` caches its frame for `quoteSeq`. */
type PendingUpdate = {
  readonly version: number
  readonly kind: 'update' | 'snapshot'
  readonly snapshot: AccountSnapshot
  quoteSeq: number
  pushes: readonly Push[]
}

/**
 * Figures of one account. It is valued when the first of the user's sockets is flushed, so that a flush does not
 * value all accounts at once. Each state of the account has two versions, 2n − 1 for its update and 2n for its
 * snapshot. So a client with the snapshot does not get the same update again.
 */
export function createAccountTopic({ account, clock }: AccountTopicParts): PrivateTopic {
  let latest: AccountSnapshot | undefined
  let version = 0
  let flushedVersion = 0
  let isFlushDue = false
  let pending: PendingUpdate | undefined

  /** A quote that leaves all figures unchanged makes no new version, although the sequence number is higher. */
  function refresh(): void {
    const snapshot = account.latest()
    if (snapshot === undefined || snapshot === latest) return
    if (latest === undefined || !isSameAccount(snapshot, latest)) version += 1
    latest = snapshot
  }
  function frameOf(snapshot: AccountSnapshot, kind: PendingUpdate['kind'], quoteSeq: number): Buffer {
    return accountFrame(snapshot, kind, { QuoteSeq: quoteSeq, Now: clock.now() })
  }
  /** Runs once a flush, before its first frame. */
  function prepareUpdate(): void {
    if (!isFlushDue) return
    isFlushDue = false
    refresh()
    // The first figures are the snapshot for clients that subscribed before the account was loaded.
    const kind = flushedVersion === 0 ? 'snapshot' : 'update'
    if (latest !== undefined && version > flushedVersion) {
      pending = { version: 2 * version - 1, kind, snapshot: latest, quoteSeq: -1, pushes: [] }
    }
    flushedVersion = version
  }
  return {
    name: ownTradesTopic,
    onMarketEvent: () => undefined,
    prepareFlush() {
      isFlushDue = true
      pending = undefined
    },
    updates(sentSeq) {
      prepareUpdate()
      if (pending === undefined) return []
      const quoteSeq = Math.min(pending.snapshot.funds.quoteSeq, sentSeq)
      // The user's sockets share the frame. A socket that has received older prices gets its own, with a lower
      // `QuoteSeq`.
      if (pending.quoteSeq !== quoteSeq) {
        const frame = frameOf(pending.snapshot, pending.kind, quoteSeq)
        pending.quoteSeq = quoteSeq
        pending.pushes = [{ version: pending.version, frame }]
      }
      return pending.pushes
    },
    snapshot(sentSeq) {
      prepareUpdate()
      refresh()
      if (latest === undefined) return []
      const quoteSeq = Math.min(latest.funds.quoteSeq, sentSeq)
      return [{ version: 2 * version, frame: frameOf(latest, 'snapshot', quoteSeq) }]
    },
    close: account.unsubscribe,
  }
}

/** The limit on open orders. An account with more is encoded by JSON.stringify. */
const maxOrders = 500
const frameStart = asciiBytes(`{"topic":"${ownTradesTopic}","data":`)
const stampKeys = { quoteSeq: asciiBytes(',"QuoteSeq":'), now: asciiBytes(',"Now":') }
const frameEnds = { update: asciiBytes('}'), snapshot: asciiBytes(',"snapshot":true}') }
/** Enough for both keys with the largest safe integers. */
const maxStampBytes = 64

/** Shared by all accounts: a frame is written into it and copied out synchronously. */
const scratch = new Uint8Array(
  frameStart.length + maxPushBytes(maxOrders) + maxStampBytes + frameEnds.snapshot.length,
)

/** An account push as a WebSocket frame. Writes bytes directly, because it is the most frequent frame. */
export function accountFrame(
  snapshot: AccountSnapshot,
  kind: keyof typeof frameEnds,
  stamp: FrameStamp,
): Buffer {
  if (snapshot.orders.length > maxOrders)
    return encodeFrame(JSON.stringify(accountPush(snapshot, kind, stamp)))
  const out = { bytes: scratch, at: 0 }
  writeBytes(out, frameStart)
  writeAccountPush(out, snapshot)
  writeStamp(out, stamp)
  writeBytes(out, frameEnds[kind])
  return encodeBytes(scratch.subarray(0, out.at))
}

function writeStamp(out: AsciiWriter, { QuoteSeq, Now }: FrameStamp): void {
  writeBytes(out, stampKeys.quoteSeq)
  writeDecimal(out, QuoteSeq, 0)
  writeBytes(out, stampKeys.now)
  writeDecimal(out, Now, 0)
}

function accountPush(
  snapshot: AccountSnapshot,
  kind: keyof typeof frameEnds,
  stamp: FrameStamp,
): StampedPush<AccountPush> {
  const push = { topic: ownTradesTopic, data: accountPushOf(snapshot), ...stamp }
  return kind === 'snapshot' ? { ...push, snapshot: true } : push
}

type Funds = AccountSnapshot['funds']
type OrderRow = AccountSnapshot['orders'][number]

/** Equal in everything a client sees, apart from the quote sequence. */
export function isSameAccount(one: AccountSnapshot, other: AccountSnapshot): boolean {
  return (
    isSameFunds(one.funds, other.funds) &&
    isSameNotice(one.notice, other.notice) &&
    areSameOrders(one.orders, other.orders)
  )
}

function isSameFunds(one: Funds, other: Funds): boolean {
  return (
    one.profit === other.profit &&
    one.midEquity === other.midEquity &&
    one.balance === other.balance &&
    one.equity === other.equity &&
    one.usedMargin === other.usedMargin &&
    one.freeMargin === other.freeMargin &&
    one.marginLevel === other.marginLevel &&
    one.marginUsage === other.marginUsage &&
    one.locked === other.locked &&
    one.version === other.version
  )
}

function isSameNotice(one: AccountSnapshot['notice'], other: AccountSnapshot['notice']): boolean {
  if (one === null || other === null) return one === other
  return one.id === other.id && one.marginLevel === other.marginLevel && one.atMs === other.atMs
}

function areSameOrders(ones: readonly OrderRow[], others: readonly OrderRow[]): boolean {
  if (ones === others) return true
  return ones.length === others.length && ones.every((one, at) => isSameOrder(one, others[at]))
}

function isSameOrder(one: OrderRow, other: OrderRow | undefined): boolean {
  if (other === undefined) return false
  return one.order.id === other.order.id && one.closing === other.closing && one.profit === other.profit
}
