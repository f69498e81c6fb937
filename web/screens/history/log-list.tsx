import { useLocation } from 'wouter'
import type { LogRow as Entry } from '#contract/calls/account.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { useBook, useParts, useStore } from '#web/parts/app-parts.tsx'
import type { PagedList, PagedState } from '#web/parts/lists/paged-list.ts'
import { useMomentWords } from '#web/parts/use-date-format.ts'
import { LogRow, LogRowSkeleton } from '#web/screens/history/log-row.tsx'
import { keyOfEntry } from '#web/screens/history/use-log.ts'

export type LogListProps = {
  readonly list: PagedList<Entry>
  readonly state: PagedState<Entry>
  /** The address without a filter, where there is one. */
  readonly everythingPath: string | undefined
}

export function LogList({ list, state, everythingPath }: LogListProps) {
  const t = useBook('history')
  const { day } = useMomentWords()
  const { open } = useStore(useParts().portfolio.standing)
  const openIds = new Set(open.map(({ id }) => id))
  const dayAt = (position: number) => {
    const entry = state.items[position]
    return entry === undefined ? undefined : day(entry.CreatedAt)
  }
  return (
    <List
      empty={<NoEntries everythingPath={everythingPath} />}
      failedText={t('history.failed')}
      hasMore={state.hasMore}
      items={state.items}
      keyOf={keyOfEntry}
      label={t('history.log')}
      onMore={list.more}
      onRetry={list.retry}
      skeleton={<LogRowSkeleton />}
      state={state.status}
    >
      {(entry, position) => (
        <LogRow
          day={dayAt(position) === dayAt(position - 1) ? undefined : dayAt(position)}
          entry={entry}
          openIds={openIds}
        />
      )}
    </List>
  )
}

function NoEntries({ everythingPath }: { everythingPath: string | undefined }) {
  const t = useBook('history')
  const [, go] = useLocation()
  if (everythingPath === undefined)
    return <EmptyState icon="history" text={t('history.none_text')} title={t('history.none')} />
  return (
    <EmptyState
      action={
        <ButtonLink
          href={everythingPath}
          onSelect={() => go(everythingPath, { replace: true })}
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
