// Steps of a withdrawal that operators take. The engine allows each step once; docs/funds.md has the table of states.
import { type Refusal, refused } from '#contract/outcome.ts'
import { formatMicros, type Micros } from '#core/money/amounts.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type CarriedOut, type CarryOutParts, carryOut } from '#server/funds/review/carry-out.ts'
import { readMovement, type StoredMovement } from '#server/funds/review/movements-store.ts'
import type { Denied, FundsReviewer, Proposals } from '#server/funds/review/review-types.ts'
import { secondOperatorRule } from '#server/funds/review/withdrawal-limit.ts'
import {
  readReviewedWithdrawal,
  tryLockPayments,
  type WithdrawalDetails,
} from '#server/funds/review/withdrawal-review-store.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type OperatorStep = 'reviewing' | 'approved' | 'paying' | 'sent' | 'returned'

export type StepRequest = FundsReviewer & {
  readonly id: number
  readonly to: OperatorStep
  readonly note: string
  readonly transaction: string
  /** Second-factor code. Needed to approve, and to pay from the limit on. */
  readonly totp?: string | undefined
}

export type StepTaken =
  | { readonly kind: 'taken'; readonly state: OperatorStep }
  | { readonly kind: 'proposed'; readonly proposalId: number }

export type WithdrawalReviewParts = CarryOutParts & {
  readonly clock: Clock
  readonly proposals: Proposals
  readonly operators: Pick<Operators, 'inConfirmedTransaction' | 'tiedTo'>
  /** From this amount within 24 hours on, paying needs a second operator. */
  readonly secondOperatorFrom: () => Micros
  /** Undefined if the two operators count as two people. */
  readonly secondPersonRefusal: (
    people: { readonly proposer: number; readonly approver: number },
    client: PoolClient,
  ) => Promise<Refusal | undefined>
  readonly isTwoPersonRuleWaived: (client: PoolClient) => Promise<boolean>
  /** Whether withdrawals need a verified identity, and the user has none now. */
  readonly isIdentityMissing: (userId: number) => Promise<boolean>
}

/** What a second operator approves: the return of money that may already be on its way. */
export const withdrawalReturnKind = 'withdrawal_return'

export async function takeStep(
  parts: WithdrawalReviewParts,
  request: StepRequest,
): Promise<StepTaken | Denied> {
  const { id, to, operator } = request
  const withdrawal = await readReviewedWithdrawal(parts.pool, id)
  if (withdrawal === undefined) return refused('not_found')
  const texts = textsOf(request)
  if (texts.kind === 'refused') return texts
  const { operatorId } = operator
  const act = { to, operatorId, ...texts.fields }
  const known = await readMovement(parts.pool, `withdrawal:${id}`)
  // A repeat by the same operator is not audited again, and uses up no code.
  if (known !== undefined && isTaken(known, withdrawal, act)) return { kind: 'taken', state: to }
  if ((await parts.proposals.open(withdrawalReturnKind, `withdrawal:${id}`)) !== undefined)
    return refused('proposal_open')
  if (to === 'returned' && withdrawal.state === 'paying')
    return await proposeReturn(parts, withdrawal, request, texts.note ?? '')
  if (to === 'approved') return await approve(parts, withdrawal, request, act)
  if (to === 'paying') return await pay(parts, withdrawal, request, act)
  await auditStep(parts.pool, withdrawal, request)
  return await submitAudited(parts, withdrawal, request, act)
}

/** The second person is not the one who took it into review, so nothing is approved before that. */
async function approve(
  parts: WithdrawalReviewParts,
  withdrawal: WithdrawalDetails,
  request: StepRequest,
  act: Act,
): Promise<StepTaken | Denied> {
  const { state, reviewerId } = withdrawal
  if (state !== 'reviewing' || reviewerId === null) return refused('already_decided')
  const people = { proposer: reviewerId, approver: act.operatorId }
  const confirmed = await confirm(parts, withdrawal, request, {
    other: reviewerId,
    check: async (client) => {
      if (await parts.isTwoPersonRuleWaived(client)) return { kind: 'allowed', isWaived: true }
      return (await parts.secondPersonRefusal(people, client)) ?? { kind: 'allowed', isWaived: false }
    },
  })
  if (confirmed.kind !== 'allowed') return confirmed
  const waived = confirmed.isWaived ? { isWaived: true as const } : {}
  return await submitAudited(parts, withdrawal, request, { ...act, ...waived })
}

