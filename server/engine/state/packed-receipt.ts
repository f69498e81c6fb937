import type { Price, Rate } from '#core/money/amounts.ts'
import type { Receipt, ReceiptQuote, Rule } from '#core/order/receipt.ts'

/** Size of the packed receipt of an active order, which has no account figures. */
export const receiptNumbers = 9

/** Rule and feed share one number. */
const ruleNumbers: Readonly<Record<Rule, number>> = {
  market_order: 0,
  pending_order: 1,
  limit_reached: 2,
  stop_reached: 3,
  closed_by_user: 4,
  stop_loss_reached: 5,
  take_profit_reached: 6,
  stop_out: 7,
  demo_reset: 8,
  insufficient_margin: 9,
  notional_limit: 10,
  orders_limit: 11,
  cancelled_by_user: 12,
  amended: 13,
  simulated_prices: 14,
}
const rules = Object.keys(ruleNumbers) as readonly Rule[]

type ReceiptPacking = {
  readonly pack: (receipt: Receipt | null, into: Float64Array, first: number) => void
  readonly unpack: (from: Float64Array, first: number, marketId: number) => Receipt | null
}

export function createReceiptPacking(): ReceiptPacking {
  const feeds: string[] = []
  const feedNumbers = new Map<string, number>()

  function numberOf(feed: string): number {
    const known = feedNumbers.get(feed)
    if (known !== undefined) return known
    feedNumbers.set(feed, feeds.length)
    return feeds.push(feed) - 1
  }
  return {
    pack(receipt, into, first) {
      if (receipt === null) {
        into.fill(Number.NaN, first, first + receiptNumbers)
        return
      }
      into[first] = ruleNumbers[receipt.rule] + rules.length * numberOf(receipt.feed)
      packRest(receipt, into, first)
    },
    unpack(from, first, marketId) {
      const label = numberAt(from, first)
      if (Number.isNaN(label)) return null
      const rule = rules[label % rules.length]
      const feed = feeds[Math.floor(label / rules.length)]
      if (rule === undefined || feed === undefined)
        throw new RangeError('a packed receipt has an unknown rule or feed')
      return unpackRest(from, first, { rule, feed }, marketId)
    },
  }
}

function packRest(receipt: Receipt, into: Float64Array, first: number): void {
  const { quote } = receipt
  into[first + 1] = quote?.bid ?? Number.NaN
  into[first + 2] = quote?.ask ?? Number.NaN
  into[first + 3] = quote?.timeMs ?? Number.NaN
  into[first + 4] = quote?.seq ?? Number.NaN
  into[first + 5] = receipt.knownSeq
  into[first + 6] = receipt.rate ?? Number.NaN
  into[first + 7] = receipt.expected ?? Number.NaN
  into[first + 8] = receipt.slippage ?? Number.NaN
}

function unpackRest(
  from: Float64Array,
  first: number,
  { rule, feed }: Pick<Receipt, 'rule' | 'feed'>,
  marketId: number,
): Receipt {
  return {
    rule,
    quote: quoteAt(from, first, marketId),
    feed,
    knownSeq: numberAt(from, first + 5),
    rate: orNull(numberAt(from, first + 6)) as Rate | null,
    expected: orNull(numberAt(from, first + 7)) as Price | null,
    slippage: orNull(numberAt(from, first + 8)),
    account: null,
  }
}

function quoteAt(from: Float64Array, first: number, marketId: number): ReceiptQuote | null {
  const bid = numberAt(from, first + 1)
  if (Number.isNaN(bid)) return null
  return {
    marketId,
    bid: bid as Price,
    ask: numberAt(from, first + 2) as Price,
    timeMs: numberAt(from, first + 3),
    seq: numberAt(from, first + 4),
  }
}

/** Whether two packed receipts are equal. Most orders have the same receipt for their placement and their opening. */
export function isSameReceipt(from: Float64Array, one: number, other: number): boolean {
  for (let at = 0; at < receiptNumbers; at += 1)
    if (!Object.is(from[one + at], from[other + at])) return false
  return true
}

/** NaN stands for null. No stored number is NaN. */
export function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

export function numberAt(from: Float64Array, at: number): number {
  return from[at] ?? Number.NaN
}
