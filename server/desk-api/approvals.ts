// Changes by two people: the list of proposals, and the decisions.
import {
  approveProposal,
  deskProposals,
  proposalToWire,
  rejectProposal,
  withdrawProposal,
} from '#contract/desk/approvals.ts'
import { answered, refused } from '#contract/outcome.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { Approvals, Proposal } from '#server/approvals/approvals.ts'
import { auditRead } from '#server/desk-api/audit.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators, SessionOperator } from '#server/operators/operators.ts'
import type { Pool } from '#server/storage/storage.ts'

type ApprovalParts = { readonly operators: Operators; readonly approvals: Approvals }

/** The values of a change are shown only to the roles that decide it. */
export function readProposals({
  operators,
  approvals,
  pool,
}: ApprovalParts & { readonly pool: Pool }): Route {
  const changesFor = ({ role }: SessionOperator, { kind, payload }: Proposal) => {
    const handler = approvals.handlerOf(kind)
    const isVisible = handler !== undefined && isRoleAllowed(role, handler.roles)
    return isVisible ? handler.describe(payload).map((row) => ({ ...row })) : undefined
  }
  return operatorRoute(deskProposals, operators.authenticate, async ({ state, page }, by, caller) => {
    const subject = `proposals:${state}:${page}`
    await auditRead(pool, by, caller, { action: 'proposals_viewed', subject })
    const { proposals, total, open } = await approvals.list({ state, page })
    const data = proposals.map((proposal) => proposalToWire(proposal, by, changesFor(by, proposal)))
    return answered({ data, total, open })
  })
}

export function approve({ operators, approvals }: ApprovalParts): Route {
  return operatorRoute(approveProposal, operators.authenticate, async ({ id, totp }, by, { address }) => {
    const approved = await approvals.approve({ id, by, totp, address })
    if (approved.kind !== 'approved') return approved
    const { result } = approved
    if (result.kind === 'failed') return refused(result.reason, result.figures && { figures: result.figures })
    const state = result.kind === 'done' ? 'done' : 'approved'
    return answered({ state }, `done.proposal_${state}`)
  })
}

export function reject({ operators, approvals }: ApprovalParts): Route {
  return operatorRoute(rejectProposal, operators.authenticate, async ({ id, remark }, by, { address }) => {
    const rejected = await approvals.reject({ id, by, remark, address })
    return rejected.kind === 'decided' ? answered(null, 'done.proposal_rejected') : rejected
  })
}

export function withdraw({ operators, approvals }: ApprovalParts): Route {
  return operatorRoute(withdrawProposal, operators.authenticate, async ({ id }, by, { address }) => {
    const withdrawn = await approvals.withdraw({ id, by, address })
    return withdrawn.kind === 'decided' ? answered(null, 'done.proposal_withdrawn') : withdrawn
  })
}