/**
 * Below the limit one operator pays alone, one payment at a time with those tied to them, so that the sum holds. From the
 * limit on it must be approved, and a payer other than the approver confirms with a code: taking a withdrawal into
 * review is no judgement, so otherwise the approver alone would decide.
 */
async function pay(
  parts: WithdrawalReviewParts,
  withdrawal: WithdrawalDetails,
  request: StepRequest,
  act: Act,
): Promise<StepTaken | Denied> {
  const { state, userId, approverId } = withdrawal
  if (state !== 'reviewing' && state !== 'approved') return refused('already_decided')
  if (await parts.isIdentityMissing(userId)) return refused('not_verified')
  const paidAlone = await inTransaction(parts.pool, async (client) => {
    const payerIds = await parts.operators.tiedTo(act.operatorId, client)
    if (!(await tryLockPayments(client, payerIds))) return refused('busy')
    if ((await secondOperatorRule(parts, client, withdrawal, payerIds)).isNeeded) return undefined
    // Not in this transaction: the entry stays even if the process ends during the step.
    await auditStep(parts.pool, withdrawal, request)
    return await submitAudited(parts, withdrawal, request, { ...act, needsApproval: false }, client)
  })
  if (paidAlone !== undefined) return paidAlone
  if (state === 'reviewing' || approverId === null) return refused('needs_approval')
  const people = { approverId, payerId: act.operatorId }
  const confirmed = await confirm(parts, withdrawal, request, {
    other: approverId,
    check: async (client) => (await payerRefusal(parts, people, client)) ?? { kind: 'allowed' },
  })
  if (confirmed.kind !== 'allowed') return confirmed
  return await submitAudited(parts, withdrawal, request, { ...act, needsApproval: true })
}

/** An approver who has been disabled since does not hold up the payment. */
async function payerRefusal(
  { isTwoPersonRuleWaived, operators }: WithdrawalReviewParts,
  { approverId, payerId }: { readonly approverId: number; readonly payerId: number },
  client: PoolClient,
): Promise<Refusal | undefined> {
  if (await isTwoPersonRuleWaived(client)) return undefined
  if (approverId === payerId) return refused('same_operator')
  const tied = await operators.tiedTo(payerId, client)
  return tied.includes(approverId) ? refused('people_tied') : undefined
}

/** Checks and audits the step in the transaction that uses up the code. A refusal leaves the code unused. */
async function confirm<Allowed extends { readonly kind: 'allowed' }>(
  { operators }: WithdrawalReviewParts,
  withdrawal: WithdrawalDetails,
  request: StepRequest,
  {
    other,
    check,
  }: { readonly other?: number; readonly check: (client: PoolClient) => Promise<Allowed | Refusal> },
): Promise<Allowed | Denied> {
  const { operator: by, address, totp } = request
  if (totp === undefined) return refused('invalid_input', { field: 'totp' })
  const confirmation = {
    by,
    totp,
    address,
    roles: ['finance'] as const,
    ...(other === undefined ? {} : { other }),
  }
  return await operators.inConfirmedTransaction<Allowed>(confirmation, async (client) => {
    const checked = await check(client)
    if (checked.kind === 'allowed') await auditStep(client, withdrawal, request)
    return checked
  })
}

/** Carries out a step that is in the audit log. */
async function submitAudited(
  parts: WithdrawalReviewParts,
  withdrawal: WithdrawalDetails,
  request: StepRequest,
  act: Act,
  client: Pool | PoolClient = parts.pool,
): Promise<StepTaken | Refusal> {
  const carriedOut = await submitStep({ ...parts, pool: client }, withdrawal, act)
  if (carriedOut.kind === 'refused') await auditFailure(client, request, carriedOut)
  return takenOf(carriedOut, act.to)
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
  parts: Pick<CarryOutParts, 'engine'> & { readonly pool: Pool | PoolClient },
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
  client: Pool | PoolClient,
  { id, uid, amount }: WithdrawalDetails,
  { to, operator, address }: StepRequest,
): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: `withdrawal_${to}`,
    subject: `withdrawal:${id}`,
    details: { uid, amount: formatMicros(amount) },
    address,
  })
}

/** Follows the entry of the step, which was not taken. */
async function auditFailure(
  client: Pool | PoolClient,
  { id, operator, address }: StepRequest,
  { reason }: Refusal,
): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: 'withdrawal_failed',
    subject: `withdrawal:${id}`,
    details: { reason },
    address,
  })
}
