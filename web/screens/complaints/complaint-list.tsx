import { useLocation } from 'wouter'
import type { ListedComplaint } from '#contract/calls/complaints.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readComplaints } from '#web/calls/complaints.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { complaintPath } from '#web/parts/complaints/complaint-address.ts'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { type ShownState, shownState } from '#web/screens/complaints/complaint-state.ts'

const keyOf = ({ id }: ListedComplaint) => String(id)

/** The user's complaints, newest first. */
export function ComplaintList() {
  const t = useDictionary('complaints')
  const { items, status, hasMore, loadMore, refresh, retry } = usePagedList<ListedComplaint>({
    key: ['complaints'],
    readPage: (call, page, signal) => readComplaints(call, page, signal),
    keyOf,
  })
  return (
    <List
      empty={
        <EmptyState icon="mail" text={t('complaints.list.none_text')} title={t('complaints.list.none')} />
      }
      failedText={t('complaints.list.failed')}
      hasMore={hasMore}
      items={items}
      keyOf={keyOf}
      label={t('complaints.list')}
      onMore={loadMore}
      onRefresh={refresh}
      onRetry={retry}
      skeleton={<CardSkeleton />}
      skeletonCount={3}
      state={status}
      variant="cards"
    >
      {(complaint) => <ComplaintCard complaint={complaint} />}
    </List>
  )
}

function ComplaintCard({ complaint }: { complaint: ListedComplaint }) {
  const t = useDictionary('complaints')
  const { date } = useDateFormat()
  const [, go] = useLocation()
  const path = complaintPath(complaint.id)
  return (
    <Pressable
      className="block rounded-16 border border-line bg-surface p-4 transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2"
      href={path}
      onSelect={() => go(path)}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold ltr-isolate">{complaint.number}</span>
        <StateBadge complaint={complaint} />
      </span>
      <span className="mt-1 line-clamp-2 break-words" dir="auto">
        {complaint.text}
      </span>
      <span className="mt-2 flex flex-wrap justify-between gap-x-3 text-12 text-dim">
        <Deadline complaint={complaint} />
        <span>{t('complaints.filed', { date: date(complaint.created_at) })}</span>
      </span>
    </Pressable>
  )
}

const tones: Readonly<Record<ShownState, BadgeTone>> = { open: 'accent', overdue: 'danger', answered: 'good' }

type ComplaintProps = { readonly complaint: Omit<ListedComplaint, 'text'> }

export function StateBadge({ complaint }: ComplaintProps) {
  const t = useDictionary('complaints')
  const state = shownState(complaint, useParts().now())
  return <Badge tone={tones[state]}>{t(`complaints.state.${state}`)}</Badge>
}

/** By when an answer is due, to the minute as it becomes overdue, or when it came. */
export function Deadline({ complaint }: ComplaintProps) {
  const t = useDictionary('complaints')
  const { date, dateTime } = useDateFormat()
  const { answered_at, due_at } = complaint
  const state = shownState(complaint, useParts().now())
  if (state === 'answered')
    return <span>{t('complaints.answered', { date: date(answered_at ?? due_at) })}</span>
  if (state === 'open') return <span>{t('complaints.due', { date: dateTime(due_at) })}</span>
  return <span className="text-danger">{t('complaints.was_due', { date: dateTime(due_at) })}</span>
}

function CardSkeleton() {
  return (
    <div className="px-4 pb-3">
      <div className="grid gap-3 rounded-16 border border-line bg-surface p-4">
        <div className="flex justify-between">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-16" />
        </div>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-3 w-40" />
      </div>
    </div>
  )
}
