import type { Effects, MarginNotice, TradingAccount } from '#core/decision/decision.ts'
import { isOpenState, type Movement, type MovementState } from '#core/ledger/movement.ts'
import type { Book, HouseAccount, LedgerAccount, Transfer } from '#core/ledger/transfer.ts'
import { type Micros, micros } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import { createOrderSlab, type OrderSlab, type StoredOutcome } from '#server/engine/engine.ts'

/** An account as replayed from the journal, with running totals of its history. */
export type ReplayedAccount = Pick<TradingAccount, 'userId' | 'book'> & {
  readonly openedAtMs: number
  cash: Micros
  locked: Micros
  isWarned: boolean
  /** Number of changes since the first batch of format 2. */
  version: number
  /** Slab slots of the active orders, by order id. */
  readonly slots: Map<number, number>
  endedOrders: number
  realisedProfit: bigint
  cashEntries: number
  /** Number of settled deposits and withdrawals. */
  settledMovements: number
}

/** The expected row of a deposit or withdrawal. */
export type ReplayedMovement = {
  readonly reference: string
  readonly userId: number
  readonly kind: Movement['kind']
  readonly amount: Micros
  readonly state: MovementState
  readonly fee: Micros | null
  readonly rate: number | null
  readonly currency: string | null
  readonly decimals: number | null
  readonly note: string | null
  readonly payment: string | null
  readonly reviewerId: number | null
  readonly approverId: number | null
  readonly payerId: number | null
  readonly createdAtMs: number
  readonly changedAtMs: number
}

/**
 * State after the last replayed batch. Holds as much as the engine does, and no history: ended orders are compared with
 * their batch and then dropped.
 */
export type ReplayedState = {
  /** Active orders, packed as in the engine. */
  readonly slab: OrderSlab
  readonly accounts: Map<number, ReplayedAccount>
  /** Keyed by book and account, such as `real fees`. */
  readonly house: Map<string, bigint>
  /** Withdrawals that have not ended. `seq` is the batch of the request. */
  readonly locked: Map<string, ReplayedMovement & { readonly seq: number }>
  /** Users whose account is frozen, with the time of the freeze. */
  readonly frozen: Map<number, number>
  /** All freezes and lifts, in order. They are rare. */
  readonly freezes: Located<ExpectedFreeze>[]
  nextOrderId: number
  nextTransferId: number
  /** Highest version of the rules seen so far. */
  rules: number
  /** True from the first batch of format 2 on, which also counts the versions of accounts. */
  hasVersions: boolean
  /** Latest time of a command. */
  lastTimeMs: number
}

export function createReplayedState(): ReplayedState {
  return {
    slab: createOrderSlab(),
    accounts: new Map(),
    house: new Map(),
    locked: new Map(),
    frozen: new Map(),
    freezes: [],
    nextOrderId: 1,
    nextTransferId: 1,
    rules: 0,
    hasVersions: false,
    lastTimeMs: 0,
  }
}

function houseKey(book: Book, account: HouseAccount): string {
  return `${book} ${account}`
}

/** Builds the account that `decide` takes, with every order unpacked. */
export function tradingAccount({ slab }: ReplayedState, account: ReplayedAccount): TradingAccount {
  const orders = new Map<number, Order>()
  for (const [id, slot] of account.slots) orders.set(id, slab.read(slot))
  const { userId, book, cash, locked, isWarned } = account
  return { userId, book, cash, locked, isWarned, orders }
}

/** Stores an active order, or removes an ended one. */
function setOrder({ slab }: ReplayedState, { slots }: ReplayedAccount, order: Order): void {
  const slot = slots.get(order.id)
  if (!isEnded(order)) {
    if (slot === undefined) slots.set(order.id, slab.insert(order))
    else slab.replace(slot, order)
  } else if (slot !== undefined) {
    slab.free(slot)
    slots.delete(order.id)
  }
}

/** Batch and entry of a decision. */
export type JournalPosition = { readonly seq: number; readonly entry: number }

type ExpectedTransfer = Omit<Transfer, 'operatorId' | 'secondOperatorId' | 'memo'> & {
  readonly id: number
  readonly userId: number
  readonly book: Book
  readonly atMs: number
  readonly seq: number
  /** Null unless an operator acted. */
  readonly operatorId: number | null
  readonly secondOperatorId: number | null
  readonly memo: string | null
}

export type ExpectedFreeze = {
  readonly seq: number
  readonly userId: number
  readonly kind: 'frozen' | 'lifted'
  readonly cause: string | null
  readonly detail: string | null
  readonly operatorId: number | null
  readonly reason: string | null
  readonly atMs: number
}

export type ExpectedNotice = MarginNotice & { readonly userId: number }

/** Outcome that may be stored for an idempotency key. */
export type ExpectedOutcome = {
  readonly userId: number
  readonly timeMs: number
  /** The journal names the key only if it was burned. */
  readonly key?: string | undefined
  /** Undefined if unknown: decided by older rules, or the repeated decision differs. */
  readonly outcome: StoredOutcome | undefined
  /** True for refusals and burned keys, which are journalled only if there was a key. */
  readonly isRequired: boolean
}

export type Located<Row> = { readonly at: JournalPosition; readonly row: Row }

