import { exceedsNotionalLimit, maxAccountValue } from '#core/decision/limits.ts'
import { type Risk, roundedRiskRate } from '#core/margin/account-figures.ts'
import {
  type BidAsk,
  type Position,
  profitAt,
  requiredMargin,
  tradeFee,
} from '#core/margin/profit-and-margin.ts'
import { openingPrice } from '#core/margin/valuation.ts'
import { type Lots, type Micros, micros, type Price, price, type Rate } from '#core/money/amounts.ts'
import { add, subtract } from '#core/money/safe-integer.ts'
import { directionOf, type OrderTerms, type Side } from '#core/order/order.ts'
import { closeOutPrice } from '#core/preview/close-out-price.ts'
import {
  isWithinExactRange,
  maxExactAmount,
  openingScenario,
  type Scenario,
  totalClosingProfit,
  totalMidProfit,
} from '#core/preview/scenario.ts'

/** What is known of an account without knowing its orders. */
export type PreviewAccount = {
  readonly netValue: Micros
  readonly midNetValue: Micros
  readonly usedMargin: Micros
}

/** An order that somebody thinks of, and the prices it is judged on. */
export type PreviewInput = {
  /** Of the market it is in; `EURUSD`. */
  readonly marketCode: string
  readonly terms: OrderTerms
  readonly side: Side
  readonly lots: Lots
  readonly leverage: number
  /** Null at market. */
  readonly target: Price | null
  readonly quote: BidAsk
  /** The quote currency of the market in US dollars. */
  readonly rate: Rate
  /** The open orders of the account in the same market, with their own terms. */
  readonly others: readonly PreviewPosition[]
}

export type PreviewPosition = Position & {
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
}

/** What it comes to when it opens: at once, or when the price has come to its target and nothing else has moved. */
export type Preview = {
  readonly price: Price
  readonly margin: Micros
  readonly fee: Micros
  /** Whether what is available then is enough for margin and fee. */
  readonly isEnough: boolean
  readonly availableAfter: Micros
  /** In hundredths of a percent. */
  readonly riskRateAfter: number | null
  /** What the order gains or loses with one pip. */
  readonly pipValue: Micros
  /**
   * The closing price of this order at which the risk rate comes to the close-out level, when only this market moves; null
   * where no price does that.
   */
  readonly closeOutPrice: Price | null
}

/**
 * What an order would come to, by the rules the engine decides by. Undefined for one that is beyond every limit: what
 * somebody types may be more than can be counted.
 */
export function previewOrder(account: PreviewAccount, wish: PreviewInput): Preview | undefined {
  const moment = openingScenario(wish)
  if (moment === undefined) return undefined
  const order = { ...wish, openPrice: openingPrice(wish.side, moment.quote) }
  if (!isWithinLimits(account, order, moment)) return undefined
  const then = accountAtOpening(account, wish, moment)
  const cost = openingCost(order, moment)
  const after = accountAfter(then, order, cost, moment)
  const positions = [...wish.others, order]
  const standing = {
    netValue: subtract(after.midNetValue, totalMidProfit(positions, moment)),
    usedMargin: after.usedMargin,
  }
  return {
    price: order.openPrice,
    ...cost,
    isEnough: available(then) >= add(cost.margin, cost.fee),
    availableAfter: available(after),
    riskRateAfter: roundedRiskRate(riskOf(after)),
    pipValue: pipValue(order, moment),
    closeOutPrice: closeOutPrice(wish, { positions, baseline: standing }, moment.quote),
  }
}

type OpeningOrder = PreviewInput & { readonly openPrice: Price }
type OpeningCost = { readonly margin: Micros; readonly fee: Micros }

/** Whether it is within the limits of one order, and everything that is counted with it stays exact. */
function isWithinLimits(account: PreviewAccount, order: OpeningOrder, moment: Scenario): boolean {
  const { terms, lots, openPrice, others, quote, rate } = order
  // A pip is more than the whole price where that is only a few steps.
  const most = price(Math.max(openPrice, pipSteps(terms.pricePrecision)))
  if (exceedsNotionalLimit({ terms, lots, price: most, rate: moment.rate }, micros(0), [])) return false
  // What a fixed margin and a fee come to depends on the lots alone.
  const unitMargin = terms.marginMode === 'fixed' ? terms.unitsPerLot * microsPerHundredth : 0
  if (lots * Math.max(unitMargin, terms.feePerLot / 100) > maxAccountValue) return false
  const { netValue, midNetValue, usedMargin } = account
  if ([netValue, midNetValue, usedMargin].some((amount) => Math.abs(amount) > maxExactAmount)) return false
  return isWithinExactRange(others, { quote, rate }) && isWithinExactRange([...others, order], moment)
}

const microsPerHundredth = 10_000

/** The account when the order opens: its other orders in this market have gone along with the price. */
function accountAtOpening(
  account: PreviewAccount,
  { quote, rate, others }: PreviewInput,
  moment: Scenario,
): PreviewAccount {
  const now = { quote, rate }
  const gained = subtract(totalClosingProfit(others, moment), totalClosingProfit(others, now))
  const gainedAtMid = subtract(totalMidProfit(others, moment), totalMidProfit(others, now))
  return {
    netValue: add(account.netValue, gained),
    midNetValue: add(account.midNetValue, gainedAtMid),
    usedMargin: account.usedMargin,
  }
}

function openingCost({ terms, lots, leverage, openPrice }: OpeningOrder, { rate }: Scenario): OpeningCost {
  const margin = requiredMargin(terms, { lots, price: openPrice, leverage }, rate)
  return { margin, fee: tradeFee(terms, lots, margin) }
}

/** The fee is gone, the margin is used, and what lies between bid and ask is lost. */
function accountAfter(
  then: PreviewAccount,
  order: PreviewPosition,
  { margin, fee }: OpeningCost,
  moment: Scenario,
): PreviewAccount {
  return {
    netValue: subtract(add(then.netValue, totalClosingProfit([order], moment)), fee),
    midNetValue: subtract(add(then.midNetValue, totalMidProfit([order], moment)), fee),
    usedMargin: add(then.usedMargin, margin),
  }
}

function available({ netValue, usedMargin }: PreviewAccount): Micros {
  return subtract(netValue, usedMargin)
}

function riskOf({ midNetValue, usedMargin }: PreviewAccount): Risk {
  return { netValue: midNetValue, usedMargin }
}

function pipValue(order: OpeningOrder, { rate }: Scenario): Micros {
  const gained = pipSteps(order.terms.pricePrecision) * directionOf(order.side)
  return profitAt(order.terms, order, price(order.openPrice + gained), rate)
}

/** What traders call a pip, in steps: where the last digit of a price is a tenth of one, ten of them. */
export function pipSteps(precision: number): number {
  return precision === 3 || precision === 5 ? 10 : 1
}
