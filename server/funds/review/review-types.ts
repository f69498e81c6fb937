import type { Approvals, Proposal } from '#server/approvals/approvals.ts'
import type { Operators, SessionOperator } from '#server/operators/operators.ts'

/** The operator who reviews, and their address, for the audit log. */
export type FundsReviewer = { readonly operator: SessionOperator; readonly address: string }

/** A refusal, or too many attempts with a wrong code. */
export type Denied = Exclude<Awaited<ReturnType<Operators['confirmAction']>>, { kind: 'confirmed' }>

/** An open proposal, as the console shows it beside its subject. */
export type OpenProposal = Pick<Proposal, 'id' | 'kind' | 'proposedBy' | 'proposedAt'>

/** The part of the approvals module that reviews need. */
export type Proposals = Pick<Approvals, 'propose' | 'open' | 'openOfKinds'>
