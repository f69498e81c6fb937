// Steps of a withdrawal that operators take. The engine allows each step once; docs/funds.md has the table of states.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { Micros } from '#core/money/amounts.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type CarriedOut, type CarryOutParts, carryOut } from '#server/funds/review/carry-out.ts'
import type { StoredMovement } from '#server/funds/review/movements-store.ts'
import type { FundsReviewer, Proposals } from '#server/funds/review/review-types.ts'
import {
  readReviewedWithdrawal,
  sumOfLastDay,
  type WithdrawalDetails,
} from '#server/funds/review/withdrawal-review-store.ts'
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
  const lastDay = await sumOfLastDay(pool, userId, new Date(clock.now()))
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
  if ((await parts.proposals.open(withdrawalReturnKind, `withdrawal:${id}`)) !== undefined)
    return refused('proposal_open')
  if (to === 'returned' && withdrawal.state === 'paying')
    return await proposeReturn(parts, withdrawal, request, texts.note ?? '')
  const refusal =
    to === 'approved' ? await approverRefusal(parts, withdrawal, operator.operatorId) : undefined
  if (refusal !== undefined) return refusal
  await auditStep(parts, withdrawal, request)
  const act = {
    to,
    operatorId: operator.operatorId,
    ...texts.fields,
    ...(to === 'paying'
      ? { needsApproval: (await secondOperatorRule(parts, withdrawal.userId)).isNeeded }
      : {}),
    ...(to === 'approved' && (await parts.isTwoPersonRuleWaived()) ? { isWaived: true as const } : {}),
  }
  return takenOf(await submitStep(parts, withdrawal, act), to)
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

/** The second person is not the one who took it into review. Nothing to check before that: the engine refuses. */
async function approverRefusal(
  { secondPersonRefusal, isTwoPersonRuleWaived }: WithdrawalReviewParts,
  { reviewerId }: WithdrawalDetails,
  approver: number,
): Promise<Refusal | undefined> {
  if (reviewerId === null || (await isTwoPersonRuleWaived())) return undefined
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
  { id, userId, amount }: Pick<WithdrawalDetails, 'id' | 'userId' | 'amount'>,
  act: Act,
): Promise<CarriedOut> {
  const reference = `withdrawal:${id}`
  const isResult = (found: StoredMovement) =>
    found.kind === 'withdrawal' &&
    found.amount === amount &&
    found.state === act.to &&
    (found.note ?? undefined) === act.note &&
    (found.payment ?? undefined) === act.payment &&
    isBy(found, act)
  return await carryOut(parts, userId, { kind: 'advance_withdrawal', reference, ...act }, isResult)
}

/** Whether the step was taken by this operator. A second one must be told that another was first. */
function isBy(found: StoredMovement, { to, operatorId }: Act): boolean {
  if (to === 'reviewing') return found.reviewerId === operatorId
  if (to === 'approved') return found.approverId === operatorId
  return to === 'returned' || found.payerId === operatorId
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
