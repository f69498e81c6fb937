import type { CloseInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { profitAt } from '#core/margin/profit-and-margin.ts'
import {
  formatLots,
  formatMicros,
  type Lots,
  lots,
  type Micros,
  parseLots,
  parseMicros,
  parsePrice,
  type Rate,
} from '#core/money/amounts.ts'
import { subtract } from '#core/money/safe-integer.ts'
import { restShare } from '#core/order/order-transitions.ts'
import { isLotsOutOfRange, parseTypedLots } from '#core/order/typed-input.ts'
import { type ParsedOrder, parseShownOrder } from '#web/parts/stops/stop-basis.ts'
import type { OrderFigures } from '#web/portfolio/portfolio-types.ts'

/** What closing so many lots comes to now. Exact decimals; null for what cannot be told. */
export type ClosePreview = {
  readonly fault: CloseFault | undefined
  readonly isAll: boolean
  readonly lots: string | null
  readonly rest: string | null
  readonly price: string | null
  readonly profit: string | null
  readonly freed: string | null
  /** What is sent; undefined as long as something is wrong. */
  readonly input: CloseInput | undefined
}

export type CloseFault = 'required' | 'invalid_lots' | 'too_many' | 'rest_too_small'

type ClosePrices = {
  readonly figures: OrderFigures | undefined
  /** The quote currency in US dollars. */
  readonly rate: Rate | undefined
}

/** Judged by the rules of the engine: whole steps, at most all, and the rest none or at least the least lots. */
export function previewClose(order: ShownOrder, text: string, now: ClosePrices): ClosePreview {
  const counted = parseClosableOrder(order)
  const price = now.figures?.closingPrice ?? null
  if (counted === undefined) return { ...emptyPreview, price, fault: 'invalid_lots' }
  const part = checkLots(text, counted)
  if (typeof part !== 'number') return { ...emptyPreview, price, fault: part.fault }
  const isAll = part === counted.lots
  const rest = lots(counted.lots - part)
  return {
    fault: undefined,
    isAll,
    lots: formatLots(part),
    rest: formatLots(rest),
    price,
    profit: isAll ? (now.figures?.profit ?? null) : partProfit(order, { ...counted, lots: part }, now),
    freed: formatMicros(subtract(counted.margin, restShare(counted.margin, rest, counted.lots))),
    input: isAll ? { id: order.id } : { id: order.id, cont: formatLots(part) },
  }
}

/** What is wrong with so many lots, whatever the price is: whoever only asks this need not look at every tick. */
export function closeFault(order: ShownOrder, text: string): CloseFault | undefined {
  return previewClose(order, text, { figures: undefined, rate: undefined }).fault
}

const emptyPreview = {
  isAll: false,
  lots: null,
  rest: null,
  profit: null,
  freed: null,
  input: undefined,
} as const

function checkLots(text: string, order: ClosableOrder): Lots | { readonly fault: CloseFault } {
  if (text === '') return { fault: 'required' }
  const part = parseTypedLots(text, order)
  if (part === undefined) return { fault: isLotsOutOfRange(text) ? 'too_many' : 'invalid_lots' }
  const rest = order.lots - part
  if (rest < 0) return { fault: 'too_many' }
  return rest === 0 || rest >= order.leastLots ? part : { fault: 'rest_too_small' }
}

function partProfit(order: ShownOrder, part: ClosableOrder, { figures, rate }: ClosePrices): string | null {
  const price = parsePrice(figures?.closingPrice ?? '', order.market.precision)
  if (!price.ok || rate === undefined) return null
  return formatMicros(profitAt(part.terms, part, price.amount, rate))
}

/** A quarter, half, three quarters and all of it, as far as such parts can be closed. */
export function offeredShares(
  order: ShownOrder,
): readonly { readonly percent: number; readonly lots: string }[] {
  const counted = parseClosableOrder(order)
  if (counted === undefined) return []
  return [25, 50, 75, 100].flatMap((percent) => {
    const hundredths = Math.floor((counted.lots * percent) / 100 / counted.lotStep) * counted.lotStep
    const text = percent === 100 ? order.lots : formatLots(lots(hundredths))
    return typeof checkLots(text, counted) === 'number' ? [{ percent, lots: text }] : []
  })
}

/** Whether two texts are the same number of lots. */
export function isSameLots(one: string, other: string): boolean {
  const [left, right] = [parseLots(one), parseLots(other)]
  return left.ok && right.ok && left.amount === right.amount
}

/** An order in whole steps, with what says how much of it can be closed and what that frees. */
type ClosableOrder = ParsedOrder & {
  readonly margin: Micros
  readonly lotStep: Lots
  readonly leastLots: Lots
}

/** Undefined where the wire said what is no amount: then there is nothing to count, and nothing is shown for it. */
function parseClosableOrder(order: ShownOrder): ClosableOrder | undefined {
  const counted = parseShownOrder(order)
  const margin = parseMicros(order.margin)
  const lotStep = parseLots(order.lotStep)
  const leastLots = parseLots(order.leastLots)
  if (counted === undefined || !margin.ok || !lotStep.ok || !leastLots.ok) return undefined
  return { ...counted, margin: margin.amount, lotStep: lotStep.amount, leastLots: leastLots.amount }
}
