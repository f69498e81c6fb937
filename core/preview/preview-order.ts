import { exceedsNotionalLimit, maxAccountValue } from '#core/decision/limits.ts'
import { type EquityAndMargin, roundedMarginLevel } from '#core/margin/account-figures.ts'
import { profitAt, requiredMargin, tradeFee } from '#core/margin/profit-and-margin.ts'
import { openingPrice } from '#core/margin/valuation.ts'
import { type Micros, micros, type Price, price } from '#core/money/amounts.ts'
import { add, subtract } from '#core/money/safe-integer.ts'
import { directionOf } from '#core/order/order.ts'
import { closeOutPrice } from '#core/preview/close-out-price.ts'
import type { Preview, PreviewAccount, PreviewInput, PreviewPosition } from '#core/preview/preview-types.ts'
import {
  isWithinExactRange,
  maxExactAmount,
  openingScenario,
  type Scenario,
  totalClosingProfit,
  totalMidProfit,
} from '#core/preview/scenario.ts'

/** Previews an order by the formulas of the engine. Undefined for amounts outside the exact range. */
export function previewOrder(account: PreviewAccount, input: PreviewInput): Preview | undefined {
  const scenario = openingScenario(input)
  if (scenario === undefined) return undefined
  const order = { ...input, openPrice: openingPrice(input.side, scenario.quote) }
  if (!isWithinLimits(account, order, scenario)) return undefined
  const then = accountAtOpening(account, input, scenario)
  const cost = openingCost(order, scenario)
  const after = accountAfter(then, order, cost, scenario)
  const positions = [...input.others, order]
  const baseline = {
    equity: subtract(after.midEquity, totalMidProfit(positions, scenario)),
    usedMargin: after.usedMargin,
  }
  return {
    price: order.openPrice,
    ...cost,
    isEnough: freeMargin(then) >= add(cost.margin, cost.fee),
    freeMarginAfter: freeMargin(after),
    marginLevelAfter: roundedMarginLevel(riskOf(after)),
    pipValue: pipValue(order, scenario),
    closeOutPrice: closeOutPrice(input, { positions, baseline }, scenario.quote),
  }
}

type OpeningOrder = PreviewInput & { readonly openPrice: Price }
type OpeningCost = { readonly margin: Micros; readonly fee: Micros }

/** True if the order is within the limits and all amounts of the preview stay exact. */
function isWithinLimits(account: PreviewAccount, order: OpeningOrder, scenario: Scenario): boolean {
  const { terms, lots, openPrice, others, quote, rate } = order
  // A price of only a few steps can be smaller than a pip, whose value must be exact as well.
  const most = price(Math.max(openPrice, pipSteps(terms.pricePrecision)))
  if (exceedsNotionalLimit({ terms, lots, price: most, rate: scenario.rate }, micros(0), [])) return false
  // Fixed margin and fee depend only on the lots.
  const unitMargin = terms.marginMode === 'fixed' ? terms.unitsPerLot * microsPerHundredth : 0
  if (lots * Math.max(unitMargin, terms.feePerLot / 100) > maxAccountValue) return false
  const { equity, midEquity, usedMargin } = account
  if ([equity, midEquity, usedMargin].some((amount) => Math.abs(amount) > maxExactAmount)) return false
  return isWithinExactRange(others, { quote, rate }) && isWithinExactRange([...others, order], scenario)
}

const microsPerHundredth = 10_000

/** The account at opening, with its other orders in this market revalued at the opening prices. */
function accountAtOpening(
  account: PreviewAccount,
  { quote, rate, others }: PreviewInput,
  scenario: Scenario,
): PreviewAccount {
  const now = { quote, rate }
  const gained = subtract(totalClosingProfit(others, scenario), totalClosingProfit(others, now))
  const gainedAtMid = subtract(totalMidProfit(others, scenario), totalMidProfit(others, now))
  return {
    equity: add(account.equity, gained),
    midEquity: add(account.midEquity, gainedAtMid),
    usedMargin: account.usedMargin,
  }
}

function openingCost({ terms, lots, leverage, openPrice }: OpeningOrder, { rate }: Scenario): OpeningCost {
  const margin = requiredMargin(terms, { lots, price: openPrice, leverage }, rate)
  return { margin, fee: tradeFee(terms, lots, margin) }
}

/** After opening: fee paid, margin used, spread lost. */
function accountAfter(
  then: PreviewAccount,
  order: PreviewPosition,
  { margin, fee }: OpeningCost,
  scenario: Scenario,
): PreviewAccount {
  return {
    equity: subtract(add(then.equity, totalClosingProfit([order], scenario)), fee),
    midEquity: subtract(add(then.midEquity, totalMidProfit([order], scenario)), fee),
    usedMargin: add(then.usedMargin, margin),
  }
}

function freeMargin({ equity, usedMargin }: PreviewAccount): Micros {
  return subtract(equity, usedMargin)
}

function riskOf({ midEquity, usedMargin }: PreviewAccount): EquityAndMargin {
  return { equity: midEquity, usedMargin }
}

function pipValue(order: OpeningOrder, { rate }: Scenario): Micros {
  const gained = pipSteps(order.terms.pricePrecision) * directionOf(order.side)
  return profitAt(order.terms, order, price(order.openPrice + gained), rate)
}

/** Price steps per pip: 10 for prices with a fractional pip (3 or 5 decimals). */
export function pipSteps(precision: number): number {
  return precision === 3 || precision === 5 ? 10 : 1
}
