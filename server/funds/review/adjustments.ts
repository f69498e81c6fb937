// Adjustment of a balance: the one act by which operators change money. Two people, a memo, and its user sees it.
import { type Refusal, refused } from '#contract/outcome.ts'
import { maxAccountValue } from '#core/decision/limits.ts'
import { micros, parseMicros } from '#core/money/amounts.ts'
import { parseRemark } from '#core/user/operator-remark.ts'
import type { User } from '#core/user/user.ts'
import { type CarriedOut, type CarryOutParts, carryOut } from '#server/funds/review/carry-out.ts'
import type { FundsReviewer, Proposals } from '#server/funds/review/review-types.ts'

export const adjustmentKind = 'adjustment'

/** `micros` is the positive amount in micro-dollars, as text. The reconciliation reads these fields. */
export type AdjustmentPayload = {
  readonly userId: number
  readonly uid: string
  readonly direction: 'up' | 'down'
  readonly micros: string
  readonly memo: string
}

export type TypedAdjustment = {
  readonly user: Pick<User, 'id' | 'uid' | 'isDemo'> | undefined
  /** US dollars, negative to debit. */
  readonly amount: string
  readonly memo: string
}

export type CheckedAdjustment = { readonly kind: 'checked'; readonly payload: AdjustmentPayload }

type ProposeParts = { readonly proposals: Proposals }

export async function checkAdjustment(
  { proposals }: ProposeParts,
  { user, amount, memo }: TypedAdjustment,
): Promise<CheckedAdjustment | Refusal> {
  if (user === undefined) return refused('not_found')
  if (user.isDemo) return refused('demo_forbidden')
  const parsed = parseMicros(amount)
  if (!parsed.ok || parsed.amount === 0 || Math.abs(parsed.amount) > maxAccountValue)
    return refused('invalid_input', { field: 'amount' })
  const text = parseRemark(memo)
  if (text === undefined) return refused('remark_required')
  if ((await proposals.open(adjustmentKind, `user:${user.id}`)) !== undefined) return refused('proposal_open')
  const payload: AdjustmentPayload = {
    userId: user.id,
    uid: user.uid,
    direction: parsed.amount > 0 ? 'up' : 'down',
    micros: String(Math.abs(parsed.amount)),
    memo: text,
  }
  return { kind: 'checked', payload }
}

export async function proposeAdjustment(
  { proposals }: ProposeParts,
  { payload, operator: by, address }: FundsReviewer & { readonly payload: AdjustmentPayload },
): Promise<{ readonly kind: 'proposed'; readonly id: number } | Refusal> {
  const subject = `user:${payload.userId}`
  return await proposals.propose({ kind: adjustmentKind, subject, payload, by, address })
}

type Approved = {
  readonly proposalId: number
  readonly payload: AdjustmentPayload
  readonly operatorId: number
  readonly approverId: number
  readonly isWaived: boolean
}

/** The reference names the proposal, so an adjustment is posted once however often it is asked for. */
export async function postAdjustment(
  parts: CarryOutParts,
  { proposalId, payload, operatorId, approverId, isWaived }: Approved,
): Promise<CarriedOut> {
  const { userId, direction, memo } = payload
  const amount = micros(Number(payload.micros))
  const reference = `adjustment:${proposalId}`
  const request = {
    kind: 'adjust',
    reference,
    amount,
    direction,
    operatorId,
    approverId,
    memo,
    ...(isWaived ? { isWaived } : {}),
  } as const
  return await carryOut(
    parts,
    userId,
    request,
    (found) => found.kind === 'adjustment' && found.amount === amount && found.note === memo,
  )
}
