import { useCallback, useState } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import { useLatePart } from '#web/parts/use-late-part.ts'
import { type OpenedOrder, openedOrder, openedText } from '#web/screens/order/opened-part.ts'

const fetchDetail = () => import('#web/screens/order/detail/order-detail.tsx')

export type OpenedDetailProps = {
  /** As the address says it. */
  readonly opened: string | undefined
  readonly onOpen: (text: string) => void
  readonly onClose: () => void
}

/** The order that the address opens, whichever list is shown; its chunk is fetched with the first one. */
export function OpenedDetail({ opened, onOpen, onClose }: OpenedDetailProps) {
  const order = openedOrder(opened)
  const { last, openings } = useLastOpened(order)
  const late = useLatePart(useFetchDetail(), order !== undefined, onClose)
  if (last === undefined || late === undefined) return null
  return (
    <late.OrderDetail
      id={last.id}
      isOpen={order !== undefined}
      // What somebody left is not what they find when they open it again.
      key={openings}
      onClose={onClose}
      onOrder={(id) => onOpen(openedText({ id, part: 'all' }))}
      onPart={(part) => onOpen(openedText({ id: last.id, part }))}
      part={last.part}
    />
  )
}

/** Reversing and editing also say words of the ticket, which come along with the chunk. */
function useFetchDetail() {
  const { words } = useParts()
  return useCallback(async () => {
    await Promise.all([fetchDetail(), words.need('ticket')])
    // Loaded by now.
    return await fetchDetail()
  }, [words])
}

/** It stays when nothing is open any more, so that it can leave the screen. */
function useLastOpened(order: OpenedOrder | undefined) {
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
