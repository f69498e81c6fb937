import type { Reason } from '#contract/envelope.ts'
import type { Refusal } from '#contract/outcome.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import type { Operators, SessionOperator } from '#server/operators/operators.ts'
import type { PoolClient } from '#server/storage/storage.ts'

export type ProposalState = 'open' | 'approved' | 'rejected' | 'withdrawn' | 'lapsed' | 'done' | 'failed'

/** Plain data: what a handler needs to carry out the change, with old and new values. */
export type Payload = Readonly<Record<string, unknown>>

export type FailedResult = {
  readonly reason: Reason
  readonly figures?: Readonly<Record<string, string>>
}

export type OperatorName = { readonly operatorId: number; readonly email: string }

export type Proposal = {
  readonly id: number
  readonly kind: string
  /** The object of the change, such as `pay_address:3`. */
  readonly subject: string
  readonly payload: Payload
  readonly note: string
  readonly proposedBy: OperatorName
  readonly proposedAt: Date
  /** From this moment on it is not approved. */
  readonly lapsesAt: Date
  readonly state: ProposalState
  readonly decidedBy: OperatorName | undefined
  readonly decidedAt: Date | undefined
  /** Why it was rejected, otherwise empty. */
  readonly remark: string
  /** Whether it was approved without the two-person rule. */
  readonly isWaived: boolean
  readonly result: FailedResult | undefined
}

/** One changed value, for people. The label is a name in snake case, which the console translates. */
export type ChangeRow = { readonly label: string; readonly old: string; readonly new: string }

/** `unknown`: it may have happened, so it is asked again. */
export type RunResult =
  | { readonly kind: 'done' }
  | ({ readonly kind: 'failed' } & FailedResult)
  | { readonly kind: 'unknown' }

type HandlerBase = {
  readonly kind: string
  /** Roles that may propose and decide, besides owners. */
  readonly roles: readonly OperatorRole[]
  readonly describe: (payload: Payload) => readonly ChangeRow[]
  /** How long it may wait for its approval; seven days if absent. */
  readonly waitMs?: (payload: Payload) => number
  /** Whether the change is possible. Called when it is proposed, and when it is approved: a refusal then ends it as failed. */
  readonly check: (client: PoolClient, payload: Payload, subject: string) => Promise<Refusal | undefined>
}

/**
 * Changes the database in the transaction of the approval. After a refusal, everything it wrote is rolled back, and the
 * proposal ends as failed.
 */
type TransactionHandler = HandlerBase & {
  readonly applyInTransaction: (
    client: PoolClient,
    proposal: Proposal,
    approver: OperatorName,
  ) => Promise<Refusal | undefined>
}

/**
 * Acts outside the database, as by a command to the engine, after the approval is committed. It can be called again
 * for the same proposal, also by another process, and must then act only once.
 */
type RunHandler = HandlerBase & {
  readonly run: (proposal: Proposal, approver: OperatorName) => Promise<RunResult>
}

export type ProposalHandler = TransactionHandler | RunHandler

export type Propose = {
  readonly kind: string
  readonly subject: string
  readonly payload: Payload
  readonly by: SessionOperator
  readonly address: string
  readonly note?: string | undefined
}

export type Decide = { readonly id: number; readonly by: SessionOperator; readonly address: string }

export type Denied = Exclude<Awaited<ReturnType<Operators['confirmAction']>>, { kind: 'confirmed' }>
