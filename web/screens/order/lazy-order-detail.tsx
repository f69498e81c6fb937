import { type ComponentType, useState } from 'react'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import type { OrderDetailProps } from '#web/screens/order/detail/order-detail.tsx'
import { formatOrderRef, type OrderRef, parseOrderRef } from '#web/screens/order/order-address.ts'
import type { LateCode } from '#web/stores/late-parts.ts'

/** The reverse and edit forms use the ticket's texts. */
const detailCode: LateCode<ComponentType<OrderDetailProps>> = {
  load: async () => (await import('#web/screens/order/detail/order-detail.tsx')).OrderDetail,
  dictionaries: ['ticket'],
}

type LazyOrderDetailProps = {
  /** The `id` parameter of the address. */
  readonly orderParam: string | undefined
  readonly onOpen: (text: string) => void
  readonly onClose: () => void
}

/** The order detail, opened by the address over any of the lists. Its chunk is loaded for the first order. */
export function LazyOrderDetail({ orderParam, onOpen, onClose }: LazyOrderDetailProps) {
  const order = parseOrderRef(orderParam)
  const { last, openings } = useLastOpened(order)
  const OrderDetail = useLateOverlay(detailCode, order !== undefined, onClose)
  if (last === undefined || OrderDetail === undefined) return null
  return (
    <OrderDetail
      id={last.id}
      isOpen={order !== undefined}
      // Remounts the detail at each opening, so that no earlier input is left.
      key={openings}
      onClose={onClose}
      onOrder={(id) => onOpen(formatOrderRef({ id, part: 'all' }))}
      onPart={(part) => onOpen(formatOrderRef({ id: last.id, part }))}
      part={last.part}
    />
  )
}

/** Keeps the last shown order after the detail is closed, for the closing animation. */
function useLastOpened(order: OrderRef | undefined) {
  const [shown, setShown] = useState({ last: order, isOpen: order !== undefined, openings: 0 })
  const isOpen = order !== undefined
  const isOther = isOpen && (order.id !== shown.last?.id || order.part !== shown.last.part)
  if (isOpen !== shown.isOpen || isOther)
    setShown({
      last: order ?? shown.last,
      isOpen,
      openings: isOpen && !shown.isOpen ? shown.openings + 1 : shown.openings,
    })
  return shown
}
