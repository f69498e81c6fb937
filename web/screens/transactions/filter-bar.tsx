import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Chips } from '#ui/chips.tsx'
import { useAccount, useDictionary } from '#web/parts/app-parts.tsx'
import { DateRangeControl } from '#web/parts/lists/date-range-control.tsx'
import { type TransactionFilter, transactionTypes } from '#web/screens/transactions/transaction-filter.ts'
import { useTransactionsDownload } from '#web/screens/transactions/use-transactions.ts'

type FilterBarProps = {
  readonly filter: TransactionFilter
  readonly onChange: (filter: TransactionFilter) => void
  readonly aside: ReactNode
}

export function FilterBar({ filter, onChange, aside }: FilterBarProps) {
  const t = useDictionary('history')
  const account = useAccount()
  const offered = transactionTypes(account.kind === 'known' && account.user.is_demo === 1)
  // The address may name a type that is not offered. It is added, so that the active filter is visible.
  const types = offered.includes(filter.type) ? offered : [...offered, filter.type]
  return (
    <div className="sticky top-0 z-10 bg-ground pt-1 pb-2">
      <Chips
        className="px-4"
        items={types.map((type) => ({ value: type, label: t(`history.type.${type}`) }))}
        label={t('history.filter')}
        onChange={(type) => onChange({ ...filter, type })}
        value={filter.type}
      />
      <div className="px-4 pt-1">
        <DateRangeControl
          aside={aside}
          onChange={(range) => onChange({ ...filter, range })}
          range={filter.range}
        />
      </div>
    </div>
  )
}

type TransactionCountProps = { readonly filter: TransactionFilter; readonly total: number | undefined }

/** Number of transactions, and the CSV export. */
export function TransactionCount({ filter, total }: TransactionCountProps) {
  const t = useDictionary('history')
  const { done, start } = useTransactionsDownload(filter)
  return (
    <span className="ms-auto flex items-center gap-2 text-13 text-dim">
      <span role="status">{total === undefined ? '' : t('history.count', { count: total })}</span>
      <Button
        aria-label={t('history.csv')}
        busy={done !== undefined}
        disabled={total === undefined || total === 0}
        icon="deposit"
        onClick={start}
        size="small"
        variant="secondary"
      >
        {t('history.csv.short')}
      </Button>
    </span>
  )
}
