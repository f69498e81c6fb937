// Steps of a withdrawal that operators take. The engine allows each step once; docs/funds.md has the table of states.
import { type Refusal, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import type { Micros } from '#core/money/amounts.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type CarriedOut, type CarryOutParts, carryOut } from '#server/funds/review/carry-out.ts'
import { readMovement, type StoredMovement } from '#server/funds/review/movements-store.ts'
import type { FundsReviewer, Proposals } from '#server/funds/review/review-types.ts'
import {
  readReviewedWithdrawal,
  type WithdrawalDetails,
} from '#server/funds/review/withdrawal-review-store.ts'
import { sumWithdrawals } from '#server/funds/withdrawals-store.ts'
import type { Clock } from '#server/platform/clock.ts'

export type OperatorStep = 'reviewing' | 'approved' | 'paying' | 'sent' | 'returned'

export type StepRequest = FundsReviewer & {
  readonly id: number
  readonly to: OperatorStep
  readonly note: string
  readonly transaction: string
}

export type StepTaken =
  | { readonly kind: 'taken'; readonly state: OperatorStep }
  | { readonly kind: 'proposed'; readonly proposalId: number }

export type WithdrawalReviewParts = CarryOutParts & {
  readonly clock: Clock
  readonly proposals: Proposals
  /** From this amount within 24 hours on, paying needs a second operator. */
  readonly secondOperatorFrom: () => Micros
  /** Undefined if the two operators count as two people. */
  readonly secondPersonRefusal: (people: {
    readonly proposer: number
    readonly approver: number
  }) => Promise<Refusal | undefined>
  readonly isTwoPersonRuleWaived: () => Promise<boolean>
}

/** What a second operator approves: the return of money that may already be on its way. */
export const withdrawalReturnKind = 'withdrawal_return'

/** Sum of the last day that decides, and whether it requires a second operator. */
export async function secondOperatorRule(
  { pool, clock, secondOperatorFrom }: Pick<WithdrawalReviewParts, 'pool' | 'clock' | 'secondOperatorFrom'>,
  userId: number,
): Promise<{ readonly lastDay: Micros; readonly isNeeded: boolean }> {
  const lastDay = await sumWithdrawals(pool, userId, new Date(clock.now() - dayMs))
  return { lastDay, isNeeded: lastDay >= secondOperatorFrom() }
}

export async function takeStep(
  parts: WithdrawalReviewParts,
  request: StepRequest,
): Promise<StepTaken | Refusal> {
  const { id, to, operator } = request
  const withdrawal = await readReviewedWithdrawal(parts.pool, id)
  if (withdrawal === undefined) return refused('not_found')
  const texts = textsOf(request)
  if (texts.kind === 'refused') return texts
  const { operatorId } = operator
  const known = await readMovement(parts.pool, `withdrawal:${id}`)
  // A repeat by the same operator is not audited again.
  if (known !== undefined && isTaken(known, withdrawal, { to, operatorId, ...texts.fields }))
    return { kind: 'taken', state: to }
  if ((await parts.proposals.open(withdrawalReturnKind, `withdrawal:${id}`)) !== undefined)
    return refused('proposal_open')
  if (to === 'returned' && withdrawal.state === 'paying')
    return await proposeReturn(parts, withdrawal, request, texts.note ?? '')
  const refusal = to === 'approved' ? await approverRefusal(parts, withdrawal, operatorId) : undefined
  if (refusal !== undefined) return refusal
  await auditStep(parts, withdrawal, request)
  const act = {
    to,
    operatorId,
    ...texts.fields,
    ...(to === 'paying'
      ? { needsApproval: (await secondOperatorRule(parts, withdrawal.userId)).isNeeded }
      : {}),
    ...(to === 'approved' && (await parts.isTwoPersonRuleWaived()) ? { isWaived: true as const } : {}),
  }
  const carriedOut = await submitStep(parts, withdrawal, act)
  if (carriedOut.kind === 'refused') await auditFailure(parts, request, carriedOut)
  return takenOf(carriedOut, to)
}

type Texts = {
  readonly kind: 'texts'
  readonly note: string | undefined
  readonly fields: { readonly note?: string; readonly payment?: string }
}

/** The note of a return and the transaction of a payment are required, and only there. */
function textsOf({ to, note, transaction }: StepRequest): Texts | Refusal {
  if (to === 'returned') {
    const parsed = parseRemark(note)
    if (parsed === undefined) return refused('remark_required')
    return { kind: 'texts', note: parsed, fields: { note: parsed } }
  }
  if (to !== 'sent') return { kind: 'texts', note: undefined, fields: {} }
  const payment = parseRemark(transaction)
  if (payment === undefined || payment.includes('\n') || payment.length > 200)
    return refused('invalid_input', { field: 'transaction' })
  return { kind: 'texts', note: undefined, fields: { payment } }
}

/** The second person is not the one who took it into review, so nothing is approved before that. */
async function approverRefusal(
  { secondPersonRefusal, isTwoPersonRuleWaived }: WithdrawalReviewParts,
  { reviewerId }: WithdrawalDetails,
  approver: number,
): Promise<Refusal | undefined> {
  if (reviewerId === null) return refused('already_decided')
  if (await isTwoPersonRuleWaived()) return undefined
  return await secondPersonRefusal({ proposer: reviewerId, approver })
}

async function proposeReturn(
  { proposals }: WithdrawalReviewParts,
  { id, uid, amount }: WithdrawalDetails,
  { operator: by, address }: StepRequest,
  note: string,
): Promise<StepTaken | Refusal> {
  const payload = { withdrawalId: id, uid, amount: String(amount), note }
  const proposal = { kind: withdrawalReturnKind, subject: `withdrawal:${id}`, payload, by, address }
  const proposed = await proposals.propose(proposal)
  return proposed.kind === 'proposed' ? { kind: 'proposed', proposalId: proposed.id } : proposed
}

type Act = {
  readonly to: OperatorStep
  readonly operatorId: number
  readonly secondOperatorId?: number
  readonly needsApproval?: boolean
  readonly isWaived?: true
  readonly note?: string
  readonly payment?: string
}

export async function submitStep(
  parts: CarryOutParts,
  withdrawal: Pick<WithdrawalDetails, 'id' | 'userId' | 'amount'>,
  act: Act,
): Promise<CarriedOut> {
  const request = { kind: 'advance_withdrawal', reference: `withdrawal:${withdrawal.id}`, ...act } as const
  return await carryOut(parts, withdrawal.userId, request, (found) => isTaken(found, withdrawal, act))
}

/** Whether this operator took this step. Another operator must be told that it was taken before. */
function isTaken(found: StoredMovement, { amount }: Pick<WithdrawalDetails, 'amount'>, act: Act): boolean {
  return (
    found.kind === 'withdrawal' &&
    found.amount === amount &&
    found.state === act.to &&
    found.note === (act.note ?? null) &&
    found.payment === (act.payment ?? null) &&
    operatorOf(found, act.to) === act.operatorId
  )
}

function operatorOf(found: StoredMovement, step: OperatorStep): number | null {
  if (step === 'reviewing') return found.reviewerId
  if (step === 'approved') return found.approverId
  return step === 'returned' ? found.returnedBy : found.payerId
}

function takenOf(carriedOut: CarriedOut, state: OperatorStep): StepTaken | Refusal {
  if (carriedOut.kind === 'done') return { kind: 'taken', state }
  return carriedOut.kind === 'unknown' ? refused('outcome_unknown') : carriedOut
}

/** Written before the step: one that cannot be audited is not taken. Notes are in the journal. */
async function auditStep(
  { pool }: WithdrawalReviewParts,
  { id, uid, amount }: WithdrawalDetails,
  { to, operator, address }: StepRequest,
): Promise<void> {
  await recordAudit(pool, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: `withdrawal_${to}`,
    subject: `withdrawal:${id}`,
    details: { uid, amount: String(amount) },
    address,
  })
}

/** Follows the entry of the step, which was not taken. */
async function auditFailure(
  { pool }: WithdrawalReviewParts,
  { id, operator, address }: StepRequest,
  { reason }: Refusal,
): Promise<void> {
  await recordAudit(pool, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: 'withdrawal_failed',
    subject: `withdrawal:${id}`,
    details: { reason },
    address,
  })
}
