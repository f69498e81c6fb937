import { type CurrencyPosition, type ExposureModel, stepValue } from '#core/margin/region-exposures.ts'
import { conversionRate } from '#core/market/conversion.ts'
import { price } from '#core/money/amounts.ts'

/** Equity × sign must stay above the level. */
export type Threshold = { readonly sign: Sign; readonly level: number }

/**
 * Searches for the largest reach (a common factor of all step sizes) at which the worst corner stays within the
 * thresholds, and sets the width of every axis. False if a threshold is closer to the current equity than the error
 * margin.
 */
export function widen(model: ExposureModel, cash: number, thresholds: readonly Threshold[]): boolean {
  setWidths(model, 0)
  const slack = slackOf(model, cash, thresholds)
  if (!(slack > 0)) return false
  const guessed = setStepSizes(model, slack)
  const widest = maxReach(model)
  let [safe, left, unsafe] = [0, slack, Number.POSITIVE_INFINITY]
  let tried = Math.min(widest, guessed)
  for (let round = 0; round < maxRounds; round += 1) {
    setWidths(model, tried)
    const found = slackOf(model, cash, thresholds)
    if (found > 0 && (found < acceptableSlackShare * slack || tried === widest)) return true
    // Secant step: slack falls almost linearly with the reach.
    const line = safe + ((tried - safe) * (left - targetSlackShare * slack)) / Math.max(left - found, 0)
    const next = Math.min(line, maxGrowth * tried, widest)
    if (found > 0) [safe, left] = [tried, found]
    else unsafe = tried
    tried = next > safe && next < unsafe ? next : (safe + unsafe) / 2
  }
  setWidths(model, safe)
  return true
}

/** One or two rounds are almost always enough. */
const maxRounds = 8
const maxGrowth = 8
/** Shares of the initial slack. The search aims to leave the first, and stops once less than the second is left. */
const targetSlackShare = 0.01
const acceptableSlackShare = 0.03

/** No price may move by more than this share: near zero, conversion rates become unbounded. */
const maxWidthShare = 0.9

function setWidths({ axes, currencies, exposures }: ExposureModel, reach: number): void {
  for (const axis of axes) axis.width = Math.floor(Math.min(reach * axis.stepSize, maxWidthShare) * axis.sum)
  for (const position of currencies) position.swing = 0
  for (const exposure of exposures) exposure.position.swing += stepValue(exposure) * exposure.axis.width
}

/** Distance from the worst equity to the nearest threshold. */
function slackOf(model: ExposureModel, cash: number, thresholds: readonly Threshold[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const { sign, level } of thresholds) least = Math.min(least, worstEquity(model, cash, sign) - level)
  return least
}

/** The reach at which every axis has its maximum width. */
function maxReach({ axes }: ExposureModel): number {
  let widest = 0
  for (const { stepSize } of axes) widest = Math.max(widest, maxWidthShare / stepSize)
  return widest
}

/** 1 searches for the lowest equity. −1 searches for the highest, as the lowest of the negated values. */
type Sign = 1 | -1

/**
 * Lower bound of equity × sign within the box. Every market is at its worse end, and every rate at the end that is
 * worse for the resulting profit in its currency. Rounding and float errors are subtracted. −∞ if no bound is known.
 */
function worstEquity(model: ExposureModel, cash: number, sign: Sign): number {
  let equity = sign * cash
  let gross = Math.abs(cash)
  for (const position of model.currencies) {
    const least = lowestProfit(position, sign, model.orders)
    const rate = rateAtEnd(position, needsHighRate(least))
    if (rate === undefined) return Number.NEGATIVE_INFINITY
    equity += least * rate
    gross += (position.gross + position.swing) * rate
  }
  // Rounding changes each order's profit by at most half a micro-dollar. A whole one is subtracted for safety.
  return gross <= maxExactGross
    ? equity - model.orders - roundingError(model.orders) * gross
    : Number.NEGATIVE_INFINITY
}

/** Lower bound of profit × sign in the position's own currency. */
export function lowestProfit({ profit, gross, swing }: CurrencyPosition, sign: Sign, orders: number): number {
  return sign * profit - swing - roundingError(orders) * (gross + swing)
}

/** A loss is worst at the highest rate, a profit at the lowest. */
export function needsHighRate(least: number): boolean {
  return least < 0
}

/** The exact formulas fail at 2^53; half of that keeps a safety margin. */
const maxExactGross = 2 ** 52

/** Relative float error: one addition per order and a few products, each off by at most 2^−53, doubled for safety. */
function roundingError(orders: number): number {
  return (orders + 8) * Number.EPSILON
}

function rateAtEnd({ converter, rate }: CurrencyPosition, isHigh: boolean): number | undefined {
  if (converter === undefined || converter.axis.width === 0) return rate
  const { route, axis } = converter
  const isUp = isHigh === (route.conversion.by === 'multiply')
  const sum = axis.sum + (isUp ? axis.width : -axis.width)
  // The rate depends only on bid + ask. The sum may be odd, so it is passed as the bid instead of being halved.
  return conversionRate(route.conversion, { bid: price(sum), ask: price(0) }, route.precision)
}

/**
 * Sets the relative widths of the axes and returns an estimate of the reach. Prices leave a range at a frequency that
 * grows with (volatility ÷ width)². For a given total loss, exits are rarest if width ∝ volatility × ∛(total loss ÷ own
 * loss).
 */
function setStepSizes(model: ExposureModel, slack: number): number {
  const total = addExpectedLosses(model, slack)
  let loss = 0
  for (const axis of model.axes) {
    const isCostly = axis.expectedLoss * maxBoost ** 3 > total
    const boost = isCostly ? Math.cbrt(total / axis.expectedLoss) : maxBoost
    axis.stepSize = axis.volatility * boost
    loss += axis.expectedLoss * boost
  }
  return slack / loss
}

const maxBoost = 8

/**
 * Adds to each axis the loss if its market alone moves by its volatility, and returns the total. The loss of a
 * converting market covers the current profit and the swing that the slack allows.
 */
function addExpectedLosses({ currencies, exposures }: ExposureModel, slack: number): number {
  let total = 0
  for (const exposure of exposures) {
    const { axis, position } = exposure
    const swing = stepValue(exposure) * axis.volatility * axis.sum
    position.swing += swing
    axis.expectedLoss += swing * position.rate
    total += swing * position.rate
  }
  const reach = total === 0 ? 0 : slack / total
  for (const { converter, profit, swing, rate } of currencies) {
    if (converter === undefined) continue
    const loss = (Math.abs(profit) + swing * reach) * converter.axis.volatility * rate
    converter.axis.expectedLoss += loss
    total += loss
  }
  return total
}
