import { Link } from 'wouter'
import type { DepositQueueAnswer } from '#contract/desk/funds.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { Column } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueueScreen } from '#desk/parts/queue-screen.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import { Figure } from '#ui/figure.tsx'

const states = ['waiting', 'credited', 'rejected', 'invalid'] as const
type State = (typeof states)[number]
type ListedDeposit = DepositQueueAnswer['data'][number]

/** Deposits: waiting ones, oldest first, and decided ones. */
export function DepositQueueScreen() {
  const t = useTranslate()
  const { calls, statusPoll } = useParts()
  const { operator, deposits } = useStore(statusPoll)
  const canOpen = operator !== undefined && isRoleAllowed(operator.role, ['finance'])
  return (
    <QueueScreen
      canOpen={canOpen}
      columns={useColumns(canOpen)}
      icon="deposit"
      labels={{
        title: t('deposits.title'),
        tabs: t('deposits.tabs'),
        tab: {
          waiting: t('deposit.state.waiting'),
          credited: t('deposit.state.credited'),
          rejected: t('deposit.state.rejected'),
          invalid: t('deposit.state.invalid'),
        },
        empty: {
          waiting: t('deposits.empty.waiting'),
          credited: t('deposits.empty.credited'),
          rejected: t('deposits.empty.rejected'),
          invalid: t('deposits.empty.invalid'),
        },
        failed: t('deposits.failed'),
        viewer: t('deposits.viewer'),
        start: t('deposits.start'),
      }}
      path="/deposits"
      polled={deposits}
      read={calls.deposits}
      states={states}
    />
  )
}

function useColumns(canOpen: boolean): (state: State) => readonly Column<ListedDeposit>[] {
  const t = useTranslate()
  return (state) => [
    {
      key: 'id',
      head: t('deposits.column.deposit'),
      className: 'whitespace-nowrap',
      cell: ({ id }) =>
        canOpen ? (
          <Link className="font-semibold hover:underline" href={`/deposits/${id}`}>
            {t('deposit.title', { id })}
          </Link>
        ) : (
          t('deposit.title', { id })
        ),
    },
    { key: 'user', head: t('funds.user'), cell: ({ user }) => user.uid },
    {
      key: 'way',
      head: t('deposits.column.way'),
      className: 'w-full',
      cell: (deposit) => <Way deposit={deposit} />,
    },
    {
      key: 'amount',
      head: t('funds.amount'),
      isFigure: true,
      cell: ({ amount, currency }) => <Figure unit={currency} value={amount} />,
    },
    {
      key: 'credit',
      head: t('deposit.credit'),
      isFigure: true,
      cell: ({ credit }) => <Figure unit="USD" value={credit} />,
    },
    state === 'waiting'
      ? {
          key: 'waiting',
          head: t('funds.waiting'),
          className: 'whitespace-nowrap',
          cell: ({ created_at }) => <TimeAgo at={created_at} />,
        }
      : {
          key: 'decided',
          head: t('funds.decided'),
          className: 'xl:whitespace-nowrap',
          cell: ({ decided_at }) => (decided_at === null ? null : <DateTime at={decided_at} />),
        },
  ]
}

function Way({ deposit: { kind, protocol } }: { deposit: ListedDeposit }) {
  const t = useTranslate()
  if (kind === 'bank') return t('deposit.kind.wire')
  return t('deposit.kind.coin', { protocol })
}
