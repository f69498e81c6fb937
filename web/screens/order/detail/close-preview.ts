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
import { isLotsOutOfRange, parseLotsInput } from '#core/order/decimal-input.ts'
import { restShare } from '#core/order/order-transitions.ts'
import { type ParsedOrder, parseShownOrder } from '#web/parts/stops/stop-basis.ts'
import type { LiveOrderFigures } from '#web/portfolio/portfolio-types.ts'

/** Result of closing this many lots at current prices. Exact decimals; null if unknown. */
export type ClosePreview = {
  readonly fault: CloseFault | undefined
  readonly isAll: boolean
  readonly lots: string | null
  readonly rest: string | null
  readonly price: string | null
  readonly profit: string | null
  readonly freed: string | null
  /** Undefined while there is a fault. */
  readonly input: CloseInput | undefined
}

export type CloseFault = 'required' | 'invalid_lots' | 'too_many' | 'rest_too_small'

type ClosePrices = {
  readonly figures: LiveOrderFigures | undefined
  /** One unit of the quote currency in US dollars. */
  readonly rate: Rate | undefined
}

/**
 * Checks the typed lots by the engine's rules: whole lot steps, at most the whole order, and a rest of zero or at
 * least the minimum lots.
 */
export function previewClose(order: ShownOrder, text: string, prices: ClosePrices): ClosePreview {
  const parsed = parseClosableOrder(order)
  const price = prices.figures?.closingPrice ?? null
  if (parsed === undefined) return { ...emptyPreview, price, fault: 'invalid_lots' }
  const part = checkLots(text, parsed)
  if (typeof part !== 'number') return { ...emptyPreview, price, fault: part.fault }
  const isAll = part === parsed.lots
  const rest = lots(parsed.lots - part)
  return {
    fault: undefined,
    isAll,
    lots: formatLots(part),
    rest: formatLots(rest),
    price,
    profit: isAll ? (prices.figures?.profit ?? null) : partProfit(order, { ...parsed, lots: part }, prices),
    freed: formatMicros(subtract(parsed.margin, restShare(parsed.margin, rest, parsed.lots))),
    input: isAll ? { id: order.id } : { id: order.id, cont: formatLots(part) },
  }
}

/** The fault does not depend on prices, so a component that shows only the fault does not re-render on a tick. */
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
  const part = parseLotsInput(text, order)
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

/** 25, 50, 75 and 100 % of the order. Shares that cannot be closed are left out. */
export function offeredShares(
  order: ShownOrder,
): readonly { readonly percent: number; readonly lots: string }[] {
  const parsed = parseClosableOrder(order)
  if (parsed === undefined) return []
  return [25, 50, 75, 100].flatMap((percent) => {
    const hundredths = Math.floor((parsed.lots * percent) / 100 / parsed.lotStep) * parsed.lotStep
    const text = percent === 100 ? order.lots : formatLots(lots(hundredths))
    return typeof checkLots(text, parsed) === 'number' ? [{ percent, lots: text }] : []
  })
}

export function isSameLots(one: string, other: string): boolean {
  const [left, right] = [parseLots(one), parseLots(other)]
  return left.ok && right.ok && left.amount === right.amount
}

/** The order parsed into integers, with its margin and lot limits. */
type ClosableOrder = ParsedOrder & {
  readonly margin: Micros
  readonly lotStep: Lots
  readonly leastLots: Lots
}

/** Undefined if the server sent an invalid amount. The form then shows no figures. */
function parseClosableOrder(order: ShownOrder): ClosableOrder | undefined {
  const parsed = parseShownOrder(order)
  const margin = parseMicros(order.margin)
  const lotStep = parseLots(order.lotStep)
  const leastLots = parseLots(order.leastLots)
  if (parsed === undefined || !margin.ok || !lotStep.ok || !leastLots.ok) return undefined
  return { ...parsed, margin: margin.amount, lotStep: lotStep.amount, leastLots: leastLots.amount }
}
