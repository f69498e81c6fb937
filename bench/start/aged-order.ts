import type { Quote } from '#core/market/quote.ts'
import { price, rate } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

const longestAgoMs = 30 * 24 * 3600 * 1000
const widestMove = 0.002

/** The same order, had it been opened on a quote of its own some time ago: no two of a million are opened on the same. */
export function agedOrder(order: Order, random: SeededRandom): Order {
  const { quote } = order.placed
  if (quote === null) return order
  const moved = Math.round(quote.bid * widestMove * (2 * random.share() - 1))
  const agoMs = random.below(longestAgoMs)
  const then: Quote = {
    ...quote,
    bid: price(quote.bid + moved),
    ask: price(quote.ask + moved),
    timeMs: quote.timeMs - agoMs,
    seq: random.between(1, 2 ** 31),
  }
  const placed = agedReceipt(order.placed, then, random)
  const times = { placedAtMs: then.timeMs + random.below(500) }
  if (order.status === 'pending') return { ...order, ...times, placed }
  return {
    ...order,
    openPrice: price(order.openPrice + moved),
    placed,
    opened: placed,
    placedAtMs: times.placedAtMs,
    openedAtMs: times.placedAtMs,
  }
}

function agedReceipt(receipt: Receipt, quote: Quote, random: SeededRandom): Receipt {
  const isDollar = receipt.rate === null || receipt.rate === 1_000_000_000
  const turned = isDollar ? receipt.rate : rate(receipt.rate + random.between(-100_000, 100_000))
  return { ...receipt, quote, knownSeq: quote.seq + random.below(9), rate: turned }
}
