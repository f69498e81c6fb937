import { useLocation } from 'wouter'
import type { LogRow as Entry } from '#contract/calls/account.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { List } from '#ui/list.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import type { PagedList } from '#web/parts/lists/use-paged-list.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { orderPath, transactionIcon, transactionText } from '#web/screens/transactions/transaction.ts'
import { transactionKey } from '#web/screens/transactions/use-transactions.ts'

type TransactionListProps = {
  readonly list: PagedList<Entry>
  /** Address without a filter; undefined if none is set. */
  readonly unfilteredPath: string | undefined
}

export function TransactionList({ list, unfilteredPath }: TransactionListProps) {
  const t = useDictionary('history')
  const { date } = useDateFormat()
  const { open } = useStore(useParts().portfolio.activeOrders)
  const openIds = new Set(open.map(({ id }) => id))
  const dayAt = (position: number) => {
    const entry = list.items[position]
    return entry === undefined ? undefined : date(entry.CreatedAt)
  }
  return (
    <List
      empty={<NoTransactions unfilteredPath={unfilteredPath} />}
      failedText={t('history.failed')}
      hasMore={list.hasMore}
      items={list.items}
      keyOf={transactionKey}
      label={t('history.log')}
      onMore={list.loadMore}
      onRetry={list.retry}
      skeleton={<TransactionRowSkeleton />}
      state={list.status}
    >
      {(entry, position) => (
        <TransactionRow
          day={dayAt(position) === dayAt(position - 1) ? undefined : dayAt(position)}
          entry={entry}
          openIds={openIds}
        />
      )}
    </List>
  )
}

function NoTransactions({ unfilteredPath }: { unfilteredPath: string | undefined }) {
  const t = useDictionary('history')
  const [, go] = useLocation()
  if (unfilteredPath === undefined)
    return <EmptyState icon="history" text={t('history.none_text')} title={t('history.none')} />
  return (
    <EmptyState
      action={
        <ButtonLink
          href={unfilteredPath}
          onSelect={() => go(unfilteredPath, { replace: true })}
          variant="secondary"
        >
          {t('history.show_all')}
        </ButtonLink>
      }
      icon="filter"
      text={t('history.none_found_text')}
      title={t('history.none_found')}
    />
  )
}

type TransactionRowProps = {
  readonly entry: Entry
  readonly openIds: ReadonlySet<number>
  /** Heading above the first transaction of a day; undefined for the others. */
  readonly day: string | undefined
}

const rowClass = 'flex min-h-16 w-full items-center gap-3 px-4 py-3 text-start'

/** Capped by the viewport width, so that the largest value fits a small phone with large fonts. */
const valueClass = 'ms-auto text-[min(0.9375rem,5vw)] font-semibold'

/** One balance change: text, time, amount, and a link to its order. */
function TransactionRow({ entry, openIds, day }: TransactionRowProps) {
  const [, go] = useLocation()
  const path = orderPath(entry, openIds)
  return (
    <>
      {day === undefined ? null : (
        <h3 className="border-b border-line px-4 pt-4 pb-2 text-12 font-semibold text-dim">{day}</h3>
      )}
      {path === undefined ? (
        <div className={rowClass}>
          <RowBody entry={entry} />
        </div>
      ) : (
        <Pressable
          className={`${rowClass} transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2`}
          href={path}
          onSelect={() => go(path)}
        >
          <RowBody entry={entry} />
        </Pressable>
      )}
    </>
  )
}

function RowBody({ entry }: { entry: Entry }) {
  const t = useDictionary('history')
  const { time } = useDateFormat()
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-full border border-line bg-surface text-dim">
        <Icon name={transactionIcon(entry)} size={18} />
      </span>
      {/* With large fonts the value wraps below the text. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span className="min-w-0 grow basis-[7rem] break-words hyphens-auto">
          {transactionText(entry)}
          <span className="flex flex-wrap items-center gap-x-1.5 text-12 text-dim tabular-nums">
            {time(entry.CreatedAt)}
            {entry.OrderId === null ? null : (
              <span className="inline-flex items-center text-accent">
                {t('history.order', { id: String(entry.OrderId) })}
                <Icon name="chevron-forward" size={14} />
              </span>
            )}
          </span>
        </span>
        <Figure className={valueClass} plus tone="sign" value={entry.Value} />
      </span>
    </>
  )
}

function TransactionRowSkeleton() {
  return (
    <div className={rowClass}>
      <Skeleton className="size-9" shape="circle" />
      <div className="grid grow gap-2">
        <Skeleton className="w-32" />
        <Skeleton className="h-3 w-28" />
      </div>
      <Skeleton className="w-24" />
    </div>
  )
}
