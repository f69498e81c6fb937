import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Progress } from '#ui/progress.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import type { DateRange } from '#web/parts/lists/date-range.ts'
import { type CsvExportState, useCsvExport } from '#web/parts/lists/use-csv-export.ts'
import { ordersCsv, ordersFileName } from '#web/screens/order/history/orders-csv.ts'
import { readHistory } from '#web/screens/order/history/read-history.ts'

type HistoryTotalsProps = {
  readonly range: DateRange
  /** Undefined until the first page has loaded. */
  readonly count: number | undefined
  readonly profit: string | undefined
}

/** Order count and realised profit of the date range, and the CSV export. */
export function HistoryTotals({ range, count, profit }: HistoryTotalsProps) {
  const t = useDictionary('trading', 'orders')
  const { done, start, stop } = useOrdersDownload(range)
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
      {/* Reserves space for the progress bar, so that nothing moves when it appears. */}
      <div className="mt-1 h-1">
        {isRunning ? <Progress done={done} label={t('orders.csv.progress')} /> : null}
      </div>
    </div>
  )
}

/** Exports all orders of the date range, not only the loaded pages. */
function useOrdersDownload(range: DateRange): CsvExportState {
  const t = useDictionary('orders')
  const { caller, now } = useParts()
  return useCsvExport<ShownOrder>(() => {
    const nowMs = now()
    return {
      readPage: (page, signal) => readHistory(caller.call, { range, nowMs, ...page }, signal),
      keyOf: ({ id }) => String(id),
      toFile: (orders) => ({ name: ordersFileName(orders, range, nowMs), text: ordersCsv(orders) }),
      messages: {
        done: (count) => t('orders.csv.done', { count }),
        truncated: (count) => t('orders.csv.cut', { count: figureText(count) }),
        failed: () => t('orders.csv.failed'),
      },
    }
  })
}
