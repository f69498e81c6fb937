import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Progress } from '#ui/progress.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { DateRange } from '#web/parts/lists/date-range.ts'
import { useSaveOrders } from '#web/screens/order/history/use-save-orders.ts'

export type HistoryTotalsProps = {
  readonly range: DateRange
  /** Unknown until the first page has come. */
  readonly count: number | undefined
  readonly profit: string | undefined
}

/** How many ended in these days, what they brought, and the way to have them as a file. */
export function HistoryTotals({ range, count, profit }: HistoryTotalsProps) {
  const t = useBook('trading', 'orders')
  const { done, start, stop } = useSaveOrders(range)
  const isRunning = done !== undefined
  return (
    <div className="px-4 pb-2">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <div className="text-12 text-dim">
            {t('orders.realised')}
            {count === undefined ? null : ` · ${t('orders.count', { count })}`}
          </div>
          <Figure className="text-15 font-semibold" decimals={6} plus tone="sign" value={profit} />
        </div>
        <Button
          aria-label={isRunning ? undefined : t('orders.csv.save')}
          className="shrink-0"
          disabled={!isRunning && (count ?? 0) === 0}
          icon={isRunning ? 'close' : 'deposit'}
          onClick={isRunning ? stop : start}
          size="small"
          variant="secondary"
        >
          {t(isRunning ? 'orders.csv.stop' : 'orders.csv')}
        </Button>
      </div>
      {/* Its room is always there, so that nothing moves when it comes. */}
      <div className="mt-1 h-1">
        {isRunning ? <Progress done={done} label={t('orders.csv.progress')} /> : null}
      </div>
    </div>
  )
}
