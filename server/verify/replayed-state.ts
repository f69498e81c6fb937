import type { Effects, MarginNotice, TradingAccount } from '#core/decision/decision.ts'
import type { Book, HouseAccount, LedgerAccount, Transfer } from '#core/ledger/transfer.ts'
import { type Micros, micros } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import { createOrderSlab, type OrderSlab, type StoredOutcome } from '#server/engine/engine.ts'

/** An account as the journal makes it, with what its past adds up to. */
export type ReplayedAccount = Pick<TradingAccount, 'userId' | 'book'> & {
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  /** Where those open or pending are kept, by id. */
  readonly slots: Map<number, number>
  endedOrders: number
  realisedProfit: bigint
  cashEntries: number
  /** Deposits and withdrawals that are settled. */
  settledMovements: number
}

/** A movement as its row must be. */
export type ReplayedMovement = {
  readonly reference: string
  readonly userId: number
  readonly kind: 'deposit' | 'withdrawal'
  readonly amount: Micros
  readonly state: 'credited' | 'locked' | 'sent' | 'returned'
  readonly createdAtMs: number
  readonly changedAtMs: number
}

/**
 * Everything as it stands after the last batch: as much as the engine itself holds, and never the past. What is over is
 * compared in the batch in which it ended, and forgotten.
 */
export type ReplayedState = {
  /** The orders that stand, packed as the engine packs them. */
  readonly slab: OrderSlab
  readonly accounts: Map<number, ReplayedAccount>
  /** By book and account, as `real fees`. */
  readonly house: Map<string, bigint>
  /** Withdrawals that are neither sent nor returned, with the batch each was requested in. */
  readonly locked: Map<string, ReplayedMovement & { readonly seq: number }>
  nextOrderId: number
  nextTransferId: number
  /** The newest version of the rules that an entry was decided by. */
  rules: number
}

export function createReplayedState(): ReplayedState {
  return {
    slab: createOrderSlab(),
    accounts: new Map(),
    house: new Map(),
    locked: new Map(),
    nextOrderId: 1,
    nextTransferId: 1,
    rules: 0,
  }
}

function houseName(book: Book, account: HouseAccount): string {
  return `${book} ${account}`
}

/** The account as a decision wants it, every order unpacked. */
export function tradingAccount({ slab }: ReplayedState, account: ReplayedAccount): TradingAccount {
  const orders = new Map<number, Order>()
  for (const [id, slot] of account.slots) orders.set(id, slab.read(slot))
  const { userId, book, cash, locked, isWarned } = account
  return { userId, book, cash, locked, isWarned, orders }
}

/** An order that goes on, or one that is over and leaves the account. */
function putOrder({ slab }: ReplayedState, { slots }: ReplayedAccount, order: Order): void {
  const slot = slots.get(order.id)
  if (!isEnded(order)) {
    if (slot === undefined) slots.set(order.id, slab.insert(order))
    else slab.replace(slot, order)
  } else if (slot !== undefined) {
    slab.free(slot)
    slots.delete(order.id)
  }
}

/** Where in the journal something was decided. */
export type Place = { readonly seq: number; readonly entry: number }

type TransferWritten = Transfer & {
  readonly id: number
  readonly userId: number
  readonly book: Book
  readonly atMs: number
  readonly seq: number
  /** Who signed it, and why: nobody, for what the engine decides. */
  readonly operatorId: null
  readonly memo: null
}

export type NoticeWritten = MarginNotice & { readonly userId: number }

/** What may have been kept under a key. */
export type AnswerWritten = {
  readonly userId: number
  readonly timeMs: number
  /** The key it must be kept under, where the journal names it: only that of a burned one. */
  readonly key?: string | undefined
  /** Undefined where nobody can tell: older rules decided, or nothing comes of deciding again. */
  readonly outcome: StoredOutcome | undefined
  /** A refusal is only ever journalled with a key, and so is a burned key. */
  readonly mustBeKept: boolean
}

export type Placed<Row> = { readonly at: Place; readonly row: Row }

