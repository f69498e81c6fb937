import { useLocation } from 'wouter'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Panel } from '#ui/panel.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { Stat } from '#ui/stat.tsx'
import { type AmountName, useAmount } from '#web/parts/account/funds.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { FundsLoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { StaleBadge } from '#web/parts/stale-prices.tsx'
import { FilterBar, TransactionCount } from '#web/screens/transactions/filter-bar.tsx'
import {
  filterFromSearch,
  filterToSearch,
  isUnfiltered,
  type TransactionFilter,
} from '#web/screens/transactions/transaction-filter.ts'
import { TransactionList } from '#web/screens/transactions/transaction-list.tsx'
import { useTransactions } from '#web/screens/transactions/use-transactions.ts'

const path = '/mine/history'

/** Account balances and the list of balance changes. */
export function TransactionsScreen({ search }: ScreenProps) {
  const t = useDictionary('history')
  const { portfolio } = useParts()
  const back = useBack('/user')
  const [, go] = useLocation()
  const filter = filterFromSearch(search)
  const list = useTransactions(filter)
  // Replaces the history entry, so that Back leaves the screen instead of undoing the filter.
  const choose = (next: TransactionFilter) => go(`${path}${filterToSearch(next)}`, { replace: true })
  const refresh = () => {
    void portfolio.refresh()
    list.refresh()
  }
  useOnPageVisible(() => void portfolio.refresh())
  return (
    <Screen actions={<DemoBadge className="me-2" />} back={back} title={t('title.history')}>
      <PullToRefresh onRefresh={refresh}>
        <div className="px-4 pt-1 pb-4">
          <AccountBalances />
        </div>
        <h2 className="px-4 text-17 font-semibold">{t('history.log')}</h2>
        <FilterBar
          aside={<TransactionCount filter={filter} total={list.total} />}
          filter={filter}
          onChange={choose}
        />
        <TransactionList unfilteredPath={isUnfiltered(filter) ? undefined : path} list={list} />
      </PullToRefresh>
    </Screen>
  )
}

const otherAmounts = [
  ['equity', 'funds.net_value'],
  ['freeMargin', 'funds.available'],
  ['usedMargin', 'funds.margin'],
  ['locked', 'history.locked'],
] as const

/** Capped by the viewport width, so that a large balance fits a small phone with large fonts. */
const balanceClass = 'text-[min(1.75rem,12vw)] leading-[2.125rem] font-bold tracking-tight'

/** Shows amounts from the portfolio store, as every other screen does. */
function AccountBalances() {
  const t = useDictionary('trading', 'history')
  return (
    <Panel className="@container">
      <div className="flex min-h-5 items-center justify-between gap-2 text-12 text-dim">
        {t('funds.balance')}
        <StaleBadge />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Amount className={balanceClass} fraction="small" name="balance" />
        <span className="text-13 text-dim">USD</span>
      </div>
      <div className="mt-3 grid grid-cols-2 items-end gap-x-2 gap-y-2 @max-[14rem]:grid-cols-1">
        {otherAmounts.map(([name, label]) => (
          <Stat key={name} label={t(label)}>
            <Amount name={name} />
          </Stat>
        ))}
      </div>
      <FundsLoadFailed text={t('history.funds_failed')} />
    </Panel>
  )
}

type AmountProps = {
  readonly name: AmountName
  readonly fraction?: 'small'
  readonly className?: string
}

/**
 * Each amount subscribes to its own value, so that a tick re-renders only the changed ones. Margins have six
 * decimals.
 */
function Amount({ name, fraction, className }: AmountProps) {
  const value = useAmount(name)
  const amountClass = classes(className, value === null && 'text-dim')
  return (
    <Figure
      className={amountClass}
      decimals={name === 'usedMargin' ? 6 : 2}
      fraction={fraction}
      value={value}
    />
  )
}
