import { type Sign, worstNetValue } from '#core/margin/region/corner.ts'
import { setStepSizes } from '#core/margin/region/paces.ts'
import { type ExposureModel, stepValue } from '#core/margin/region/stakes.ts'

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
