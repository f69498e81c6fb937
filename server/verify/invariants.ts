// What holds for effects whatever the rules were.
import type { Effects } from '#core/decision/decision.ts'
import type { Movement } from '#core/ledger/movement.ts'
import {
  type Book,
  balanceChange,
  balanceKinds,
  type LedgerAccount,
  type Transfer,
} from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import type { ReplayedAccount, ReplayedMovement } from '#server/verify/replayed-state.ts'

/** A sentence for each law that is broken, with what it is about. */
export type Breach = {
  readonly table?: string
  readonly row?: number | string
  readonly column?: string
  readonly sentence: string
  readonly expected?: unknown
  readonly found?: unknown
}

export type Subject = {
  readonly userId: number
  readonly book: Book
  /** As it was before; undefined where it is only being opened. */
  readonly account: ReplayedAccount | undefined
  readonly nextOrderId: number
  /** What is known of the movement the effects are about. */
  readonly known: ReplayedMovement | undefined
}

export function brokenLaws(subject: Subject, effects: Effects): readonly Breach[] {
  return [
    ...balanceKinds.flatMap((purse) => brokenSum(purse, subject, effects)),
    ...effects.transfers.flatMap((transfer) => brokenTransfer(subject, transfer)),
    ...brokenOrders(subject, effects.orders),
    ...(effects.movement === null ? [] : brokenMovement(subject, effects.movement)),
  ]
}

/** What is there afterwards is what was there before and what was moved. */
function brokenSum(
  purse: 'cash' | 'locked',
  { account, userId }: Subject,
  effects: Effects,
): readonly Breach[] {
  let sum: number = account?.[purse] ?? 0
  for (const transfer of effects.transfers) sum += balanceChange(purse, transfer)
  if (sum === effects[purse] && (purse === 'cash' || sum >= 0)) return []
  const sentence = 'is not what was there before and what the transfers move'
  return [
    { table: 'trading_accounts', row: userId, column: purse, sentence, expected: sum, found: effects[purse] },
  ]
}

const ofRealAlone: readonly LedgerAccount[] = ['deposits', 'withdrawals', 'adjustments']
const ofDemoAlone: readonly LedgerAccount[] = ['demo_credit']

function brokenTransfer(
  { book }: Subject,
  { source, destination, amount, reference }: Transfer,
): readonly Breach[] {
  const about = { table: 'transfers', row: reference }
  const sides = [source, destination]
  const forbidden = book === 'real' ? ofDemoAlone : ofRealAlone
  if (amount <= 0) return [{ ...about, column: 'amount', sentence: 'is not above zero', found: amount }]
  if (source === destination) return [{ ...about, sentence: 'goes from an account to itself' }]
  if (!sides.some((side) => side === 'cash' || side === 'locked'))
    return [{ ...about, sentence: 'touches nothing of the user' }]
  if (sides.some((side) => forbidden.includes(side)))
    return [{ ...about, sentence: `does not belong into the ${book} book` }]
  return []
}

/** Each once, ascending, of this user; new ones numbered on without a gap. */
function brokenOrders(
  { userId, account, nextOrderId }: Subject,
  orders: readonly Order[],
): readonly Breach[] {
  const breaches: Breach[] = []
  let newest = nextOrderId
  let before = 0
  for (const { id, userId: owner } of orders) {
    const about = { table: 'orders', row: id }
    const isNew = account?.slots.has(id) !== true
    if (owner !== userId)
      breaches.push({ ...about, sentence: `is of user ${owner} and not of user ${userId}` })
    if (id <= before) breaches.push({ ...about, sentence: 'does not follow the one before it' })
    if (isNew && id !== newest)
      breaches.push({
        ...about,
        sentence: id < newest ? 'was not open or pending any more' : 'is not the next one',
        expected: newest,
        found: id,
      })
    if (isNew) newest = Math.max(newest, id + 1)
    before = id
  }
  return breaches
}

/** A deposit is credited at once; a withdrawal is locked first, and then sent or returned as it was requested. */
function brokenMovement({ userId, known }: Subject, movement: Movement): readonly Breach[] {
  const { reference, kind, state, amount } = movement
  const about = { table: 'movements', row: reference }
  if ((kind === 'deposit') !== (state === 'credited'))
    return [{ ...about, sentence: `is a ${kind} and ${state}` }]
  if (state === 'credited' || state === 'locked')
    return known === undefined ? [] : [{ ...about, sentence: 'was there before' }]
  if (known === undefined) return [{ ...about, sentence: `is ${state} but was never requested` }]
  if (known.state !== 'locked') return [{ ...about, sentence: `is ${state} but was ${known.state} before` }]
  const isSame = known.userId === userId && known.amount === amount
  return isSame ? [] : [{ ...about, sentence: `is ${state} otherwise than it was requested` }]
}
