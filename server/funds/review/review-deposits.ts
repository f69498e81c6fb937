// Decisions about deposits. The engine decides each deposit once, whatever the console shows.
import { type Refusal, refused } from '#contract/outcome.ts'
import { dayMs } from '#core/candle/period.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { formatMicros, type Micros } from '#core/money/amounts.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type CarriedOut, type CarryOutParts, carryOut } from '#server/funds/review/carry-out.ts'
import {
  clearDecision,
  type DecisionUnderWay,
  type DepositDetails,
  type DepositResult,
  type DepositUnderWay,
  lockCredits,
  lockUndecided,
  mayHaveOldRate,
  readReviewedDeposit,
  storeDecision,
  storeFailure,
  sumCreditsOfOne,
} from '#server/funds/review/deposit-review-store.ts'
import { readMovement, type StoredMovement } from '#server/funds/review/movements-store.ts'
import type { FundsReviewer, Proposals } from '#server/funds/review/review-types.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type DepositDecision = FundsReviewer & {
  readonly id: number
  readonly result: DepositResult
  readonly remark: string
}

export type DepositDecided =
  | { readonly kind: 'decided'; readonly state: DepositResult }
  | { readonly kind: 'proposed'; readonly proposalId: number }

export type DecisionParts = CarryOutParts & { readonly clock: Clock }

type Parts = DecisionParts & {
  readonly proposals: Proposals
  /** Credits that reach this amount within a day need a second operator. */
  readonly secondOperatorFrom: () => Micros
  readonly operators: Pick<Operators, 'tiedTo'>
}

/** Many small credits count like a large one: of one user, and by one operator or those tied to them, within a day. */
export async function needsSecondForDeposit(
  { clock, secondOperatorFrom, operators }: Pick<Parts, 'clock' | 'secondOperatorFrom' | 'operators'>,
  client: Pool | PoolClient,
  { id: depositId, userId, credited }: Pick<DepositDetails, 'id' | 'userId' | 'credited'>,
  operatorId: number,
): Promise<boolean> {
  if (await mayHaveOldRate(client, depositId)) return true
  const since = new Date(clock.now() - dayMs)
  const operatorIds = await operators.tiedTo(operatorId, client)
  const { ofUser, byOperators } = await sumCreditsOfOne(client, { depositId, userId, operatorIds, since })
  return Math.max(ofUser, byOperators) + credited >= secondOperatorFrom()
}

/** A credit that a second operator approves. */
export const depositCreditKind = 'deposit_credit'

/** The decision is stored before the engine is asked, so that it is carried out even if the process ends in between. */
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
  const kept = await keepDecision(parts, deposit, decision, act)
  switch (kept.kind) {
    case 'decided':
      return await repeatOf(parts, deposit, act)
    case 'needs_second':
      return await proposeCredit(parts, deposit, decision)
    case 'other':
      return refused('already_decided')
    case 'kept': {
      const underWay = { ...deposit, decision: kept.decision, decidedBy: decision.operator.email }
      return resultOf(await settleDecision(parts, underWay, kept), result)
    }
    default:
      return ensureNever(kept)
  }
}

type Kept =
  | { readonly kind: 'decided' | 'needs_second' | 'other' }
  | { readonly kind: 'kept'; readonly decision: DecisionUnderWay; readonly isRepeat: boolean }

/** Stores the decision with its audit entry, unless another one is under way. */
async function keepDecision(
  parts: Parts,
  deposit: DepositDetails,
  decision: DepositDecision,
  { result, note, operatorId }: Act,
): Promise<Kept> {
  return await inTransaction(parts.pool, async (client) => {
    if (result === 'credited') await lockCredits(client)
    const undecided = await lockUndecided(client, deposit.id)
    if (undecided === 'decided') return { kind: 'decided' }
    const made = { result, remark: note ?? null, operatorId, at: new Date(parts.clock.now()) }
    const { underWay } = undecided
    if (underWay !== undefined)
      return isSameDecision(underWay, made)
        ? { kind: 'kept', decision: underWay, isRepeat: true }
        : { kind: 'other' }
    if (result === 'credited' && (await needsSecondForDeposit(parts, client, deposit, operatorId)))
      return { kind: 'needs_second' }
    await storeDecision(client, deposit.id, made)
    await auditDecision(client, deposit, decision)
    return { kind: 'kept', decision: made, isRepeat: false }
  })
}

