// Decisions about deposits. The engine decides each deposit once, whatever the console shows.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { Micros } from '#core/money/amounts.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type CarriedOut, type CarryOutParts, carryOut } from '#server/funds/review/carry-out.ts'
import {
  type DepositDetails,
  type DepositState,
  readReviewedDeposit,
  storeFailure,
} from '#server/funds/review/deposit-review-store.ts'
import type { StoredMovement } from '#server/funds/review/movements-store.ts'
import type { FundsReviewer, Proposals } from '#server/funds/review/review-types.ts'
import type { Clock } from '#server/platform/clock.ts'

type DepositResult = Exclude<DepositState, 'waiting'>

export type DepositDecision = FundsReviewer & {
  readonly id: number
  readonly result: DepositResult
  readonly remark: string
}

export type DepositDecided =
  | { readonly kind: 'decided'; readonly state: DepositResult }
  | { readonly kind: 'proposed'; readonly proposalId: number }

type DecisionParts = CarryOutParts & { readonly clock: Clock }

type Parts = DecisionParts & {
  readonly proposals: Proposals
  /** Credits from this amount on need a second operator. */
  readonly secondOperatorFrom: () => Micros
}

export function needsSecondForDeposit(
  { credited }: Pick<DepositDetails, 'credited'>,
  limit: Micros,
): boolean {
  return credited >= limit
}

/** A credit that a second operator approves. */
export const depositCreditKind = 'deposit_credit'

export async function decideDeposit(
  parts: Parts,
  decision: DepositDecision,
): Promise<DepositDecided | Refusal> {
  const { id, result } = decision
  const deposit = await readReviewedDeposit(parts.pool, id)
  if (deposit === undefined) return refused('not_found')
  const remark = result === 'rejected' ? parseRemark(decision.remark) : undefined
  if (result === 'rejected' && remark === undefined) return refused('remark_required')
  if ((await parts.proposals.open(depositCreditKind, `deposit:${id}`)) !== undefined)
    return refused('proposal_open')
  const isLarge = result === 'credited' && needsSecondForDeposit(deposit, parts.secondOperatorFrom())
  if (isLarge && deposit.state === 'waiting') return await proposeCredit(parts, deposit, decision)
  if (isLarge) return refused('already_decided')
  await auditDecision(parts, deposit, decision)
  const carriedOut = await submitDecision(parts, deposit, {
    result,
    note: remark,
    operatorId: decision.operator.operatorId,
  })
  return resultOf(carriedOut, result)
}

async function proposeCredit(
  { proposals }: Parts,
  { id, uid, credited }: DepositDetails,
  { operator, address }: DepositDecision,
): Promise<DepositDecided | Refusal> {
  const payload = { depositId: id, uid, credit: String(credited) }
  const proposed = await proposals.propose({
    kind: depositCreditKind,
    subject: `deposit:${id}`,
    payload,
    by: operator,
    address,
  })
  return proposed.kind === 'proposed' ? { kind: 'proposed', proposalId: proposed.id } : proposed
}

type Act = {
  readonly result: DepositResult
  readonly note?: string | undefined
  readonly operatorId: number
  readonly approverId?: number
}

/** Stores why the engine refused a credit: every operator who opens the deposit sees it. */
export async function submitDecision(
  parts: DecisionParts,
  { id, userId, credited }: Pick<DepositDetails, 'id' | 'userId' | 'credited'>,
  { result, note, operatorId, approverId }: Act,
): Promise<CarriedOut> {
  const isResult = (found: StoredMovement) =>
    found.kind === 'deposit' &&
    found.state === result &&
    found.amount === credited &&
    (found.note ?? undefined) === note
  const request = {
    kind: 'deposit',
    reference: `deposit:${id}`,
    amount: credited,
    result,
    operatorId,
    ...(approverId === undefined ? {} : { approverId }),
    ...(note === undefined ? {} : { note }),
  } as const
  const carriedOut = await carryOut(parts, userId, request, isResult)
  if (carriedOut.kind === 'refused' && carriedOut.reason !== 'already_decided')
    await storeFailure(parts.pool, id, carriedOut.reason, new Date(parts.clock.now()))
  return carriedOut
}

function resultOf(carriedOut: CarriedOut, state: DepositResult): DepositDecided | Refusal {
  if (carriedOut.kind === 'done') return { kind: 'decided', state }
  return carriedOut.kind === 'unknown' ? refused('outcome_unknown') : carriedOut
}

/** Written before the decision: one that cannot be audited is not made. The remark is in the journal. */
async function auditDecision(
  { pool }: Parts,
  { id, uid, credited }: DepositDetails,
  { result, operator, address }: DepositDecision,
): Promise<void> {
  await recordAudit(pool, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: `deposit_${result}`,
    subject: `deposit:${id}`,
    details: { uid, credit: String(credited) },
    address,
  })
}
