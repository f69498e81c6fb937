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
import { readMovement, type StoredMovement } from '#server/funds/review/movements-store.ts'
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
  const act = { result, note: remark, operatorId: decision.operator.operatorId }
  if (deposit.state !== 'waiting') return await repeatOf(parts, deposit, act)
  if ((await parts.proposals.open(depositCreditKind, `deposit:${id}`)) !== undefined)
    return refused('proposal_open')
  if (result === 'credited' && needsSecondForDeposit(deposit, parts.secondOperatorFrom()))
    return await proposeCredit(parts, deposit, decision)
  await auditDecision(parts, deposit, decision)
  const carriedOut = await submitDecision(parts, deposit, act)
  if (carriedOut.kind === 'refused') await auditFailure(parts, deposit, decision, carriedOut)
  return resultOf(carriedOut, result)
}

/** A repeat of the decision by the same operator succeeds and is not audited again. */
async function repeatOf(
  { pool }: Parts,
  deposit: DepositDetails,
  act: Act,
): Promise<DepositDecided | Refusal> {
  const movement = await readMovement(pool, `deposit:${deposit.id}`)
  const isRepeat = movement !== undefined && isDecidedBy(movement, deposit, act)
  return isRepeat ? { kind: 'decided', state: act.result } : refused('already_decided')
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
  deposit: Pick<DepositDetails, 'id' | 'userId' | 'credited'>,
  act: Act,
): Promise<CarriedOut> {
  const { id, userId, credited } = deposit
  const { result, note, operatorId, approverId } = act
  const request = {
    kind: 'deposit',
    reference: `deposit:${id}`,
    amount: credited,
    result,
    operatorId,
    ...(approverId === undefined ? {} : { approverId }),
    ...(note === undefined ? {} : { note }),
  } as const
  const carriedOut = await carryOut(parts, userId, request, (found) => isDecidedBy(found, deposit, act))
  if (carriedOut.kind === 'refused' && carriedOut.reason !== 'already_decided')
    await storeFailure(parts.pool, id, carriedOut.reason, new Date(parts.clock.now()))
  return carriedOut
}

/** Whether these operators made this decision. Another operator must be told that it was made before. */
function isDecidedBy(
  found: StoredMovement,
  { credited }: Pick<DepositDetails, 'credited'>,
  { result, note, operatorId, approverId }: Act,
): boolean {
  return (
    found.kind === 'deposit' &&
    found.state === result &&
    found.amount === credited &&
    found.note === (note ?? null) &&
    found.reviewerId === operatorId &&
    found.approverId === (approverId ?? null)
  )
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

/** Follows the entry of the decision, which was not carried out. */
async function auditFailure(
  { pool }: Parts,
  { id }: DepositDetails,
  { operator, address }: DepositDecision,
  { reason }: Refusal,
): Promise<void> {
  await recordAudit(pool, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: 'deposit_failed',
    subject: `deposit:${id}`,
    details: { reason },
    address,
  })
}
