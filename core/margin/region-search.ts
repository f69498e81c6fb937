import { type CurrencyPosition, type ExposureModel, stepValue } from '#core/margin/region-exposures.ts'
import { conversionRate } from '#core/market/conversion.ts'
import { price } from '#core/money/amounts.ts'

/** What the account is worth, times the sign, must stay above the level. */
export type Threshold = { readonly sign: Sign; readonly level: number }

/**
 * Gives every market as much width as the walls allow, at its pace. False where not even the prices of this moment
 * are certain, because a wall is nearer than what is kept back.
 */
export function widen(all: ExposureModel, cash: number, walls: readonly Threshold[]): boolean {
  setWidths(all, 0)
  const slack = slackOf(all, cash, walls)
  if (!(slack > 0)) return false
  const guessed = setStepSizes(all, slack)
  const widest = maxReach(all)
  let [safe, left, unsafe] = [0, slack, Number.POSITIVE_INFINITY]
  let tried = Math.min(widest, guessed)
  for (let round = 0; round < maxRounds; round += 1) {
    setWidths(all, tried)
    const found = slackOf(all, cash, walls)
    if (found > 0 && (found < acceptableSlackShare * slack || tried === widest)) return true
    // What is left shrinks with the reach, nearly in proportion: a line through two points leads to where little is left.
    const line = safe + ((tried - safe) * (left - targetSlackShare * slack)) / Math.max(left - found, 0)
    const next = Math.min(line, maxGrowth * tried, widest)
    if (found > 0) [safe, left] = [tried, found]
    else unsafe = tried
    tried = next > safe && next < unsafe ? next : (safe + unsafe) / 2
  }
  setWidths(all, safe)
  return true
}

/** One or two nearly always do. */
const maxRounds = 8
const maxGrowth = 8
/** So much of the slack is aimed to be left over, and so much is good enough. */
const targetSlackShare = 0.01
const acceptableSlackShare = 0.03

/** No price goes further than this share of itself: near nothing, rates are no longer to be counted on. */
const maxWidthShare = 0.9

function setWidths(
  { axes: grounds, currencies: purses, exposures: stakes }: ExposureModel,
  reach: number,
): void {
  for (const ground of grounds)
    ground.width = Math.floor(Math.min(reach * ground.stepSize, maxWidthShare) * ground.sum)
  for (const purse of purses) purse.swing = 0
  for (const stake of stakes) stake.position.swing += stepValue(stake) * stake.axis.width
}

/** How far the nearest wall is from the worst there can be. */
function slackOf(all: ExposureModel, cash: number, walls: readonly Threshold[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const { sign, level } of walls) least = Math.min(least, worstNetValue(all, cash, sign) - level)
  return least
}

/** From here on every market has all the width it can have. */
function maxReach({ axes: grounds }: ExposureModel): number {
  let widest = 0
  for (const { stepSize: pace } of grounds) widest = Math.max(widest, maxWidthShare / pace)
  return widest
}

/** 1 looks for the least that the account can be worth, −1 for the most: that is the least of it all turned round. */
type Sign = 1 | -1

/**
 * Below this, times its sign, the net value is nowhere in the box: every market at its worse end, and every rate at whichever
 * end is worse for what is then gained or lost in its currency. What roundings and floats may hide is taken off. Minus infinity
 * where nothing can be said.
 */
function worstNetValue(all: ExposureModel, cash: number, sign: Sign): number {
  let worth = sign * cash
  let gross = Math.abs(cash)
  for (const purse of all.currencies) {
    const least = lowestProfit(purse, sign, all.orders)
    const rate = rateAtEnd(purse, needsHighRate(least))
    if (rate === undefined) return Number.NEGATIVE_INFINITY
    worth += least * rate
    gross += (purse.gross + purse.swing) * rate
  }
  // Each order is rounded by itself, by at most half.
  return gross <= maxExactGross
    ? worth - all.orders - roundingError(all.orders) * gross
    : Number.NEGATIVE_INFINITY
}

/** The least that a purse can come to in its own currency. */
export function lowestProfit(
  { profit: gained, gross, swing }: CurrencyPosition,
  sign: Sign,
  orders: number,
): number {
  return sign * gained - swing - roundingError(orders) * (gross + swing)
}

/** A loss is worst where its currency is dear, a gain where it is cheap. Never mind the other end: it is better. */
export function needsHighRate(least: number): boolean {
  return least < 0
}

/** Twice this and the exact formulas have no answer any more. */
const maxExactGross = 2 ** 52

/** So many additions and a few products before them, each off by half of 2^−52 at most; and as much again to spare. */
function roundingError(orders: number): number {
  return (orders + 8) * Number.EPSILON
}

function rateAtEnd({ converter: mover, rate }: CurrencyPosition, isHigh: boolean): number | undefined {
  if (mover === undefined || mover.axis.width === 0) return rate
  const { route: way, axis: ground } = mover
  const isUp = isHigh === (way.conversion.by === 'multiply')
  const sum = ground.sum + (isUp ? ground.width : -ground.width)
  // Only the sum of bid and ask matters, and it may be odd.
  return conversionRate(way.conversion, { bid: price(sum), ask: price(0) }, way.precision)
}

/**
 * Shares the room among the markets, and returns about how far it reaches. How often a range is left grows with the square of
 * how much its market stirs over how wide it is. For what can be lost in all, the fewest are left when a market has room for
 * what it stirs times the cube root of how little it costs beside the others.
 */
function setStepSizes(all: ExposureModel, slack: number): number {
  const total = addExpectedLosses(all, slack)
  let loss = 0
  for (const ground of all.axes) {
    const isDear = ground.expectedLoss * maxBoost ** 3 > total
    const favour = isDear ? Math.cbrt(total / ground.expectedLoss) : maxBoost
    ground.stepSize = ground.volatility * favour
    loss += ground.expectedLoss * favour
  }
  return slack / loss
}

const maxBoost = 8

/** What each market would lose alone if it moved by what it stirs. Of a rate that is for what may be lost by then as well. */
function addExpectedLosses({ currencies: purses, exposures: stakes }: ExposureModel, slack: number): number {
  let total = 0
  for (const stake of stakes) {
    const { axis: ground, position: purse } = stake
    const swing = stepValue(stake) * ground.volatility * ground.sum
    purse.swing += swing
    ground.expectedLoss += swing * purse.rate
    total += swing * purse.rate
  }
  const reach = total === 0 ? 0 : slack / total
  for (const { converter: mover, profit: gained, swing, rate } of purses) {
    if (mover === undefined) continue
    const loss = (Math.abs(gained) + swing * reach) * mover.axis.volatility * rate
    mover.axis.expectedLoss += loss
    total += loss
  }
  return total
}
