import { Link } from 'wouter'
import type { ComplaintQueueAnswer } from '#contract/desk/complaints.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { Column } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueueScreen } from '#desk/parts/queue-screen.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { OverdueBadge } from '#desk/screens/complaints/overdue-badge.tsx'
import { Badge } from '#ui/badge.tsx'

const states = ['open', 'answered'] as const
type State = (typeof states)[number]
type ListedComplaint = ComplaintQueueAnswer['data'][number]

/** Complaints: open ones by deadline, and answered ones. */
export function ComplaintQueueScreen() {
  const t = useTranslate()
  const { calls, statusPoll } = useParts()
  const { operator, complaints } = useStore(statusPoll)
  const canOpen = operator !== undefined && isRoleAllowed(operator.role, ['compliance', 'support'])
  return (
    <QueueScreen
      canOpen={canOpen}
      columns={useColumns(canOpen)}
      icon="mail"
      labels={{
        title: t('complaints.title'),
        tabs: t('complaints.tabs'),
        tab: { open: t('complaints.state.open'), answered: t('complaints.state.answered') },
        empty: { open: t('complaints.empty.open'), answered: t('complaints.empty.answered') },
        failed: t('complaints.failed'),
        viewer: t('complaints.viewer'),
        start: t('complaints.start'),
        overdue: (count) => t('complaints.overdue_count', { count }),
      }}
      path="/complaints"
      polled={complaints}
      read={calls.complaints}
      states={states}
    />
  )
}

function useColumns(canOpen: boolean): (state: State) => readonly Column<ListedComplaint>[] {
  const t = useTranslate()
  return (state) => [
    {
      key: 'number',
      head: t('complaints.column.number'),
      className: 'whitespace-nowrap',
      cell: ({ id, number }) =>
        canOpen ? (
          <Link className="font-semibold hover:underline" href={`/complaints/${id}`}>
            {number}
          </Link>
        ) : (
          number
        ),
    },
    {
      key: 'user',
      head: t('complaint.user'),
      className: 'w-full',
      cell: ({ uid, is_demo }) =>
        is_demo === 1 ? (
          <>
            {uid} <Badge>{t('complaint.demo')}</Badge>
          </>
        ) : (
          uid
        ),
    },
    {
      key: 'filed',
      head: t('complaint.filed'),
      className: 'whitespace-nowrap',
      cell: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      key: 'due',
      head: t('complaint.due'),
      className: 'whitespace-nowrap',
      cell: (complaint) => (
        <>
          <DateTime at={complaint.due_at} /> <OverdueBadge complaint={complaint} />
        </>
      ),
    },
    ...(state === 'answered'
      ? [
          {
            key: 'answered',
            head: t('complaint.answered'),
            className: 'whitespace-nowrap',
            cell: ({ answered_at }: ListedComplaint) =>
              answered_at === null ? null : <DateTime at={answered_at} />,
          },
        ]
      : []),
  ]
}
