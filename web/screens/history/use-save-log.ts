import { useEffect, useRef, useState } from 'react'
import type { ForexChangeInput, LogRow } from '#contract/calls/forex-change.ts'
import { readAccountLog } from '#web/calls/read-account-log.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { type Column, csvOf } from '#web/parts/csv/csv.ts'
import { readEveryPage } from '#web/parts/csv/read-every-page.ts'
import { saveFile } from '#web/parts/csv/save-file.ts'
import { dayOf } from '#web/parts/date-range/date-range.ts'
import { entryText } from '#web/screens/history/log-entry.ts'
import type { LogFilter } from '#web/screens/history/log-filter.ts'
import { keyOfEntry, logInput } from '#web/screens/history/use-log.ts'

/** Spreadsheets take a file for their own old alphabet unless it begins with this. */
const byteOrderMark = '\ufeff'

/** Hands over all that the filter shows, not only what was scrolled to; nothing any more once the screen is left. */
export function useSaveLog(filter: LogFilter) {
  const t = useBook('history')
  const { caller, toasts, now } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])
  const columns: readonly Column<LogRow>[] = [
    { name: t('history.csv.number'), of: ({ Id }) => Id },
    { name: t('history.csv.when'), of: ({ CreatedAt }) => CreatedAt },
    { name: t('history.csv.what'), of: entryText },
    { name: t('history.csv.value'), of: ({ Value }) => Value },
    { name: t('history.csv.order'), of: ({ OrderId }) => OrderId },
  ]
  const save = async () => {
    setIsBusy(true)
    const input = logInput(filter, now())
    underWay.current = new AbortController()
    const { signal } = underWay.current
    const readPage = (page: Partial<ForexChangeInput>) =>
      readAccountLog(caller.call, { ...input, ...page }, signal)
    // Lists are quiet: why it failed makes no difference here, that it did does.
    const read = await readEveryPage(readPage, keyOfEntry).catch(() => undefined)
    if (signal.aborted) return
    setIsBusy(false)
    if (read === undefined) {
      toasts.show({ text: t('history.failed'), tone: 'danger' })
      return
    }
    const text = byteOrderMark + csvOf(columns, read.items)
    saveFile(t('history.csv.file', { day: dayOf(now()) }), text, 'text/csv;charset=utf-8')
    if (read.isCut) toasts.show({ text: t('history.csv.cut', { count: read.items.length }), tone: 'warn' })
  }
  return { isBusy, save }
}
