import { useEffect, useRef } from 'react'
import type { ForexChangeInput, LogRow } from '#contract/calls/account.ts'
import { readAccountLog } from '#web/calls/account.ts'
import { useAmount } from '#web/parts/account/funds.tsx'
import { useBook, useParts, useWords } from '#web/parts/app-parts.tsx'
import { type Column, csvOf } from '#web/parts/lists/csv.ts'
import { dayOf, epochRange } from '#web/parts/lists/date-range.ts'
import { type CsvSaving, useSaveCsv } from '#web/parts/lists/use-csv-export.ts'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { entryText } from '#web/screens/transactions/transaction.ts'
import { type LogFilter, searchOfFilter } from '#web/screens/transactions/transaction-filter.ts'

/** What the call is asked, of days as they are at that moment. */
function logInput({ type, range }: LogFilter, nowMs: number): Partial<ForexChangeInput> {
  return { ...(type === 'all' ? {} : { type: Number(type) }), ...epochRange(range, nowMs) }
}

export const keyOfEntry = ({ Id }: LogRow): string => String(Id)

/** The changes of the balance, as far as one scrolls. The server words them, so another language is another list. */
export function useLog(filter: LogFilter) {
  const { now } = useParts()
  const { language } = useWords()
  const { list, state } = usePagedList<LogRow>(
    (call, page, signal) => readAccountLog(call, { ...logInput(filter, now()), page }, signal),
    keyOfEntry,
    `${language}${searchOfFilter(filter)}`,
  )
  useWhenBalanceChanges(list.renew)
  return { list, state }
}

/** What changed the balance is in the log by then. */
function useWhenBalanceChanges(run: () => void): void {
  const balance = useAmount('balance')
  const last = useRef(balance)
  useEffect(() => {
    const isNews = last.current !== null && last.current !== balance
    last.current = balance
    if (isNews) run()
  }, [balance, run])
}

/** Hands over all that the filter shows, not only what was scrolled to. */
export function useSaveLog(filter: LogFilter): CsvSaving {
  const t = useBook('history')
  const { caller, now } = useParts()
  const columns: readonly Column<LogRow>[] = [
    { name: t('history.csv.number'), of: ({ Id }) => Id },
    { name: t('history.csv.when'), of: ({ CreatedAt }) => CreatedAt },
    { name: t('history.csv.what'), of: entryText },
    { name: t('history.csv.value'), of: ({ Value }) => Value },
    { name: t('history.csv.order'), of: ({ OrderId }) => OrderId },
  ]
  return useSaveCsv<LogRow>(() => {
    const nowMs = now()
    const input = logInput(filter, nowMs)
    return {
      readPage: (asked, signal) => readAccountLog(caller.call, { ...input, ...asked }, signal),
      keyOf: keyOfEntry,
      fileOf: (rows) => ({
        name: t('history.csv.file', { day: dayOf(nowMs) }),
        text: csvOf(columns, rows),
      }),
      words: {
        cut: (count) => t('history.csv.cut', { count }),
        failed: () => t('history.failed'),
      },
    }
  })
}
