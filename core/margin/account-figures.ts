import { midProfit, valuation } from '#core/margin/valuation.ts'
import type { Prices } from '#core/market/board.ts'
import { type Micros, micros } from '#core/money/amounts.ts'
import { compareRatios, mulDivWithin } from '#core/money/mul-div.ts'
import { add, subtract } from '#core/money/safe-integer.ts'
import type { Order } from '#core/order/order.ts'

/** Figures of an account at one set of prices. */
export type AccountFigures = {
  readonly balance: Micros
  /** Floating profit at closing prices. */
  readonly profit: Micros
  readonly equity: Micros
  /** Equity at mid prices, which the margin level uses. */
  readonly midEquity: Micros
  readonly usedMargin: Micros
  readonly freeMargin: Micros
  /** Equity at mid prices ÷ used margin, in hundredths of a percent; null without margin. */
  readonly marginLevel: number | null
  /** Used margin ÷ equity, in hundredths of a percent; null unless the equity is positive. */
  readonly marginUsage: number | null
}

export function accountFigures(cash: Micros, open: Iterable<Order>, board: Prices): AccountFigures {
  let profit = micros(0)
  let usedMargin = micros(0)
  const orders = [...open]
  for (const order of orders) {
    profit = add(profit, valuation(order, board).profit)
    usedMargin = add(usedMargin, order.margin)
  }
  return figuresFromSums({ cash, profit, midEquity: equityAndMargin(cash, orders, board).equity, usedMargin })
}

/** Totals over the open orders of an account. */
export type AccountSums = Pick<AccountFigures, 'profit' | 'midEquity' | 'usedMargin'> & {
  readonly cash: Micros
}

/** Account figures from totals that the caller keeps up to date. */
export function figuresFromSums({ cash, profit, midEquity, usedMargin }: AccountSums): AccountFigures {
  const equity = add(cash, profit)
  return {
    balance: cash,
    profit,
    equity,
    midEquity,
    usedMargin,
    freeMargin: subtract(equity, usedMargin),
    marginLevel: roundedMarginLevel({ equity: midEquity, usedMargin }),
    marginUsage: equity > 0 ? roundedRatio(usedMargin, equity) : null,
  }
}

/** Numerator and denominator of the margin level. Decisions compare them exactly; only displayed levels are rounded. */
export type EquityAndMargin = { readonly equity: Micros; readonly usedMargin: Micros }

export function usedMargin(open: Iterable<Order>): Micros {
  let used = micros(0)
  for (const { margin } of open) used = add(used, margin)
  return used
}

export function equityAndMargin(cash: Micros, open: Iterable<Order>, board: Prices): EquityAndMargin {
  let equity = cash
  let usedMargin = micros(0)
  for (const order of open) {
    equity = add(equity, midProfit(order, board))
    usedMargin = add(usedMargin, order.margin)
  }
  return { equity, usedMargin }
}

/** In hundredths of a percent, half to even; null without margin. */
export function roundedMarginLevel({ equity, usedMargin }: EquityAndMargin): number | null {
  return usedMargin === 0 ? null : roundedRatio(equity, usedMargin)
}

/** True if the exact margin level is above the percentage, or no margin is used. */
export function isAbovePercent({ equity, usedMargin }: EquityAndMargin, percent: number): boolean {
  return usedMargin === 0 || compareRatios(equity, usedMargin, percent, 100) > 0
}

export const marginCallPercent = 100
export const marginCallResetPercent = 110
export const closeOutPercent = 50

const inHundredthsOfPercent = 10_000

/** For display only, so a ratio above the exact range is clamped. */
function roundedRatio(part: Micros, whole: Micros): number {
  const largest = part < 0 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER
  return mulDivWithin([part, inHundredthsOfPercent], [whole]) ?? largest
}
