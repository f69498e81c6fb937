import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useBook, useParts, useStore } from '#web/parts/app-parts.tsx'

/** One order is closed from its card. */
const fewest = 2

/** Above the open orders: how many there are, and the way to close several at once. */
export function CloseManyEntry({ onOpen }: { onOpen: () => void }) {
  const t = useBook('orders')
  const { status, open } = useStore(useParts().portfolio.standing)
  // The row is there while loading, so that the cards do not move when two or more come.
  if (status === 'loading') return <Skeleton className="mx-4 mb-2 h-9 w-24" />
  if (open.length < fewest) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pb-2">
      <bdi className="text-13 text-dim">{t('orders.count', { count: open.length })}</bdi>
      <Button onClick={onOpen} size="small" variant="secondary">
        {t('orders.close_many')}
      </Button>
    </div>
  )
}
