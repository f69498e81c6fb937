import type { ShownOrder } from '#contract/order-from-wire.ts'
import { shownOrder } from '#test/wire/order-fixtures.ts'

/** An order on the chart: half a lot of EUR/USD bought at 1.08435, opened a second after its placement. */
export function chartOrder(changed: Partial<ShownOrder> = {}): ShownOrder {
  return shownOrder({ id: 7, openedAt: '2026-11-14T08:00:01.000Z', ...changed })
}
