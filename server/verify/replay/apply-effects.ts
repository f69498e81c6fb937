import type { Effects } from '#core/decision/decision.ts'
import type { Book, HouseAccount, LedgerAccount, Transfer } from '#core/ledger/transfer.ts'
import { micros } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import {
  houseName,
  putOrder,
  type ReplayedAccount,
  type ReplayedState,
} from '#server/verify/replay/replayed-state.ts'
import type { Place, Written } from '#server/verify/replay/written.ts'

/** What is decided: for whom, when, and where in the journal. */
export type Decided = {
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
