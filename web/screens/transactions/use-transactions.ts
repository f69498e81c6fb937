import { useEffect, useRef } from 'react'
import type { ForexChangeInput, LogRow } from '#contract/calls/account.ts'
import { readAccountLog } from '#web/calls/account.ts'
import { useAmount } from '#web/parts/account/funds.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { type Column, toCsv } from '#web/parts/lists/csv.ts'
import { epochRange, localDay } from '#web/parts/lists/date-range.ts'
import { type CsvExportState, useCsvExport } from '#web/parts/lists/use-csv-export.ts'
import { type PagedList, usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { transactionText } from '#web/screens/transactions/transaction.ts'
import { filterToSearch, type TransactionFilter } from '#web/screens/transactions/transaction-filter.ts'

function transactionsInput({ type, range }: TransactionFilter, nowMs: number): Partial<ForexChangeInput> {
  return { ...(type === 'all' ? {} : { type: Number(type) }), ...epochRange(range, nowMs) }
}

export const transactionKey = ({ Id }: LogRow): string => String(Id)

/** Pages of balance changes. The server translates them, so a change of language reads them again. */
export function useTransactions(filter: TransactionFilter): PagedList<LogRow> {
  const { now } = useParts()
  const list = usePagedList<LogRow>({
    key: ['transactions', filterToSearch(filter)],
    readPage: (call, page, signal) =>
      readAccountLog(call, { ...transactionsInput(filter, now()), page }, signal),
    keyOf: transactionKey,
    isTranslated: true,
  })
  useWhenBalanceChanges(list.prependNew)
  return list
}

/** A changed balance means that the server has a new transaction. */
function useWhenBalanceChanges(run: () => void): void {
  const balance = useAmount('balance')
  const last = useRef(balance)
  useEffect(() => {
    const isNews = last.current !== null && last.current !== balance
    last.current = balance
    if (isNews) run()
  }, [balance, run])
}

/** Exports all transactions of the filter, not only the loaded pages. */
export function useTransactionsDownload(filter: TransactionFilter): CsvExportState {
  const t = useDictionary('history')
  const { caller, now } = useParts()
  const columns: readonly Column<LogRow>[] = [
    { name: t('history.csv.number'), value: ({ Id }) => Id },
    { name: t('history.csv.when'), value: ({ CreatedAt }) => CreatedAt },
    { name: t('history.csv.what'), value: transactionText },
    { name: t('history.csv.value'), value: ({ Value }) => Value },
    { name: t('history.csv.order'), value: ({ OrderId }) => OrderId },
  ]
  return useCsvExport<LogRow>(() => {
    const nowMs = now()
    const input = transactionsInput(filter, nowMs)
    return {
      readPage: (page, signal) => readAccountLog(caller.call, { ...input, ...page }, signal),
      keyOf: transactionKey,
      toFile: (rows) => ({
        name: t('history.csv.file', { day: localDay(nowMs) }),
        text: toCsv(columns, rows),
      }),
      messages: {
        truncated: (count) => t('history.csv.cut', { count }),
        failed: () => t('history.failed'),
      },
    }
  })
}
