import type { LogRow } from '#contract/calls/account.ts'
import { readAccountLog } from '#web/calls/account.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { type Column, csvOf } from '#web/parts/lists/csv.ts'
import { dayOf } from '#web/parts/lists/date-range.ts'
import { type CsvSaving, useSaveCsv } from '#web/parts/lists/use-csv-export.ts'
import { entryText } from '#web/screens/history/log-entry.ts'
import type { LogFilter } from '#web/screens/history/log-filter.ts'
import { keyOfEntry, logInput } from '#web/screens/history/use-log.ts'

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
