import { isBeyondNotional, mostMoney } from '#core/decision/limits.ts'
import { type Risk, shownRiskRate } from '#core/margin/account-figures.ts'
import { profitAt, requiredMargin } from '#core/margin/exposure.ts'
import { tradeFee } from '#core/margin/trade-fee.ts'
import { openingSide } from '#core/margin/valuation.ts'
import { type Micros, micros } from '#core/money/micros.ts'
import { type Price, price } from '#core/money/price.ts'
import { add, subtract } from '#core/money/safe-integer.ts'
import { directionOf } from '#core/order/order.ts'
import { closeOutPrice } from '#core/preview/close-out-price.ts'
import { type Moment, openingMoment } from '#core/preview/moment.ts'
import { pipSteps } from '#core/preview/pip.ts'
import { closingProfit, isCountable, middleProfit, mostCounted } from '#core/preview/positions-worth.ts'
import type { Preview, PreviewAccount, PreviewPosition, PreviewWish } from '#core/preview/preview-types.ts'

/**
 * What an order would come to, by the rules the engine decides by. Undefined for one that is beyond every limit: what
 * somebody types may be more than can be counted.
 */
export function previewOrder(account: PreviewAccount, wish: PreviewWish): Preview | undefined {
  const moment = openingMoment(wish)
  if (moment === undefined) return undefined
  const order = { ...wish, openPrice: openingSide(wish.side, moment.quote) }
  if (!canBeCounted(account, order, moment)) return undefined
  const then = accountThen(account, wish, moment)
  const cost = costOf(order, moment)
  const after = accountAfter(then, order, cost, moment)
  const positions = [...wish.others, order]
  const standing = {
    netValue: subtract(after.midNetValue, middleProfit(positions, moment)),
    usedMargin: after.usedMargin,
  }
  return {
    price: order.openPrice,
    ...cost,
    isEnough: available(then) >= add(cost.margin, cost.fee),
    availableAfter: available(after),
    riskRateAfter: shownRiskRate(riskOf(after)),
    pipValue: pipValue(order, moment),
    closeOutPrice: closeOutPrice(wish, { positions, standing }, moment.quote),
  }
}

type Opening = PreviewWish & { readonly openPrice: Price }
type Cost = { readonly margin: Micros; readonly fee: Micros }

/** Whether it is within the limits of one order, and everything that is counted with it stays exact. */
function canBeCounted(account: PreviewAccount, order: Opening, moment: Moment): boolean {
  const { terms, lots, openPrice, others, quote, rate } = order
  // A pip is more than the whole price where that is only a few steps.
  const most = price(Math.max(openPrice, pipSteps(terms.pricePrecision)))
  if (isBeyondNotional({ terms, lots, price: most, rate: moment.rate }, micros(0), [])) return false
  // What a fixed margin and a fee come to depends on the lots alone.
  const unitMargin = terms.marginMode === 'fixed' ? terms.unitsPerLot * microsPerHundredth : 0
  if (lots * Math.max(unitMargin, terms.feePerLot / 100) > mostMoney) return false
  const { netValue, midNetValue, usedMargin } = account
  if ([netValue, midNetValue, usedMargin].some((amount) => Math.abs(amount) > mostCounted)) return false
  return isCountable(others, { quote, rate }) && isCountable([...others, order], moment)
}

const microsPerHundredth = 10_000

/** The account when the order opens: its other orders in this market have gone along with the price. */
function accountThen(
  account: PreviewAccount,
  { quote, rate, others }: PreviewWish,
  moment: Moment,
): PreviewAccount {
  const now = { quote, rate }
  const gained = subtract(closingProfit(others, moment), closingProfit(others, now))
  const gainedAtMid = subtract(middleProfit(others, moment), middleProfit(others, now))
  return {
    netValue: add(account.netValue, gained),
    midNetValue: add(account.midNetValue, gainedAtMid),
    usedMargin: account.usedMargin,
  }
}

function costOf({ terms, lots, leverage, openPrice }: Opening, { rate }: Moment): Cost {
  const margin = requiredMargin(terms, { lots, price: openPrice, leverage }, rate)
  return { margin, fee: tradeFee(terms, lots, margin) }
}

/** The fee is gone, the margin is used, and what lies between bid and ask is lost. */
function accountAfter(
  then: PreviewAccount,
  order: PreviewPosition,
  { margin, fee }: Cost,
  moment: Moment,
): PreviewAccount {
  return {
    netValue: subtract(add(then.netValue, closingProfit([order], moment)), fee),
    midNetValue: subtract(add(then.midNetValue, middleProfit([order], moment)), fee),
    usedMargin: add(then.usedMargin, margin),
  }
}

function available({ netValue, usedMargin }: PreviewAccount): Micros {
  return subtract(netValue, usedMargin)
}

function riskOf({ midNetValue, usedMargin }: PreviewAccount): Risk {
  return { netValue: midNetValue, usedMargin }
}

function pipValue(order: Opening, { rate }: Moment): Micros {
  const gained = pipSteps(order.terms.pricePrecision) * directionOf(order.side)
  return profitAt(order.terms, order, price(order.openPrice + gained), rate)
}
