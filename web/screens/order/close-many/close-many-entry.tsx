import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'

/** With fewer orders the button is hidden: a single order is closed from its card. */
const minOrders = 2

/** Number of open orders, and the button that opens the close-many sheet. */
export function CloseManyBar({ onOpen }: { onOpen: () => void }) {
  const t = useDictionary('orders')
  const { status, open } = useStore(useParts().portfolio.activeOrders)
  // Reserves the row while loading, so that the cards do not move when orders arrive.
  if (status === 'loading') return <Skeleton className="mx-4 mb-2 h-9 w-24" />
  if (open.length < minOrders) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pb-2">
      <bdi className="text-13 text-dim">{t('orders.count', { count: open.length })}</bdi>
      <Button onClick={onOpen} size="small" variant="secondary">
        {t('orders.close_many')}
      </Button>
    </div>
  )
}

const sheetCode = {
  load: async () => (await import('#web/screens/order/close-many/close-many-sheet.tsx')).CloseManySheet,
}

type LazyCloseManySheetProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** The close-many sheet, loaded when it is first opened. */
export function LazyCloseManySheet({ isOpen, onClose }: LazyCloseManySheetProps) {
  const openings = useOpenCount(isOpen)
  const CloseManySheet = useLateOverlay(sheetCode, isOpen, onClose)
  // A new key resets the sheet to its first step each time it opens.
  return CloseManySheet === undefined ? null : (
    <CloseManySheet isOpen={isOpen} key={openings} onClose={onClose} />
  )
}

function useOpenCount(isOpen: boolean): number {
  const [shown, setShown] = useState({ isOpen, openings: 0 })
  if (isOpen !== shown.isOpen) setShown({ isOpen, openings: shown.openings + (isOpen ? 1 : 0) })
  return shown.openings
}
