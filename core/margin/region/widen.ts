import { type Sign, worstOf } from '#core/margin/region/corner.ts'
import { setPaces } from '#core/margin/region/paces.ts'
import { type Stakes, worthOfStep } from '#core/margin/region/stakes.ts'

/** What the account is worth, times the sign, must stay above the level. */
export type Wall = { readonly sign: Sign; readonly level: number }

/**
 * Gives every market as much width as the walls allow, at its pace. False where not even the prices of this moment
 * are certain, because a wall is nearer than what is kept back.
 */
export function widen(all: Stakes, cash: number, walls: readonly Wall[]): boolean {
  spread(all, 0)
  const slack = slackOf(all, cash, walls)
  if (!(slack > 0)) return false
  const guessed = setPaces(all, slack)
  const widest = widestReach(all)
  let [safe, left, unsafe] = [0, slack, Number.POSITIVE_INFINITY]
  let tried = Math.min(widest, guessed)
  for (let round = 0; round < mostRounds; round += 1) {
    spread(all, tried)
    const found = slackOf(all, cash, walls)
    if (found > 0 && (found < spare * slack || tried === widest)) return true
    // What is left shrinks with the reach, nearly in proportion: a line through two points leads to where little is left.
    const line = safe + ((tried - safe) * (left - aim * slack)) / Math.max(left - found, 0)
    const next = Math.min(line, mostGrowth * tried, widest)
    if (found > 0) [safe, left] = [tried, found]
    else unsafe = tried
    tried = next > safe && next < unsafe ? next : (safe + unsafe) / 2
  }
  spread(all, safe)
  return true
}

/** One or two nearly always do. */
const mostRounds = 8
const mostGrowth = 8
/** So much of the slack is aimed to be left over, and so much is good enough. */
const aim = 0.01
const spare = 0.03

/** No price goes further than this share of itself: near nothing, rates are no longer to be counted on. */
const widestShare = 0.9

function spread({ grounds, purses, stakes }: Stakes, reach: number): void {
  for (const ground of grounds)
    ground.width = Math.floor(Math.min(reach * ground.pace, widestShare) * ground.sum)
  for (const purse of purses) purse.swing = 0
  for (const stake of stakes) stake.purse.swing += worthOfStep(stake) * stake.ground.width
}

/** How far the nearest wall is from the worst there can be. */
function slackOf(all: Stakes, cash: number, walls: readonly Wall[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const { sign, level } of walls) least = Math.min(least, worstOf(all, cash, sign) - level)
  return least
}

/** From here on every market has all the width it can have. */
function widestReach({ grounds }: Stakes): number {
  let widest = 0
  for (const { pace } of grounds) widest = Math.max(widest, widestShare / pace)
  return widest
}
