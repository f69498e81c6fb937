import { useEffect, useRef } from 'react'
import type { ForexChangeInput, LogRow } from '#contract/calls/account.ts'
import { readAccountLog } from '#web/calls/account.ts'
import { useAmount } from '#web/parts/account/funds.tsx'
import { useParts, useWords } from '#web/parts/app-parts.tsx'
import { epochRange } from '#web/parts/lists/date-range.ts'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { type LogFilter, searchOfFilter } from '#web/screens/history/log-filter.ts'

/** What the call is asked, of days as they are at that moment. */
export function logInput({ type, range }: LogFilter, nowMs: number): Partial<ForexChangeInput> {
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
