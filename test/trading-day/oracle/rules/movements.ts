// Deposits, withdrawals and adjustments, by docs/funds.md.
import { figuresOf } from '#test/trading-day/oracle/figures.ts'
import {
  type Account,
  done,
  maxMicros,
  move,
  type OracleState,
  refused,
} from '#test/trading-day/oracle/oracle-state.ts'
import type {
  OracleAnswer,
  OracleCommand,
  OracleMovement,
  OracleReason,
} from '#test/trading-day/oracle/oracle-types.ts'
import { isWaiting } from '#test/trading-day/oracle/rules/board-wait.ts'

type CommandOf<Kind extends OracleCommand['kind']> = Extract<OracleCommand, { readonly kind: Kind }>

/** "Refused … if cash and locked together would exceed 10^15." */
export function deposit(state: OracleState, account: Account, command: CommandOf<'deposit'>): OracleAnswer {
  const { result = 'credited', note, operatorId, approverId } = command
  const refusal = newRefusal(state, account, command)
  if (refusal !== undefined) return refused(refusal)
  // "A second operator never acts alone."
  if (operatorId === undefined && approverId !== undefined) return refused('invalid_request')
  // "Only a rejection has a note, and it must have one."
  if ((result === 'rejected') !== (note !== undefined) || (note !== undefined && !isStorable(note)))
    return refused('invalid_request')
  // "The same operator twice is refused, unless the two-person rule is waived."
  if (approverId !== undefined && approverId === operatorId && command.isWaived !== true)
    return refused('same_operator')
  const amount = BigInt(command.amount)
  if (result === 'credited' && isAboveLimit(account, amount)) return refused('notional_limit')
  const by = {
    ...(operatorId === undefined ? {} : { reviewerId: operatorId }),
    ...(approverId === undefined ? {} : { approverId }),
  }
  const told = note === undefined ? {} : { note }
  add(state, account, command, { kind: 'deposit', amount, state: result, fee: 0n, ...told, ...by })
  if (result === 'credited')
    move(account, 'deposit', 'deposits', 'cash', amount, {
      ...(operatorId === undefined ? {} : { operatorId }),
      ...(approverId === undefined ? {} : { secondOperatorId: approverId }),
    })
  return done()
}

/** "The amount moves from cash to locked." "The amount is at most the smaller of cash and free margin." */
export function requestWithdrawal(
  state: OracleState,
  account: Account,
  command: CommandOf<'request_withdrawal'>,
): OracleAnswer {
  const refusal = newRefusal(state, account, command)
  if (refusal !== undefined) return refused(refusal)
  const { terms } = command
  const amount = BigInt(command.amount)
  if (terms !== undefined && BigInt(terms.fee) > amount) return refused('invalid_request')
  if (terms !== undefined) {
    // "(amount − fee) × rate, rounded down to the decimals of the currency"
    const product = (amount - BigInt(terms.fee)) * BigInt(terms.rate) * 10n ** BigInt(terms.decimals)
    const units = product / 10n ** 15n
    if (units === 0n || units > BigInt(Number.MAX_SAFE_INTEGER)) return refused('payout_too_small')
  }
  const missing = unavailable(state, account, amount)
  if (missing !== undefined) return refused(missing)
  const fee = BigInt(terms?.fee ?? 0)
  add(state, account, command, { kind: 'withdrawal', amount, state: 'locked', fee })
  move(account, 'withdrawal', 'cash', 'locked', amount)
  return done()
}

/** "A request that was never locked is voided under the same reference." */
export function voidWithdrawal(
  state: OracleState,
  account: Account,
  command: CommandOf<'void_withdrawal'>,
): OracleAnswer {
  const refusal = newRefusal(state, account, command)
  if (refusal !== undefined) return refused(refusal)
  const { note } = command
  if (!isStorable(note)) return refused('invalid_request')
  add(state, account, command, {
    kind: 'withdrawal',
    amount: BigInt(command.amount),
    state: 'void',
    fee: 0n,
    note,
  })
  return done()
}

/** "Up to the balance limit, or down to what a withdrawal could take." */
export function adjust(state: OracleState, account: Account, command: CommandOf<'adjust'>): OracleAnswer {
  const { direction, operatorId, approverId, isWaived, memo } = command
  const refusal = newRefusal(state, account, command)
  if (refusal !== undefined) return refused(refusal)
  if (!isStorable(memo)) return refused('invalid_request')
  if (operatorId === approverId && isWaived !== true) return refused('same_operator')
  const amount = BigInt(command.amount)
  if (direction === 'up' && isAboveLimit(account, amount)) return refused('notional_limit')
  const missing = direction === 'down' ? unavailable(state, account, amount) : undefined
  if (missing !== undefined) return refused(missing)
  const by = { note: memo, reviewerId: operatorId, approverId }
  add(state, account, command, { kind: 'adjustment', amount, state: 'adjusted', fee: 0n, ...by })
  const act = { operatorId, secondOperatorId: approverId, memo }
  if (direction === 'up') move(account, 'adjustment', 'adjustments', 'cash', amount, act)
  else move(account, 'adjustment', 'cash', 'adjustments', amount, act)
  return done()
}

function add(
  state: OracleState,
  { userId }: Account,
  { reference }: { readonly reference: string },
  movement: Omit<OracleMovement, 'userId'>,
): void {
  state.movements.set(reference, { userId, ...movement })
}

function isAboveLimit({ cash, locked }: Account, amount: bigint): boolean {
  return cash + locked + amount > maxMicros
}

/** "While the account waits for fresh prices it is refused with `stale_price`." */
function unavailable(state: OracleState, account: Account, amount: bigint): OracleReason | undefined {
  if (isWaiting(state, account)) return 'stale_price'
  const isTooMuch = amount > account.cash || amount > figuresOf(state, account).freeMargin
  return isTooMuch ? 'insufficient_balance' : undefined
}

/** Refusals common to all new movements, in the order of the rules. */
function newRefusal(
  state: OracleState,
  account: Account,
  { amount, reference }: { readonly amount: number; readonly reference: string },
): OracleReason | undefined {
  if (account.book === 'demo') return 'demo_forbidden'
  if (!Number.isInteger(amount) || amount <= 0) return 'invalid_amount'
  return state.movements.has(reference) ? 'movement_exists' : undefined
}

/** "Texts have 1 to 500 characters and no blanks at either end." */
export function isStorable(text: string): boolean {
  return text.length >= 1 && text.length <= 500 && text.trim() === text
}
