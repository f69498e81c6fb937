import { Link } from 'wouter'
import type { WithdrawalQueueAnswer } from '#contract/desk/funds.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { Column } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueueScreen } from '#desk/parts/queue-screen.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import { WithdrawalStateBadge } from '#desk/screens/withdrawals/withdrawal-state.tsx'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'

const states = ['waiting', 'sent', 'returned', 'cancelled'] as const
type State = (typeof states)[number]
type ListedWithdrawal = WithdrawalQueueAnswer['data'][number]

/** Withdrawals: those that are not ended, oldest first, and ended ones. */
export function WithdrawalQueueScreen() {
  const t = useTranslate()
  const { calls, statusPoll } = useParts()
  const { operator, withdrawals } = useStore(statusPoll)
  const canOpen = operator !== undefined && isRoleAllowed(operator.role, ['finance'])
  return (
    <QueueScreen
      canOpen={canOpen}
      columns={useColumns(canOpen)}
      icon="withdraw"
      labels={{
        title: t('withdrawals.title'),
        tabs: t('withdrawals.tabs'),
        tab: {
          waiting: t('withdrawals.tab.waiting'),
          sent: t('withdrawal.state.sent'),
          returned: t('withdrawal.state.returned'),
          cancelled: t('withdrawal.state.cancelled'),
        },
        empty: {
          waiting: t('withdrawals.empty.waiting'),
          sent: t('withdrawals.empty.sent'),
          returned: t('withdrawals.empty.returned'),
          cancelled: t('withdrawals.empty.cancelled'),
        },
        failed: t('withdrawals.failed'),
        viewer: t('withdrawals.viewer'),
        start: t('withdrawals.start'),
      }}
      path="/withdrawals"
      polled={withdrawals}
      read={calls.withdrawals}
      states={states}
    />
  )
}

function useColumns(canOpen: boolean): (state: State) => readonly Column<ListedWithdrawal>[] {
  const t = useTranslate()
  const id: Column<ListedWithdrawal> = {
    key: 'id',
    head: t('withdrawals.column.withdrawal'),
    className: 'whitespace-nowrap',
    cell: (entry) => {
      const title = t('withdrawal.title', { id: entry.id })
      if (!canOpen) return title
      return (
        <Link className="font-semibold hover:underline" href={`/withdrawals/${entry.id}`}>
          {title}
        </Link>
      )
    },
  }
  const amounts: readonly Column<ListedWithdrawal>[] = [
    {
      key: 'amount',
      head: t('funds.amount'),
      isFigure: true,
      cell: ({ amount }) => <Figure unit="USD" value={amount} />,
    },
    {
      key: 'payout',
      head: t('withdrawal.payout'),
      isFigure: true,
      cell: ({ payout, currency, protocol }) => (
        <>
          <Figure unit={currency} value={payout} />
          {protocol === '' ? null : <span className="block text-12 text-dim">{protocol}</span>}
        </>
      ),
    },
  ]
  const user: Column<ListedWithdrawal> = {
    key: 'user',
    head: t('funds.user'),
    className: 'w-full',
    cell: (entry) => entry.user.uid,
  }
  return (state) => [id, user, ...amounts, ...(state === 'waiting' ? waitingColumns(t) : [endedColumn(t)])]
}

type T = ReturnType<typeof useTranslate>

function waitingColumns(t: T): readonly Column<ListedWithdrawal>[] {
  return [
    {
      key: 'risks',
      head: t('withdrawals.column.risks'),
      cell: ({ risks }) =>
        risks === 0 ? null : <Badge tone="danger">{t('withdrawals.risks', { count: risks })}</Badge>,
    },
    {
      key: 'state',
      head: t('funds.state'),
      cell: ({ state }) => <WithdrawalStateBadge state={state} />,
    },
    {
      key: 'waiting',
      head: t('funds.waiting'),
      className: 'whitespace-nowrap',
      cell: ({ created_at }) => <TimeAgo at={created_at} />,
    },
  ]
}

function endedColumn(t: T): Column<ListedWithdrawal> {
  return {
    key: 'ended',
    head: t('withdrawals.column.ended'),
    className: 'xl:whitespace-nowrap',
    cell: ({ changed_at }) => <DateTime at={changed_at} />,
  }
}
