import { useEffect, useId, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import type { DeskProposalsAnswer } from '#contract/desk/approvals.ts'
import { Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { pageCount } from '#desk/parts/pagination.ts'
import { QueryView, type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import { ApproveDialog, RejectDialog, WithdrawDialog } from '#desk/screens/approvals/decision-dialogs.tsx'
import { type ProposalAction, ProposalCard } from '#desk/screens/approvals/proposal-card.tsx'
import {
  type Proposal,
  type ProposalFilter,
  proposalFilters,
  proposalsFromSearch,
  proposalsPath,
} from '#desk/screens/approvals/proposal-list.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'

type Decision = { readonly action: ProposalAction; readonly proposal: Proposal }

const dialogs = { approve: ApproveDialog, reject: RejectDialog, withdraw: WithdrawDialog } as const

/** Proposals that wait for a second operator, oldest first, and decided ones. */
export function ApprovalsScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { statusPoll } = useParts()
  const { state, page } = proposalsFromSearch(useSearch())
  const panel = useId()
  const { operator, proposals } = useStore(statusPoll)
  const query = useProposals(state, page)
  const [decision, setDecision] = useState<Decision>()
  const DecisionDialog = decision && dialogs[decision.action]
  const settled = () => {
    setDecision(undefined)
    void query.refetch()
    statusPoll.pollNow()
  }
  return (
    <Page text={t('approvals.text')} title={t('approvals.title')}>
      {operator?.role === 'viewer' ? <Notice className="mb-4">{t('approvals.viewer')}</Notice> : null}
      <div className="mb-4 max-w-md">
        <Tabs
          items={proposalFilters.map((name) => ({
            value: name,
            label: t(`approvals.tab.${name}`),
            count: name === 'open' ? proposals : undefined,
          }))}
          label={t('approvals.tabs')}
          onChange={(name) => go(proposalsPath({ state: name, page: 1 }))}
          panelId={panel}
          value={state}
        />
      </div>
      <TabPanel id={panel} value={state}>
        <QueryView failedTitle={t('approvals.failed')} query={query} skeleton={<TableSkeleton />}>
          {(answer) => (
            <ProposalPage
              answer={answer}
              onAct={(action, proposal) => setDecision({ action, proposal })}
              onTurn={(next) => go(proposalsPath({ state, page: next }))}
              page={page}
              state={state}
            />
          )}
        </QueryView>
      </TabPanel>
      {decision === undefined || DecisionDialog === undefined ? null : (
        <DecisionDialog
          onClose={() => setDecision(undefined)}
          onSettled={settled}
          proposal={decision.proposal}
        />
      )}
    </Page>
  )
}

/** Reads again when the polled number of open proposals differs from that of the list. */
function useProposals(state: ProposalFilter, page: number): ServerQuery<DeskProposalsAnswer> {
  const { calls, statusPoll } = useParts()
  const { proposals } = useStore(statusPoll)
  const query = useServerQuery(['proposals', state, page], (options) =>
    calls.proposals({ state, page }, options),
  )
  const { data, refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each polled number, not for each list.
  useEffect(() => {
    const isOutdated = proposals !== undefined && data !== undefined && data.open !== proposals
    // A read that is already running is not started again.
    if (isOutdated) void refetch({ cancelRefetch: false })
  }, [proposals])
  return query
}

type ProposalPageProps = {
  readonly answer: DeskProposalsAnswer
  readonly state: ProposalFilter
  readonly page: number
  readonly onTurn: (page: number) => void
  readonly onAct: (action: ProposalAction, proposal: Proposal) => void
}

function ProposalPage({ answer: { data, total }, state, page, onTurn, onAct }: ProposalPageProps) {
  const t = useTranslate()
  const { isTwoPersonWaived } = useStore(useParts().statusPoll)
  if (total === 0) {
    return (
      <EmptyState
        icon={state === 'open' ? 'check-circle' : 'history'}
        text={state === 'open' ? t('approvals.empty.open_text') : undefined}
        title={t(`approvals.empty.${state}`)}
      />
    )
  }
  // Proposals may have been decided meanwhile, so that this page no longer exists.
  if (page > pageCount(total))
    return <Redirect replace to={proposalsPath({ state, page: pageCount(total) })} />
  return (
    <div className="grid grid-cols-1 gap-3">
      {data.map((proposal) => (
        <ProposalCard
          actions={actionsOf(proposal, isTwoPersonWaived)}
          key={proposal.id}
          onAct={onAct}
          proposal={proposal}
        />
      ))}
      <Pagination onTurn={onTurn} page={page} total={total} />
    </div>
  )
}

/** Proposers can only withdraw, unless the two-person rule is waived. The server checks it again. */
function actionsOf(
  { state, is_own, can_decide }: Proposal,
  isTwoPersonWaived: boolean,
): readonly ProposalAction[] {
  if (state !== 'open') return []
  if (is_own === 1) return can_decide === 1 && isTwoPersonWaived ? ['approve', 'withdraw'] : ['withdraw']
  return can_decide === 1 ? ['approve', 'reject'] : []
}
