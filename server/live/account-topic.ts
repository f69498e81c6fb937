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

type AccountTopicParts = { readonly watcher: AccountSubscription; readonly clock: Pick<Clock, 'now'> }

/** The news of a round, and its frame for followers that may be told this sequence. */
type PendingUpdate = {
  readonly at: number
  readonly kind: 'news' | 'snapshot'
  readonly watch: AccountSnapshot
  quoteSeq: number
  pushes: readonly Push[]
}

/**
 * The figures of one account. They are looked at when the first of its user's sockets has its turn, so that a flush does
 * not value everybody's orders in one go. Every other figures take two places in its course, the news of them and the
 * snapshot: whoever has been shown the snapshot is not told the same again.
 */
export function createAccountTopic({ watcher, clock }: AccountTopicParts): PrivateTopic {
  let newest: AccountSnapshot | undefined
  let version = 0
  let toldVersion = 0
  let isDue = false
  let told: PendingUpdate | undefined

  /** A quote that changes none of the figures is no news, although they are of a later sequence then. */
  function look(): void {
    const watch = watcher.latest()
    if (watch === undefined || watch === newest) return
    if (newest === undefined || !isSameAccount(watch, newest)) version += 1
    newest = watch
  }
  function frameOf(watch: AccountSnapshot, kind: PendingUpdate['kind'], quoteSeq: number): Buffer {
    return accountFrame(watch, kind, { QuoteSeq: quoteSeq, Now: clock.now() })
  }
  /** Once in a round, before anything is shown in it. */
  function settle(): void {
    if (!isDue) return
    isDue = false
    look()
    // The first figures are the snapshot to those who subscribed before there were any.
    const kind = toldVersion === 0 ? 'snapshot' : 'news'
    if (newest !== undefined && version > toldVersion) {
      told = { at: 2 * version - 1, kind, watch: newest, quoteSeq: -1, pushes: [] }
    }
    toldVersion = version
  }
  return {
    name: ownTradesTopic,
    onMarketEvent: () => undefined,
    prepareFlush() {
      isDue = true
      told = undefined
    },
    updates(sentSeq) {
      settle()
      if (told === undefined) return []
      const quoteSeq = Math.min(told.watch.funds.quoteSeq, sentSeq)
      // The user's sockets share the bytes, except those that have been sent older prices.
      if (told.quoteSeq !== quoteSeq) {
        told.quoteSeq = quoteSeq
        told.pushes = [{ version: told.at, frame: frameOf(told.watch, told.kind, quoteSeq) }]
      }
      return told.pushes
    },
    snapshot(sentSeq) {
      settle()
      look()
      if (newest === undefined) return []
      const quoteSeq = Math.min(newest.funds.quoteSeq, sentSeq)
      return [{ version: 2 * version, frame: frameOf(newest, 'snapshot', quoteSeq) }]
    },
    close: watcher.unsubscribe,
  }
}

/** As many as an account can have open. More are told all the same, the longer way. */
const mostOrders = 500
const frameStart = asciiBytes(`{"topic":"${ownTradesTopic}","data":`)
const stampWords = { quoteSeq: asciiBytes(',"QuoteSeq":'), now: asciiBytes(',"Now":') }
const frameEnds = { news: asciiBytes('}'), snapshot: asciiBytes(',"snapshot":true}') }
/** Longer than both names with the largest safe integers. */
const mostBytesOfStamp = 64

/** One for all accounts: each is written into it and copied out of it in one go. */
const scratch = new Uint8Array(
  frameStart.length + maxPushBytes(mostOrders) + mostBytesOfStamp + frameEnds.snapshot.length,
)

/** The push of an account as it goes over the line. */
export function accountFrame(
  watch: AccountSnapshot,
  kind: keyof typeof frameEnds,
  stamp: FrameStamp,
): Buffer {
  if (watch.orders.length > mostOrders) return encodeFrame(JSON.stringify(accountPush(watch, kind, stamp)))
  const out = { bytes: scratch, at: 0 }
  writeBytes(out, frameStart)
  writeAccountPush(out, watch)
  putStamp(out, stamp)
  writeBytes(out, frameEnds[kind])
  return encodeBytes(scratch.subarray(0, out.at))
}

function putStamp(out: AsciiWriter, { QuoteSeq, Now }: FrameStamp): void {
  writeBytes(out, stampWords.quoteSeq)
  writeDecimal(out, QuoteSeq, 0)
  writeBytes(out, stampWords.now)
  writeDecimal(out, Now, 0)
}

function accountPush(
  watch: AccountSnapshot,
  kind: keyof typeof frameEnds,
  stamp: FrameStamp,
): StampedPush<AccountPush> {
  const push = { topic: ownTradesTopic, data: accountPushOf(watch), ...stamp }
  return kind === 'snapshot' ? { ...push, snapshot: true } : push
}

type Funds = AccountSnapshot['funds']
type OrderRow = AccountSnapshot['orders'][number]

/** Whether whoever is told the one need not be told the other: they differ in nothing but the state of prices they are of. */
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
    one.midNetValue === other.midNetValue &&
    one.balance === other.balance &&
    one.netValue === other.netValue &&
    one.usedMargin === other.usedMargin &&
    one.available === other.available &&
    one.riskRate === other.riskRate &&
    one.marginRatio === other.marginRatio &&
    one.locked === other.locked &&
    one.ordersMark === other.ordersMark
  )
}

function isSameNotice(one: AccountSnapshot['notice'], other: AccountSnapshot['notice']): boolean {
  if (one === null || other === null) return one === other
  return one.id === other.id && one.riskRate === other.riskRate && one.atMs === other.atMs
}

function areSameOrders(ones: readonly OrderRow[], others: readonly OrderRow[]): boolean {
  if (ones === others) return true
  return ones.length === others.length && ones.every((one, at) => isSameOrder(one, others[at]))
}

function isSameOrder(one: OrderRow, other: OrderRow | undefined): boolean {
  if (other === undefined) return false
  return one.order.id === other.order.id && one.closing === other.closing && one.profit === other.profit
}
