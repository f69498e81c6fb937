import type { ShownOrder } from '#contract/order-from-wire.ts'
import { figureText } from '#ui/figure-format.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import type { DateRange } from '#web/parts/lists/date-range.ts'
import { type CsvSaving, useSaveCsv } from '#web/parts/lists/use-csv-export.ts'
import { ordersCsv, ordersFileName } from '#web/screens/order/history/orders-csv.ts'
import { readHistory } from '#web/screens/order/history/read-history.ts'

/** Hands over every order that ended in these days, not only what was scrolled to. */
export function useSaveOrders(range: DateRange): CsvSaving {
  const t = useBook('orders')
  const { caller, now } = useParts()
  return useSaveCsv<ShownOrder>(() => {
    const nowMs = now()
    return {
      readPage: (asked, signal) => readHistory(caller.call, { range, nowMs, ...asked }, signal),
      keyOf: ({ id }) => String(id),
      fileOf: (orders) => ({ name: ordersFileName(orders, range, nowMs), text: ordersCsv(orders) }),
      words: {
        done: (count) => t('orders.csv.done', { count }),
        cut: (count) => t('orders.csv.cut', { count: figureText(count) }),
        failed: () => t('orders.csv.failed'),
      },
    }
  })
}
