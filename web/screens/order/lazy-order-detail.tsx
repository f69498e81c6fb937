import { useCallback, useState } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import { useLazyPart } from '#web/parts/lazy-overlay.tsx'
import { formatOrderRef, type OrderRef, parseOrderRef } from '#web/screens/order/order-address.ts'

const importDetail = () => import('#web/screens/order/detail/order-detail.tsx')

export type LazyOrderDetailProps = {
  /** As the address says it. */
  readonly orderParam: string | undefined
  readonly onOpen: (text: string) => void
  readonly onClose: () => void
}

/** The order that the address opens, over any of the lists. Its chunk is fetched when the first order is orderParam. */
export function LazyOrderDetail({ orderParam, onOpen, onClose }: LazyOrderDetailProps) {
  const order = parseOrderRef(orderParam)
  const { last, openings } = useLastOpened(order)
  const late = useLazyPart(useLoadDetail(), order !== undefined, onClose)
  if (last === undefined || late === undefined) return null
  return (
    <late.OrderDetail
      id={last.id}
      isOpen={order !== undefined}
      // Mounts it again at each opening, so that nothing typed before is left.
      key={openings}
      onClose={onClose}
      onOrder={(id) => onOpen(formatOrderRef({ id, part: 'all' }))}
      onPart={(part) => onOpen(formatOrderRef({ id: last.id, part }))}
      part={last.part}
    />
  )
}

/** Fetches the words of the ticket with the chunk: reversing and editing use them. */
function useLoadDetail() {
  const { translations: words } = useParts()
  return useCallback(async () => {
    const [detail] = await Promise.all([importDetail(), words.loadDictionary('ticket')])
    return detail
  }, [words])
}

/** Keeps the last order after it is closed, for the closing animation. */
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
