import { type Refusal, refused } from '#contract/outcome.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type {
  Decide,
  Denied,
  FailedResult,
  Proposal,
  ProposalHandler,
  ProposalState,
} from '#server/approvals/approvals-types.ts'
import {
  type Decision,
  lockProposal,
  readProposal,
  storeDecision,
  withSavepoint,
} from '#server/approvals/proposals-store.ts'
import type { TwoPersonRule } from '#server/approvals/two-person-rule.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

type Parts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly operators: Pick<Operators, 'inConfirmedTransaction'>
  readonly rule: TwoPersonRule
  readonly handlerOf: (kind: string) => ProposalHandler | undefined
}

/** `failed`: the change can no longer be made. */
export type Approved =
  | { readonly kind: 'decided'; readonly state: Extract<ProposalState, 'approved' | 'done'> }
  | { readonly kind: 'decided'; readonly state: 'failed'; readonly result: FailedResult }

export type Closed = { readonly kind: 'decided'; readonly state: 'rejected' | 'withdrawn' }

/** Each decision locks the proposal, is made once, and is audited in the same transaction. */
export function createDecisions({ pool, clock, operators, rule, handlerOf }: Parts) {
  /** A change of the database is part of this transaction. Any other is only approved here, and carried out later. */
  async function approve(input: Decide & { readonly totp: string }): Promise<Approved | Denied> {
    const { id, by, totp, address } = input
    const known = await readProposal(pool, id)
    const handler = known && handlerOf(known.kind)
    if (known === undefined || handler === undefined) return refused('not_found')
    const { roles } = handler
    const other = known.proposedBy.operatorId
    return await operators.inConfirmedTransaction({ by, totp, address, roles, other }, async (client) => {
      const proposal = await lockProposal(client, id)
      const at = new Date(clock.now())
      if (proposal?.state === 'lapsed') return refused('proposal_lapsed')
      if (proposal?.state !== 'open') return refused('already_decided')
      if (at >= proposal.lapsesAt) return refused('proposal_lapsed')
      const isWaived = await rule.isWaived(client)
      const problem = isWaived
        ? undefined
        : await rule.problem({ proposer: other, approver: by.operatorId }, client)
      if (problem !== undefined) return refused(problem)
      return await carryOut(client, handler, proposal, input, { id, by: by.operatorId, at, isWaived })
    })
  }

  /** A change that is no longer possible ends the proposal as failed, so that another one can be made. */
  async function carryOut(
    client: PoolClient,
    handler: ProposalHandler,
    proposal: Proposal,
    input: Decide,
    decision: Omit<Decision, 'state'>,
  ): Promise<Approved> {
    const waiver = decision.isWaived ? { two_person_rule: 'waived' } : {}
    const refusal =
      (await handler.check(client, proposal.payload, proposal.subject)) ??
      (await apply(client, handler, proposal, input))
    if (refusal !== undefined) {
      const result = failureOf(refusal)
      await storeDecision(client, { ...decision, state: 'failed', result })
      await audit(client, input, proposal, { action: 'proposal_failed', details: { ...waiver, ...result } })
      return { kind: 'decided', state: 'failed', result }
    }
    const state = 'run' in handler ? 'approved' : 'done'
    await storeDecision(client, { ...decision, state })
    await audit(client, input, proposal, { action: 'proposal_approved', details: waiver })
    return { kind: 'decided', state }
  }

  async function apply(
    client: PoolClient,
    handler: ProposalHandler,
    proposal: Proposal,
    { by: { operatorId, email } }: Decide,
  ): Promise<Refusal | undefined> {
    if (!('applyInTransaction' in handler)) return undefined
    return await withSavepoint(client, () =>
      handler.applyInTransaction(client, proposal, { operatorId, email }),
    )
  }

  async function reject(input: Decide & { readonly remark: string }): Promise<Closed | Refusal> {
    const remark = parseRemark(input.remark)
    if (remark === undefined) return refused('remark_required')
    return await close(input, 'rejected', remark, (proposal) => {
      const roles = handlerOf(proposal.kind)?.roles ?? []
      return isRoleAllowed(input.by.role, roles) ? undefined : refused('role_forbidden')
    })
  }

  /** Only the proposer withdraws a proposal. */
  async function withdraw(input: Decide): Promise<Closed | Refusal> {
    return await close(input, 'withdrawn', '', ({ proposedBy }) =>
      proposedBy.operatorId === input.by.operatorId ? undefined : refused('role_forbidden'),
    )
  }

  async function close(
    input: Decide,
    state: Closed['state'],
    remark: string,
    check: (proposal: Proposal) => Refusal | undefined,
  ): Promise<Closed | Refusal> {
    return await inTransaction(pool, async (client) => {
      const proposal = await lockProposal(client, input.id)
      if (proposal === undefined) return refused('not_found')
      const refusal = check(proposal)
      if (refusal !== undefined) return refusal
      if (proposal.state !== 'open') return refused('already_decided')
      const at = new Date(clock.now())
      await storeDecision(client, { id: input.id, state, by: input.by.operatorId, at, remark })
      const details = remark === '' ? {} : { remark }
      await audit(client, input, proposal, { action: `proposal_${state}`, details })
      return { kind: 'decided', state }
    })
  }

  return { approve, reject, withdraw }
}

function failureOf({ reason, figures }: Refusal): FailedResult {
  return figures === undefined ? { reason } : { reason, figures }
}

async function audit(
  client: PoolClient,
  { by, address }: Decide,
  { id, kind, subject }: Proposal,
  { action, details }: { readonly action: string; readonly details: Readonly<Record<string, unknown>> },
): Promise<void> {
  await recordAudit(client, {
    operatorId: by.operatorId,
    who: by.email,
    action,
    subject: `proposal:${id}`,
    details: { kind, subject, ...details },
    address,
  })
}
