import type { WithdrawalDetailsAnswer } from '#contract/desk/funds.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { DestinationFields } from '#desk/parts/destination-fields.tsx'
import { Card, Page } from '#desk/parts/page.tsx'
import { ProposalNotice } from '#desk/parts/proposal-notice.tsx'
import { QueryView, type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import { AccountSummary, RecentDeposits, RecentTrades } from '#desk/screens/withdrawals/account-summary.tsx'
import { RiskMarks } from '#desk/screens/withdrawals/risk-marks.tsx'
import { StepBar } from '#desk/screens/withdrawals/step-bar.tsx'
import { PayoutFacts, RecordFacts } from '#desk/screens/withdrawals/withdrawal-facts.tsx'
import { WithdrawalStateBadge } from '#desk/screens/withdrawals/withdrawal-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One withdrawal: what to pay, the account behind it and the next step. The server records every view. */
export function WithdrawalScreen({ id }: { id: number }) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['withdrawal', id], (options) => calls.withdrawal({ id }, options))
  return (
    <Page
      actions={query.data === undefined ? null : <WithdrawalStateBadge state={query.data.state} />}
      back={<BackLink href="/withdrawals" label={t('withdrawal.back')} />}
      title={t('withdrawal.title', { id })}
    >
      <QueryView failedTitle={t('withdrawal.failed')} query={query} skeleton={<WithdrawalSkeleton />}>
        {(withdrawal) => <WithdrawalContent query={query} withdrawal={withdrawal} />}
      </QueryView>
    </Page>
  )
}

function WithdrawalSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-[60dvh]" shape="box" />
      <Skeleton className="h-[60dvh]" shape="box" />
    </div>
  )
}

type WithdrawalContentProps = {
  readonly withdrawal: WithdrawalDetailsAnswer
  readonly query: ServerQuery<WithdrawalDetailsAnswer>
}

function WithdrawalContent({ withdrawal, query }: WithdrawalContentProps) {
  const t = useTranslate()
  return (
    <div className="flex grow flex-col gap-4">
      {withdrawal.proposal === null ? null : <ProposalNotice proposal={withdrawal.proposal} />}
      <div className="grid grow content-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-4">
          <PayoutFacts withdrawal={withdrawal} />
          <Card title={t('withdrawal.pay_to')}>
            <DestinationFields fields={withdrawal.pay_to} isCopyable />
          </Card>
          <RecordFacts withdrawal={withdrawal} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <Card title={t('withdrawal.risks')}>
            <RiskMarks marks={withdrawal.risk_marks} />
          </Card>
          <AccountSummary withdrawal={withdrawal} />
          <RecentDeposits deposits={withdrawal.recent_deposits} />
          <RecentTrades trades={withdrawal.recent_trades} />
        </div>
      </div>
      <StepBar reload={query.refetch} withdrawal={withdrawal} />
    </div>
  )
}
