// The states of a movement, and the transfers that belong to each. Written down again, independently of the decisions.
import type { Effects } from '#core/decision/decision.ts'
import { type Movement, type MovementState, movementStates } from '#core/ledger/movement.ts'
import type { ReplayedMovement } from '#server/verify/replayed-state.ts'
import type { Violation } from '#server/verify/violation.ts'

type Subject = { readonly userId: number; readonly known: ReplayedMovement | undefined }

/** States that may follow. Earlier versions went from `locked` to `sent` at once. */
const followedBy: Readonly<Partial<Record<MovementState, readonly MovementState[]>>> = {
  locked: ['reviewing', 'returned', 'cancelled'],
  reviewing: ['approved', 'paying', 'returned'],
  approved: ['paying', 'returned'],
  paying: ['sent', 'returned'],
}

/** The transfers under the reference, as `type source destination`. The fee is absent if it is zero. */
const routes: Readonly<Record<MovementState, readonly string[]>> = {
  credited: ['deposit deposits cash'],
  rejected: [],
  invalid: [],
  locked: ['withdrawal cash locked'],
  reviewing: [],
  approved: [],
  paying: [],
  sent: ['fee locked fees', 'withdrawal locked withdrawals'],
  returned: ['withdrawal_returned locked cash'],
  cancelled: ['withdrawal_returned locked cash'],
  void: [],
  adjusted: ['adjustment adjustments cash', 'adjustment cash adjustments'],
}

/** The state follows from the one before, and agrees with the transfers under the same reference. */
export function movementViolations(
  subject: Subject,
  { movement, transfers }: Pick<Effects, 'movement' | 'transfers'>,
): readonly Violation[] {
  if (movement === null) return []
  const about = { table: 'movements', row: movement.reference }
  const message = stepViolation(subject, movement) ?? transferViolation(movement, transfers)
  return message === undefined ? [] : [{ ...about, message }]
}

function stepViolation({ userId, known }: Subject, movement: Movement): string | undefined {
  const { kind, state, terms } = movement
  const states: readonly string[] = movementStates[kind]
  if (!states.includes(state)) return `is a ${kind} and ${state}`
  if (firstStates.includes(state)) return known === undefined ? undefined : 'exists already'
  if (known === undefined) return `is ${state} but was never requested`
  const isOldSending = known.state === 'locked' && state === 'sent' && terms === undefined
  if (!isOldSending && followedBy[known.state]?.includes(state) !== true)
    return `is ${state} but was ${known.state} before`
  const isSame = known.userId === userId && known.amount === movement.amount && hasSameTerms(known, terms)
  if (!isSame) return `is ${state} for another user, amount or fee than requested`
  return operatorViolation(known, movement, isOldSending)
}

const firstStates: readonly MovementState[] = [
  ...movementStates.deposit,
  ...movementStates.adjustment,
  'locked',
  'void',
]

function hasSameTerms(known: ReplayedMovement, terms: Movement['terms']): boolean {
  const { fee = null, rate = null, currency = null, decimals = null } = terms ?? {}
  return (
    known.fee === fee && known.rate === rate && known.currency === currency && known.decimals === decimals
  )
}

/** The operators of earlier steps stay, and a step adds at most its own. */
function operatorViolation(
  known: ReplayedMovement,
  { state, reviewerId, approverId, payerId, payment }: Movement,
  isOldSending: boolean,
): string | undefined {
  const isSame =
    (state === 'reviewing' || known.reviewerId === (reviewerId ?? null)) &&
    (state === 'approved' || known.approverId === (approverId ?? null)) &&
    (state === 'paying' || known.payerId === (payerId ?? null))
  if (!isSame) return `is ${state} with another operator of an earlier step`
  if (state === 'sent' && !isOldSending && (payment === undefined || payerId === undefined))
    return 'is sent without its payer or payment'
  return undefined
}

/** The transfers carry the reference and the whole amount, each on a route of the state and no route twice. */
function transferViolation(
  { state, amount, reference, terms }: Movement,
  transfers: Effects['transfers'],
): string | undefined {
  const found = transfers.map(({ type, source, destination }) => `${type} ${source} ${destination}`)
  const isOnRoute = found.every((route, at) => routes[state].includes(route) && found.indexOf(route) === at)
  const sum = transfers.reduce((total, transfer) => total + transfer.amount, 0)
  const fees = transfers.filter(({ type }) => type === 'fee').reduce((total, { amount }) => total + amount, 0)
  const expected = routes[state].length === 0 ? 0 : amount
  const isFeeRight = fees === (state === 'sent' ? (terms?.fee ?? 0) : 0)
  const isNamed = transfers.every((transfer) => transfer.reference === reference)
  return isOnRoute && isNamed && isFeeRight && sum === expected
    ? undefined
    : `is ${state}, which its transfers do not show`
}
