import type { Refusal } from '#contract/outcome.ts'

/** The operator who reviews, and their address, for the audit log. */
export type FundsReviewer = {
  readonly operator: { readonly operatorId: number; readonly email: string }
  readonly address: string
}

/** An open proposal, as the console shows it beside its subject. */
export type OpenProposal = {
  readonly id: number
  readonly kind: string
  readonly proposedBy: string
  readonly proposedAt: Date
}

/** The part of the approvals module that reviews need. */
export type Proposals = {
  readonly propose: (proposal: {
    readonly kind: string
    readonly subject: string
    readonly payload: Readonly<Record<string, unknown>>
    readonly by: FundsReviewer['operator']
    readonly address: string
  }) => Promise<{ readonly kind: 'proposed'; readonly id: number } | Refusal>
  readonly openOf: (kind: string, subject: string) => Promise<OpenProposal | undefined>
}
