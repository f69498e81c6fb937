import type { ShownOrder } from '#contract/order-from-wire.ts'
import { parseLots } from '#core/money/lots.ts'

/** Whether a step can be closed and enough be left: a part must leave at least the least lots. */
export function canClosePart({
  lots,
  lotStep,
  leastLots,
}: Pick<ShownOrder, 'lots' | 'lotStep' | 'leastLots'>): boolean {
  const [all, step, least] = [parseLots(lots), parseLots(lotStep), parseLots(leastLots)]
  return all.ok && step.ok && least.ok && all.amount - step.amount >= Math.max(step.amount, least.amount)
}