/** What some batches must have written and nothing may ever change again. */
export type Written = {
  readonly transfers: Map<number, Placed<TransferWritten>>
  /** Those that are over. */
  readonly orders: Map<number, Placed<Order>>
  /** Those that are settled. */
  readonly movements: Map<string, Placed<ReplayedMovement>>
  readonly notices: Placed<NoticeWritten>[]
  readonly answers: Placed<AnswerWritten>[]
}

export function createWritten(): Written {
  return { transfers: new Map(), orders: new Map(), movements: new Map(), notices: [], answers: [] }
}

export function rowsOf({ transfers, orders, movements, notices, answers }: Written): number {
  return transfers.size + orders.size + movements.size + notices.length + answers.length
}

/** What is decided: for whom, when, and where in the journal. */
type Decided = {
  readonly userId: number
  readonly book: Book
  readonly timeMs: number
  readonly at: Place
}

/** Afterwards the state is as the effects say, and it is noted what must have been written for good. */
export function applyEffects(
  state: ReplayedState,
  decided: Decided,
  effects: Effects,
  written: Written,
): void {
  const account = state.accounts.get(decided.userId) ?? openAccount(state, decided)
  account.cash = effects.cash
  account.locked = effects.locked
  account.isWarned = effects.isWarned
  for (const order of effects.orders) goOn(state, account, order, decided.at, written)
  for (const transfer of effects.transfers) putTransfer(state, account, transfer, decided, written)
  if (effects.movement !== null) putMovement(state, account, effects.movement, decided, written)
  if (effects.notice !== null)
    written.notices.push({ at: decided.at, row: { ...effects.notice, userId: decided.userId } })
}

function openAccount({ accounts }: ReplayedState, { userId, book, timeMs }: Decided): ReplayedAccount {
  const account: ReplayedAccount = {
    userId,
    book,
    openedAtMs: timeMs,
    cash: micros(0),
    locked: micros(0),
    isWarned: false,
    slots: new Map(),
    endedOrders: 0,
    realisedProfit: 0n,
    cashEntries: 0,
    settledMovements: 0,
  }
  accounts.set(userId, account)
  return account
}

function goOn(
  state: ReplayedState,
  account: ReplayedAccount,
  order: Order,
  at: Place,
  { orders }: Written,
): void {
  state.nextOrderId = Math.max(state.nextOrderId, order.id + 1)
  putOrder(state, account, order)
  if (!isEnded(order)) return
  account.endedOrders += 1
  account.realisedProfit += BigInt(order.profit ?? 0)
  orders.set(order.id, { at, row: order })
}

function putTransfer(
  state: ReplayedState,
  account: ReplayedAccount,
  transfer: Transfer,
  { userId, book, timeMs, at }: Decided,
  { transfers }: Written,
): void {
  const { source, destination, amount } = transfer
  const id = state.nextTransferId
  state.nextTransferId += 1
  const row = { ...transfer, id, userId, book, atMs: timeMs, seq: at.seq, operatorId: null, memo: null }
  transfers.set(id, { at, row })
  if (source === 'cash' || destination === 'cash') account.cashEntries += 1
  if (isHouse(source)) addToHouse(state, houseName(book, source), -amount)
  if (isHouse(destination)) addToHouse(state, houseName(book, destination), amount)
}

function isHouse(account: LedgerAccount): account is HouseAccount {
  return account !== 'cash' && account !== 'locked'
}

function addToHouse({ house }: ReplayedState, name: string, amount: number): void {
  house.set(name, (house.get(name) ?? 0n) + BigInt(amount))
}

/** One that comes and goes in the same batch is one row, of the time at which it went. */
function putMovement(
  { locked }: ReplayedState,
  account: ReplayedAccount,
  movement: NonNullable<Effects['movement']>,
  { userId, timeMs, at }: Decided,
  { movements }: Written,
): void {
  const { reference, kind, amount, state } = movement
  const before = locked.get(reference)
  const createdAtMs = before === undefined || before.seq === at.seq ? timeMs : before.createdAtMs
  const row = { reference, userId, kind, amount, state, createdAtMs, changedAtMs: timeMs }
  if (state === 'locked') {
    locked.set(reference, { ...row, seq: at.seq })
    return
  }
  locked.delete(reference)
  account.settledMovements += 1
  movements.set(reference, { at, row })
}
