import { useMemo } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { TicketSurroundings } from '#web/parts/ticket/ticket-types.ts'
import { type EditDraft, type EditView, viewEdit } from '#web/screens/order/detail/editing/edit-view.ts'
import { useSurroundings } from '#web/screens/order/detail/use-surroundings.ts'

/** The edited order at the prices of now. Undefined until its market is known. */
export function useEdit(
  order: ShownOrder,
  draft: EditDraft,
): (EditView & Pick<TicketSurroundings, 'market'>) | undefined {
  const around = useSurroundings(order.market.id, order.market.quoteCurrency)
  return useMemo(
    () => (around === undefined ? undefined : { ...viewEdit(order, draft, around), market: around.market }),
    [order, draft, around],
  )
}
