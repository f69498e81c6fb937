import { type Stakes, worthOfStep } from '#core/margin/region/stakes.ts'

/**
 * Shares the room among the markets, and returns about how far it reaches. How often a range is left grows with the square of
 * how much its market stirs over how wide it is. For what can be lost in all, the fewest are left when a market has room for
 * what it stirs times the cube root of how little it costs beside the others.
 */
export function setPaces(all: Stakes, slack: number): number {
  const total = addLosses(all, slack)
  let loss = 0
  for (const ground of all.grounds) {
    const isDear = ground.loss * mostFavour ** 3 > total
    const favour = isDear ? Math.cbrt(total / ground.loss) : mostFavour
    ground.pace = ground.stir * favour
    loss += ground.loss * favour
  }
  return slack / loss
}

const mostFavour = 8

/** What each market would lose alone if it moved by what it stirs. Of a rate that is for what may be lost by then as well. */
function addLosses({ purses, stakes }: Stakes, slack: number): number {
  let total = 0
  for (const stake of stakes) {
    const { ground, purse } = stake
    const swing = worthOfStep(stake) * ground.stir * ground.sum
    purse.swing += swing
    ground.loss += swing * purse.rate
    total += swing * purse.rate
  }
  const reach = total === 0 ? 0 : slack / total
  for (const { mover, gained, swing, rate } of purses) {
    if (mover === undefined) continue
    const loss = (Math.abs(gained) + swing * reach) * mover.ground.stir * rate
    mover.ground.loss += loss
    total += loss
  }
  return total
}
