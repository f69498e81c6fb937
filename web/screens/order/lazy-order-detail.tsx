import { useCallback, useState } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import { useLazyPart } from '#web/parts/lazy-overlay.tsx'
import { formatOrderRef, type OrderRef, parseOrderRef } from '#web/screens/order/order-address.ts'

const importDetail = () => import('#web/screens/order/detail/order-detail.tsx')

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
  const chunk = useLazyPart(useLoadDetail(), order !== undefined, onClose)
  if (last === undefined || chunk === undefined) return null
  return (
    <chunk.OrderDetail
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

/** Loads the ticket's dictionary with the chunk: the reverse and edit forms use it. */
function useLoadDetail() {
  const { translations } = useParts()
  return useCallback(async () => {
    const [detail] = await Promise.all([importDetail(), translations.loadDictionary('ticket')])
    return detail
  }, [translations])
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
