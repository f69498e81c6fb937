import { useLocation } from 'wouter'
import { type DateRange, rangeOfText, rangeText } from '#web/parts/lists/date-range.ts'
import { DateRangeControl } from '#web/parts/lists/date-range-control.tsx'
import { addressOf } from '#web/parts/navigation.ts'
import { searchWith } from '#web/parts/url-overlay.ts'
import { HistoryList } from '#web/screens/order/history/history-list.tsx'
import type { OpenedOrder } from '#web/screens/order/opened-part.ts'

export type HistoryViewProps = {
  readonly search: string
  readonly onOpen: (opened: OpenedOrder) => void
}

/** The parameter that says which days are shown. */
const datesName = 'dates'

/** What is over, in the days that the address says. */
export function HistoryView({ search, onOpen }: HistoryViewProps) {
  const [, go] = useLocation()
  const range = rangeOfText(new URLSearchParams(search).get(datesName))
  const choose = (next: DateRange) =>
    go(addressOf('/order', searchWith(search, datesName, rangeText(next))), { replace: true })
  return (
    <>
      <div className="px-4 pb-2">
        <DateRangeControl onChange={choose} range={range} />
      </div>
      <HistoryList
        key={rangeText(range) ?? ''}
        onAllDates={() => choose({ kind: 'all' })}
        onOpen={onOpen}
        range={range}
        search={search}
      />
    </>
  )
}
