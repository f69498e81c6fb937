import { useLocation } from 'wouter'
import { reasonOf } from '#browser/calls/call-failure.ts'
import type { Complaint } from '#contract/calls/complaints.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Panel } from '#ui/panel.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { readComplaint } from '#web/calls/complaints.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { complaintsPath } from '#web/parts/complaints/complaint-address.ts'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { Deadline, StateBadge } from '#web/screens/complaints/complaint-list.tsx'
import { EvidencePack } from '#web/screens/complaints/evidence-pack.tsx'
import { packPollMs } from '#web/screens/complaints/pack-poll.ts'

/** One complaint: state, answer, text, records and evidence. */
export function ComplaintDetail({ id }: { id: number }) {
  const t = useDictionary('complaints')
  const back = useBack(complaintsPath)
  const query = useServerQuery({
    key: ['complaint', id],
    read: (call, signal) => readComplaint(call, id, signal),
    intervalMs: (complaint, reads) => packPollMs(complaint?.pack, reads),
  })
  const { data, error, refetch } = query
  return (
    <Screen
      back={back}
      scrollFocusable
      title={data === undefined ? t('title.email') : t('complaints.title', { number: data.number })}
    >
      {data !== undefined ? (
        <Content complaint={data} isFetching={query.isFetching} onCheckAgain={() => void refetch()} />
      ) : error === null ? (
        <DetailSkeleton />
      ) : reasonOf(error) === 'not_found' ? (
        <EmptyState icon="mail" text={t('complaints.missing.text')} title={t('complaints.missing')} />
      ) : (
        <LoadFailed onRetry={async () => void (await refetch())} title={t('complaints.failed')} />
      )}
    </Screen>
  )
}

type ContentProps = {
  readonly complaint: Complaint
  readonly isFetching: boolean
  readonly onCheckAgain: () => void
}

function Content({ complaint, isFetching, onCheckAgain }: ContentProps) {
  const t = useDictionary('complaints')
  const { dateTime } = useDateFormat()
  const { text, answer, created_at } = complaint
  return (
    <div className="grid grid-cols-1 gap-6 px-4 pt-1 pb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13 text-dim">
        <span>
          <Deadline complaint={complaint} />
          <span className="block text-12">{t('complaints.filed', { date: dateTime(created_at) })}</span>
        </span>
        <StateBadge complaint={complaint} />
      </div>
      <Written isQuiet={answer === ''} title={t('complaints.answer')}>
        {answer === '' ? t('complaints.answer.none') : answer}
      </Written>
      <Written title={t('complaints.your_text')}>{text}</Written>
      <Records complaint={complaint} />
      <EvidencePack complaint={complaint} isFetching={isFetching} onCheckAgain={onCheckAgain} />
    </div>
  )
}

type WrittenProps = { readonly title: string; readonly isQuiet?: boolean; readonly children: string }

/** A text as it was written. */
function Written({ title, isQuiet = false, children }: WrittenProps) {
  return (
    <section>
      <h2 className="px-4 pb-2 text-13 text-dim">{title}</h2>
      <Panel className={isQuiet ? 'text-dim' : undefined}>
        <p className="break-words whitespace-pre-line" dir="auto">
          {children}
        </p>
      </Panel>
    </section>
  )
}

function Records({ complaint: { orders, deposits, withdrawals } }: { complaint: Complaint }) {
  const t = useDictionary('complaints')
  const [, go] = useLocation()
  if (orders.length + deposits.length + withdrawals.length === 0) return null
  return (
    <ListGroup title={t('complaints.records')}>
      {orders.map((id) => {
        const path = `/order?type=3&id=${id}`
        return (
          <ListRow
            href={path}
            icon="order"
            key={`order${id}`}
            label={t('complaints.record.order', { id: String(id) })}
            onSelect={() => go(path)}
          />
        )
      })}
      {deposits.map((id) => (
        <ListRow
          icon="deposit"
          key={`deposit${id}`}
          label={t('complaints.record.deposit', { id: String(id) })}
        />
      ))}
      {withdrawals.map((id) => (
        <ListRow
          icon="withdraw"
          key={`withdrawal${id}`}
          label={t('complaints.record.withdrawal', { id: String(id) })}
        />
      ))}
    </ListGroup>
  )
}

function DetailSkeleton() {
  const labels = useUiLabels()
  return (
    <div aria-label={labels.loading} className="grid gap-6 px-4 pt-2" role="status">
      <Skeleton className="h-8 w-full" />
      <Skeleton className="h-28 w-full" shape="box" />
      <Skeleton className="h-28 w-full" shape="box" />
      <Skeleton className="h-40 w-full" shape="box" />
    </div>
  )
}
