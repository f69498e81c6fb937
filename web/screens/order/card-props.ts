import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { PressTarget } from '#ui/pressable.tsx'
import type { OrderPart } from '#web/screens/order/opened-part.ts'

/** What every card of a standing order is handed. */
export type CardProps = {
  readonly order: ShownOrder
  readonly target: PressTarget
  /** Opens its detail at this part. */
  readonly onOpen: (part: OrderPart) => void
}
