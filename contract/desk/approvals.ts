import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField, totpField } from '#contract/desk/shared-fields.ts'
import { longestRemark } from '#core/user/operator-remark.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'

/** Viewers see that something waits, not what it changes. */
export const proposalReaders = ['owner', 'finance', 'viewer'] as const satisfies OperatorRole[]

/** Each kind of proposal names those of these roles that may decide it. */
const proposalDeciders = ['owner', 'finance'] as const satisfies OperatorRole[]

export const deskProposals = defineCall({
  name: 'desk_proposals',
  group: 'Operator console',
  summary:
    'List changes that wait for a second operator, oldest first, or decided ones, newest first (audited)',
  path: '/desk/api/proposals',
  verb: 'GET',
  changes: false,
  access: proposalReaders,
  input: Type.Object({
    state: Type.Union([Type.Literal('open'), Type.Literal('decided')], { default: 'open' }),
    page: pageField,
  }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        kind: Type.String({ description: 'Kind of the change, such as adjustment' }),
        subject: Type.String({ description: 'What is changed, such as user:7' }),
        changes: Type.Array(Type.Object({ label: Type.String(), old: Type.String(), new: Type.String() }), {
          description: 'Changed values; empty if the role may not see them',
        }),
        note: Type.String({ description: 'Empty if there is none, or if the role may not see it' }),
        proposed_by: Type.String(),
        proposed_at: Type.String(),
        lapses_at: Type.String({
          description:
            'From then on it is not approved: a day after the proposal for a rate, otherwise a week',
        }),
        is_own: Type.Integer({ description: '1 if the signed-in operator proposed it' }),
        can_decide: Type.Integer({ description: '1 if the role may approve or reject it' }),
        state: Type.Enum(['open', 'approved', 'rejected', 'withdrawn', 'lapsed', 'done', 'failed'], {
          description:
            'approved: decided, and not yet known to be carried out. lapsed: not decided before lapses_at',
        }),
        decided_by: Type.String({ description: 'Empty while open, and if it has lapsed' }),
        decided_at: Type.Union([Type.String(), Type.Null()]),
        is_waived: Type.Integer({ description: '1 if it was approved without the two-person rule' }),
        remark: Type.String({ description: 'Why it was rejected' }),
        failure: Type.String({ description: 'Reason why it could not be carried out' }),
      }),
    ),
    total: Type.Integer(),
    open: Type.Integer({ description: 'Number of open proposals, independent of the filter' }),
  }),
})

export type DeskProposalsInput = InputOf<typeof deskProposals>
export type DeskProposalsAnswer = AnswerOf<typeof deskProposals>

export const approveProposal = defineCall({
  name: 'approve_proposal',
  group: 'Operator console',
  summary:
    'Approve a proposed change as the second person (audited). If it can no longer be carried out, it ends as failed and the call is refused with the reason',
  path: '/desk/api/proposals/approve',
  verb: 'POST',
  changes: true,
  access: proposalDeciders,
  carriesSecret: true,
  input: Type.Object({ id: idField, totp: totpField }),
  answer: Type.Object({ state: Type.Enum(['done', 'approved']) }),
})

export type ApproveProposalInput = InputOf<typeof approveProposal>
export type ApproveProposalAnswer = AnswerOf<typeof approveProposal>

export const rejectProposal = defineCall({
  name: 'reject_proposal',
  group: 'Operator console',
  summary: 'Reject a proposed change with a remark (audited)',
  path: '/desk/api/proposals/reject',
  verb: 'POST',
  changes: true,
  access: proposalDeciders,
  input: Type.Object({ id: idField, remark: textField(longestRemark, 'Why it is rejected') }),
  answer: Type.Null(),
})

export type RejectProposalInput = InputOf<typeof rejectProposal>

export const withdrawProposal = defineCall({
  name: 'withdraw_proposal',
  group: 'Operator console',
  summary: 'Withdraw one’s own proposal (audited)',
  path: '/desk/api/proposals/withdraw',
  verb: 'POST',
  changes: true,
  access: proposalDeciders,
  input: Type.Object({ id: idField }),
  answer: Type.Null(),
})

export type WithdrawProposalInput = InputOf<typeof withdrawProposal>

type ListedProposal = {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly note: string
  readonly proposedBy: { readonly operatorId: number; readonly email: string }
  readonly proposedAt: Date
  readonly lapsesAt: Date
  readonly state: DeskProposalsAnswer['data'][number]['state']
  readonly decidedBy: { readonly email: string } | undefined
  readonly decidedAt: Date | undefined
  readonly isWaived: boolean
  readonly remark: string
  readonly result: { readonly reason: string } | undefined
}

/** `changes` is undefined if the reader may not see and decide the proposal. */
export function proposalToWire(
  proposal: ListedProposal,
  reader: { readonly operatorId: number },
  changes: DeskProposalsAnswer['data'][number]['changes'] | undefined,
): DeskProposalsAnswer['data'][number] {
  const { id, kind, subject, note, proposedBy, state, remark } = proposal
  const isVisible = changes !== undefined
  return {
    id,
    kind,
    subject,
    changes: changes ?? [],
    note: isVisible ? note : '',
    proposed_by: proposedBy.email,
    proposed_at: proposal.proposedAt.toISOString(),
    lapses_at: proposal.lapsesAt.toISOString(),
    is_own: proposedBy.operatorId === reader.operatorId ? 1 : 0,
    can_decide: isVisible ? 1 : 0,
    state,
    decided_by: proposal.decidedBy?.email ?? '',
    decided_at: proposal.decidedAt?.toISOString() ?? null,
    is_waived: proposal.isWaived ? 1 : 0,
    remark: isVisible ? remark : '',
    failure: isVisible ? (proposal.result?.reason ?? '') : '',
  }
}
