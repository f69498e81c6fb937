import { type ExposureModel, stepValue } from '#core/margin/region/stakes.ts'

/**
 * Shares the room among the markets, and returns about how far it reaches. How often a range is left grows with the square of
 * how much its market stirs over how wide it is. For what can be lost in all, the fewest are left when a market has room for
 * what it stirs times the cube root of how little it costs beside the others.
 */
export function setStepSizes(all: ExposureModel, slack: number): number {
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