function isSameDecision(one: DecisionUnderWay, other: DecisionUnderWay): boolean {
  return one.result === other.result && one.remark === other.remark && one.operatorId === other.operatorId
}

/**
 * Asks the engine. A refused decision is taken back, with the reason for every operator who opens the deposit. A repeat
 * stays under way while the engine is busy or the account is frozen: the first request may have been carried out.
 */
export async function settleDecision(
  parts: DecisionParts,
  { decision, decidedBy, ...deposit }: DepositUnderWay,
  { isRepeat }: { readonly isRepeat: boolean },
): Promise<CarriedOut> {
  const { result, remark, operatorId } = decision
  const act = { result, note: remark ?? undefined, operatorId }
  const carriedOut = await askEngine(parts, deposit, act)
  if (carriedOut.kind !== 'refused') return carriedOut
  const { reason } = carriedOut
  if (isRepeat && reason === 'busy') return { kind: 'unknown' }
  if (isRepeat && reason === 'account_frozen') return carriedOut
  await inTransaction(parts.pool, async (client) => {
    if (!(await clearDecision(client, deposit.id, decision))) return
    if (reason !== 'already_decided')
      await storeFailure(client, deposit.id, reason, new Date(parts.clock.now()))
    await auditFailure(client, deposit.id, { operatorId, who: decidedBy, reason })
  })
  return carriedOut
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
  /** Whether the proposal was approved without the two-person rule. */
  readonly isWaived?: boolean
}

/** Of two operators. Stores why the engine refused the credit: every operator who opens the deposit sees it. */
export async function submitApproved(
  parts: DecisionParts,
  deposit: Pick<DepositDetails, 'id' | 'userId' | 'credited'>,
  act: Act,
): Promise<CarriedOut> {
  const carriedOut = await askEngine(parts, deposit, act)
  if (carriedOut.kind === 'refused' && carriedOut.reason !== 'already_decided')
    await storeFailure(parts.pool, deposit.id, carriedOut.reason, new Date(parts.clock.now()))
  return carriedOut
}

async function askEngine(
  parts: DecisionParts,
  deposit: Pick<DepositDetails, 'id' | 'userId' | 'credited'>,
  act: Act,
): Promise<CarriedOut> {
  const { id, userId, credited } = deposit
  const { result, note, operatorId, approverId, isWaived } = act
  const request = {
    kind: 'deposit',
    reference: `deposit:${id}`,
    amount: credited,
    result,
    operatorId,
    ...(approverId === undefined ? {} : { approverId }),
    ...(isWaived === true ? { isWaived } : {}),
    ...(note === undefined ? {} : { note }),
  } as const
  return await carryOut(parts, userId, request, (found) => isDecidedBy(found, deposit, act))
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
  client: PoolClient,
  { id, uid, credited }: DepositDetails,
  { result, operator, address }: DepositDecision,
): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: `deposit_${result}`,
    subject: `deposit:${id}`,
    details: { uid, credit: formatMicros(credited) },
    address,
  })
}

/** Follows the entry of the decision, which has the address of the operator and was not carried out. */
async function auditFailure(
  client: PoolClient,
  id: number,
  { operatorId, who, reason }: { readonly operatorId: number; readonly who: string; readonly reason: string },
): Promise<void> {
  await recordAudit(client, {
    operatorId,
    who,
    action: 'deposit_failed',
    subject: `deposit:${id}`,
    details: { reason },
    address: '',
  })
}
