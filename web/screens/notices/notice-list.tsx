import { useLocation } from 'wouter'
import type { ListedNotice } from '#contract/calls/notices.ts'
import { classes } from '#ui/classes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { List } from '#ui/list.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isLocalPath } from '#web/parts/navigation.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { groupIcons } from '#web/screens/notices/group-icons.ts'
import { noticeKey, useIsUnread, useMarkRead, useNotices } from '#web/screens/notices/use-notices.ts'

/** Estimated height of a row in pixels. */
const rowPx = 92

export function NoticeList() {
  const t = useDictionary('notices')
  const { date } = useDateFormat()
  const list = useNotices()
  const isUnread = useIsUnread()
  const top = useMarkRead(list)
  const dayAt = (position: number) => {
    const notice = list.items[position]
    return notice === undefined ? undefined : date(notice.created_at)
  }
  return (
    <>
      <div ref={top} />
      <List
        empty={<EmptyState icon="bell" text={t('notices.none_text')} title={t('notices.none')} />}
        failedText={t('notices.failed')}
        hasMore={list.hasMore}
        items={list.items}
        keyOf={noticeKey}
        label={t('notices.list')}
        onMore={list.loadMore}
        onRefresh={list.refresh}
        onRetry={list.retry}
        rowPx={rowPx}
        skeleton={<NoticeRowSkeleton />}
        state={list.status}
      >
        {(notice, position) => (
          <NoticeRow
            day={dayAt(position) === dayAt(position - 1) ? undefined : dayAt(position)}
            isUnread={isUnread(notice)}
            notice={notice}
          />
        )}
      </List>
    </>
  )
}

type NoticeRowProps = {
  readonly notice: ListedNotice
  readonly isUnread: boolean
  /** Heading above the first notice of a day; undefined for the others. */
  readonly day: string | undefined
}

const rowClass = 'flex min-h-16 w-full items-start gap-3 px-4 py-3 text-start'

function NoticeRow({ notice, isUnread, day }: NoticeRowProps) {
  const [, go] = useLocation()
  const { path } = notice
  return (
    <>
      {day === undefined ? null : (
        <h2 className="border-b border-line px-4 pt-4 pb-2 text-12 font-semibold text-dim">{day}</h2>
      )}
      {isLocalPath(path) ? (
        <Pressable
          className={`${rowClass} transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2`}
          href={path}
          onSelect={() => go(path)}
        >
          <RowBody isUnread={isUnread} notice={notice} />
        </Pressable>
      ) : (
        <div className={rowClass}>
          <RowBody isUnread={isUnread} notice={notice} />
        </div>
      )}
    </>
  )
}

/** Titles and texts may contain what users and operators have written. */
function RowBody({ notice, isUnread }: Omit<NoticeRowProps, 'day'>) {
  const t = useDictionary('notices')
  const { time } = useDateFormat()
  const { group, title, text, created_at } = notice
  return (
    <>
      <span
        className={classes(
          'grid size-9 shrink-0 place-items-center rounded-full',
          group === 'margin'
            ? 'bg-warn-soft text-warn'
            : isUnread
              ? 'bg-accent-soft text-accent'
              : 'border border-line bg-surface text-dim',
        )}
      >
        <Icon name={groupIcons[group]} size={18} />
      </span>
      <span className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <span className="flex items-start gap-2">
          <span className={classes('min-w-0 grow break-words hyphens-auto', isUnread && 'font-semibold')}>
            <bdi>{title}</bdi>
          </span>
          {isUnread ? (
            <span className="mt-2 size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{t('notices.unread')}</span>
            </span>
          ) : null}
        </span>
        {text === '' ? null : (
          <span className="text-13 break-words hyphens-auto text-dim">
            <bdi>{text}</bdi>
          </span>
        )}
        <span className="text-12 text-dim tabular-nums">{time(created_at)}</span>
      </span>
    </>
  )
}

function NoticeRowSkeleton() {
  return (
    <div className={rowClass}>
      <Skeleton className="size-9" shape="circle" />
      <div className="grid grow gap-2 pt-1">
        <Skeleton className="w-40" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-12" />
      </div>
    </div>
  )
}
