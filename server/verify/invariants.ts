// Invariants that effects fulfil under every version of the rules.
import type { Effects } from '#core/decision/decision.ts'
import {
  type Book,
  balanceChange,
  balanceKinds,
  type LedgerAccount,
  type Transfer,
} from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import { movementViolations } from '#server/verify/movement-invariants.ts'
import type { ReplayedAccount, ReplayedMovement } from '#server/verify/replayed-state.ts'
import type { Violation } from '#server/verify/violation.ts'

export type Subject = {
  readonly userId: number
  readonly book: Book
  /** The account before the command; undefined if the command opens it. */
  readonly account: ReplayedAccount | undefined
  readonly nextOrderId: number
  /** Earlier state of the movement in the effects. */
  readonly known: ReplayedMovement | undefined
}

export function invariantViolations(subject: Subject, effects: Effects): readonly Violation[] {
  return [
    ...balanceKinds.flatMap((balance) => balanceViolations(balance, subject, effects)),
    ...effects.transfers.flatMap((transfer) => transferViolations(subject, transfer)),
    ...orderViolations(subject, effects.orders),
    ...movementViolations(subject, effects),
  ]
}

/** The balance after the command equals the balance before it plus the transfers. */
function balanceViolations(
  balance: 'cash' | 'locked',
  { account, userId }: Subject,
  effects: Effects,
): readonly Violation[] {
  let sum: number = account?.[balance] ?? 0
  for (const transfer of effects.transfers) sum += balanceChange(balance, transfer)
  if (sum === effects[balance] && (balance === 'cash' || sum >= 0)) return []
  const message = 'is not the previous balance plus the transfers'
  return [
    {
      table: 'trading_accounts',
      row: userId,
      column: balance,
      message,
      expected: sum,
      found: effects[balance],
    },
  ]
}

const ofRealAlone: readonly LedgerAccount[] = ['deposits', 'withdrawals', 'adjustments']
const ofDemoAlone: readonly LedgerAccount[] = ['demo_credit']

function transferViolations(
  { book }: Subject,
  { source, destination, amount, reference }: Transfer,
): readonly Violation[] {
  const about = { table: 'transfers', row: reference }
  const sides = [source, destination]
  const forbidden = book === 'real' ? ofDemoAlone : ofRealAlone
  if (amount <= 0) return [{ ...about, column: 'amount', message: 'is not above zero', found: amount }]
  if (source === destination) return [{ ...about, message: 'goes from an account to itself' }]
  if (!sides.some((side) => side === 'cash' || side === 'locked'))
    return [{ ...about, message: 'touches no balance of the user' }]
  if (sides.some((side) => forbidden.includes(side)))
    return [{ ...about, message: `does not belong in the ${book} book` }]
  return []
}

/** Orders belong to the user and are listed once, in ascending order. New ids are consecutive. */
function orderViolations(
  { userId, account, nextOrderId }: Subject,
  orders: readonly Order[],
): readonly Violation[] {
  const violations: Violation[] = []
  let newest = nextOrderId
  let before = 0
  for (const { id, userId: owner } of orders) {
    const about = { table: 'orders', row: id }
    const isNew = account?.slots.has(id) !== true
    if (owner !== userId)
      violations.push({ ...about, message: `belongs to user ${owner}, not to user ${userId}` })
    if (id <= before) violations.push({ ...about, message: 'is not above the id before it' })
    if (isNew && id !== newest)
      violations.push({
        ...about,
        message: id < newest ? 'was no longer open or pending' : 'is not the next id',
        expected: newest,
        found: id,
      })
    if (isNew) newest = Math.max(newest, id + 1)
    before = id
  }
  return violations
}