/** Rows that some batches wrote and that never change again. */
export type ExpectedRows = {
  readonly transfers: Map<number, Located<ExpectedTransfer>>
  /** Ended orders. */
  readonly orders: Map<number, Located<Order>>
  /** Settled movements. */
  readonly movements: Map<string, Located<ReplayedMovement>>
  readonly notices: Located<ExpectedNotice>[]
  readonly outcomes: Located<ExpectedOutcome>[]
}

export function createExpectedRows(): ExpectedRows {
  return { transfers: new Map(), orders: new Map(), movements: new Map(), notices: [], outcomes: [] }
}

export function countRows({ transfers, orders, movements, notices, outcomes }: ExpectedRows): number {
  return transfers.size + orders.size + movements.size + notices.length + outcomes.length
}

/** The command behind some effects: its user, time and journal position. */
type DecisionSource = {
  readonly userId: number
  readonly book: Book
  readonly timeMs: number
  readonly at: JournalPosition
}

/** Applies the effects to the state and adds the permanent rows they wrote to `expectedRows`. */
export function applyEffects(
  state: ReplayedState,
  decided: DecisionSource,
  effects: Effects,
  expectedRows: ExpectedRows,
): void {
  const account = state.accounts.get(decided.userId) ?? openAccount(state, decided)
  account.cash = effects.cash
  account.locked = effects.locked
  account.isWarned = effects.isWarned
  if (state.hasVersions) account.version += 1
  for (const order of effects.orders) applyOrder(state, account, order, decided.at, expectedRows)
  for (const transfer of effects.transfers) addTransfer(state, account, transfer, decided, expectedRows)
  if (effects.movement !== null) setMovement(state, account, effects.movement, decided, expectedRows)
  if (effects.notice !== null)
    expectedRows.notices.push({ at: decided.at, row: { ...effects.notice, userId: decided.userId } })
}

function openAccount({ accounts }: ReplayedState, { userId, book, timeMs }: DecisionSource): ReplayedAccount {
  const account: ReplayedAccount = {
    userId,
    book,
    openedAtMs: timeMs,
    cash: micros(0),
    locked: micros(0),
    isWarned: false,
    version: 0,
    slots: new Map(),
    endedOrders: 0,
    realisedProfit: 0n,
    cashEntries: 0,
    settledMovements: 0,
  }
  accounts.set(userId, account)
  return account
}

function applyOrder(
  state: ReplayedState,
  account: ReplayedAccount,
  order: Order,
  at: JournalPosition,
  { orders }: ExpectedRows,
): void {
  state.nextOrderId = Math.max(state.nextOrderId, order.id + 1)
  setOrder(state, account, order)
  if (!isEnded(order)) return
  account.endedOrders += 1
  account.realisedProfit += BigInt(order.profit ?? 0)
  orders.set(order.id, { at, row: order })
}

function addTransfer(
  state: ReplayedState,
  account: ReplayedAccount,
  transfer: Transfer,
  { userId, book, timeMs, at }: DecisionSource,
  { transfers }: ExpectedRows,
): void {
  const { source, destination, amount } = transfer
  const id = state.nextTransferId
  state.nextTransferId += 1
  const { operatorId = null, secondOperatorId = null, memo = null } = transfer
  const act = { operatorId, secondOperatorId, memo }
  const row = { ...transfer, ...act, id, userId, book, atMs: timeMs, seq: at.seq }
  transfers.set(id, { at, row })
  if (source === 'cash' || destination === 'cash') account.cashEntries += 1
  if (isHouse(source)) addToHouse(state, houseKey(book, source), -amount)
  if (isHouse(destination)) addToHouse(state, houseKey(book, destination), amount)
}

function isHouse(account: LedgerAccount): account is HouseAccount {
  return account !== 'cash' && account !== 'locked'
}

function addToHouse({ house }: ReplayedState, name: string, amount: number): void {
  house.set(name, (house.get(name) ?? 0n) + BigInt(amount))
}

/** A movement requested and changed in the same batch is one row, created when it was last changed in that batch. */
function setMovement(
  { locked }: ReplayedState,
  account: ReplayedAccount,
  movement: NonNullable<Effects['movement']>,
  { userId, timeMs, at }: DecisionSource,
  { movements }: ExpectedRows,
): void {
  const { reference } = movement
  const before = locked.get(reference)
  const createdAtMs = before === undefined || before.seq === at.seq ? timeMs : before.createdAtMs
  const row = { ...movementColumns(movement), userId, createdAtMs, changedAtMs: timeMs }
  if (isOpenState(movement.state)) {
    locked.set(reference, { ...row, seq: before?.seq ?? at.seq })
    return
  }
  locked.delete(reference)
  account.settledMovements += 1
  movements.set(reference, { at, row })
}

function movementColumns({ reference, kind, amount, state, terms, ...movement }: Movement) {
  const { note = null, payment = null, reviewerId = null, approverId = null, payerId = null } = movement
  const { fee = null, rate = null, currency = null, decimals = null } = terms ?? {}
  const told = { note, payment, reviewerId, approverId, payerId }
  return { reference, kind, amount, state, fee, rate, currency, decimals, ...told }
}
