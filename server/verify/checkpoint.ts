// A checkpoint: everything that a later verification needs to continue after a batch. One JSON value on each line.
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { NoticePosition } from '#server/verify/compare-history.ts'
import { keepFreeze } from '#server/verify/freezes.ts'
import type { ChainEnd } from '#server/verify/journal-chain.ts'
import {
  createReplayedState,
  type ExpectedFreeze,
  type Located,
  type ReplayedAccount,
  type ReplayedMovement,
  type ReplayedState,
} from '#server/verify/replayed-state.ts'

export type Checkpoint = {
  readonly chain: ChainEnd
  /** Continued by the verification that starts here. */
  readonly state: ReplayedState
  readonly notices: NoticePosition
}

const checkpointFormat = 'openlot checkpoint 2'

type Head = Pick<ReplayedState, 'nextOrderId' | 'nextTransferId' | 'rules' | 'hasVersions' | 'lastTimeMs'> & {
  readonly format: typeof checkpointFormat
  readonly group: number
  readonly seq: number
  readonly hash: string
  readonly epoch: number
  readonly hasRoots: boolean
  readonly notices: NoticePosition
  /** Numbers of the lines that follow, in this order. */
  readonly accounts: number
  readonly orders: number
  readonly movements: number
  readonly house: number
  readonly freezes: number
}

type AccountLine = Omit<ReplayedAccount, 'slots' | 'realisedProfit'> & { readonly realisedProfit: string }
type MovementLine = ReplayedMovement & { readonly seq: number }
type FreezeLine = Located<ExpectedFreeze>
type HouseLine = readonly [name: string, balance: string]

export function* linesOfCheckpoint({ chain, state, notices }: Checkpoint): Generator<string> {
  const { slab, accounts, house, locked, freezes, frozen: _, ...counters } = state
  let orders = 0
  for (const { slots } of accounts.values()) orders += slots.size
  const head: Head = {
    format: checkpointFormat,
    group: 0,
    ...{ seq: chain.seq, hash: chain.hash.toString('hex'), epoch: chain.epoch, hasRoots: chain.hasRoots },
    ...counters,
    notices,
    ...{ accounts: accounts.size, orders, movements: locked.size, house: house.size },
    freezes: freezes.length,
  }
  yield JSON.stringify(head)
  for (const { slots: _, realisedProfit, ...account } of accounts.values())
    yield JSON.stringify({ ...account, realisedProfit: String(realisedProfit) } satisfies AccountLine)
  for (const { slots } of accounts.values())
    for (const slot of slots.values()) yield JSON.stringify(slab.read(slot))
  for (const movement of locked.values()) yield JSON.stringify(movement satisfies MovementLine)
  for (const [name, balance] of house) yield JSON.stringify([name, String(balance)] satisfies HouseLine)
  for (const freeze of freezes) yield JSON.stringify(freeze satisfies FreezeLine)
}

/** Takes the lines of a checkpoint in order. Throws if one is not what its place requires. */
export type CheckpointReader = {
  readonly add: (line: string) => void
  readonly isComplete: () => boolean
  readonly finish: () => Checkpoint
}

export function createCheckpointReader(): CheckpointReader {
  const state = createReplayedState()
  let head: Head | undefined
  let count = 0

  function addHead(value: unknown): void {
    if (!isHead(value)) throw new TypeError('the first line is not the head of a checkpoint')
    head = value
    const { nextOrderId, nextTransferId, rules, hasVersions, lastTimeMs } = value
    Object.assign(state, { nextOrderId, nextTransferId, rules, hasVersions, lastTimeMs })
  }
  function addRow({ accounts, orders, movements, house }: Head, value: unknown): void {
    if (count <= accounts) addAccount(state, value as AccountLine)
    else if (count <= accounts + orders) addOrder(state, value as Order)
    else if (count <= accounts + orders + movements) addMovement(state, value as MovementLine)
    else if (count <= accounts + orders + movements + house) addHouse(state, value as HouseLine)
    else addFreeze(state, value as FreezeLine)
  }
  const isComplete = () => head !== undefined && count === 1 + rowsOf(head)
  return {
    add(line) {
      const value: unknown = JSON.parse(line)
      if (head === undefined) addHead(value)
      else addRow(head, value)
      count += 1
    },
    isComplete,
    finish() {
      if (head === undefined || !isComplete()) throw new TypeError('lines are missing')
      const { seq, hash, epoch, hasRoots, notices } = head
      return { chain: { seq, hash: Buffer.from(hash, 'hex'), epoch, hasRoots }, state, notices }
    },
  }
}

function rowsOf({ accounts, orders, movements, house, freezes }: Head): number {
  return accounts + orders + movements + house + freezes
}

const counts = ['seq', 'epoch', 'nextOrderId', 'nextTransferId', 'rules', 'lastTimeMs']
const lineCounts = ['accounts', 'orders', 'movements', 'house', 'freezes']

function isHead(value: unknown): value is Head {
  if (!isRecord(value)) return false
  const { format, group, hash, hasRoots, hasVersions, notices } = value
  return (
    format === checkpointFormat &&
    group === 0 &&
    [...counts, ...lineCounts].every(
      (name) => Number.isSafeInteger(value[name]) && Number(value[name]) >= 0,
    ) &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    typeof hasRoots === 'boolean' &&
    typeof hasVersions === 'boolean' &&
    isRecord(notices) &&
    Number.isSafeInteger(notices['lastId']) &&
    Number.isSafeInteger(notices['count'])
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function addAccount({ accounts }: ReplayedState, line: AccountLine): void {
  const { userId, cash, locked, realisedProfit } = line
  if (!Number.isSafeInteger(userId) || accounts.has(userId))
    throw new TypeError('an account has no id of its own')
  const amounts = { cash: micros(cash), locked: micros(locked), realisedProfit: BigInt(realisedProfit) }
  accounts.set(userId, { ...line, ...amounts, slots: new Map() })
}

function addOrder({ slab, accounts }: ReplayedState, order: Order): void {
  const account = accounts.get(order.userId)
  if (account === undefined || account.slots.has(order.id)) throw new TypeError('an order has no account')
  account.slots.set(order.id, slab.insert(order))
}

function addMovement({ locked }: ReplayedState, movement: MovementLine): void {
  if (typeof movement.reference !== 'string') throw new TypeError('a movement has no reference')
  locked.set(movement.reference, movement)
}

function addHouse({ house }: ReplayedState, [name, balance]: HouseLine): void {
  if (typeof name !== 'string') throw new TypeError('a house balance has no name')
  house.set(name, BigInt(balance))
}

function addFreeze(state: ReplayedState, freeze: FreezeLine): void {
  if (!Number.isSafeInteger(freeze.row.userId)) throw new TypeError('a freeze has no user')
  keepFreeze(state, freeze)
}
