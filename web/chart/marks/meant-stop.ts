import { type Price, price as priceOf } from '#core/money/price.ts'
import { unitsOf } from '#core/money/units-of.ts'
import type { MarkLine, StopMove } from '#web/chart/marks/mark-types.ts'

export function canBeDragged({ becomes }: MarkLine): boolean {
  return becomes.below !== undefined || becomes.above !== undefined
}

/** What dragging a line to a place on the axis means: which stop, at which price. Undefined where it means nothing. */
export function meantStop(line: MarkLine, axisValue: number): StopMove | undefined {
  const price = stepAt(axisValue, line.precision)
  if (price === undefined || price === line.price) return undefined
  const kind = price < line.price ? line.becomes.below : line.becomes.above
  return kind === undefined ? undefined : { orderId: line.orderId, kind, price }
}

/** The step nearest to it; there is no price at or below zero. */
function stepAt(axisValue: number, precision: number): Price | undefined {
  const steps = unitsOf(axisValue, precision)
  return steps > 0 ? priceOf(steps) : undefined
}
