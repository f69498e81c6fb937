import { accountFigures } from '#core/margin/account-figures.ts'
import type { Board } from '#core/market/board.ts'
import type { Order } from '#core/order/order.ts'
import type { CommandRequest, KeyOutcome, SubmitResult } from '#server/engine/engine.ts'
import type { AccountRecord } from '#server/engine/engine-store.ts'
import { sourceOf } from '#test/trading-day/engine-side.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { MemoryTables } from '#test/trading-day/memory-store.ts'
import type { Oracle } from '#test/trading-day/oracle/oracle.ts'
import type {
  OracleAccount,
  OracleAnswer,
  OracleOrder,
  OracleOutcome,
} from '#test/trading-day/oracle/oracle-types.ts'

type Compared = {
  readonly tables: MemoryTables
  readonly board: Board
  readonly oracle: Oracle
  readonly counts: EventCounts
}

type Comparison = {
  /** Compares everything that may have changed. Throws at the first difference. Returns the orders that have ended. */
  readonly step: () => readonly Order[]
  /** Compares the whole state. */
  readonly whole: () => void
}

/** Compares the stored state of the engine with the oracle, exactly. */
export function createComparison({ tables, board, oracle, counts }: Compared): Comparison {
  /** Ended orders already found equal. Neither engine nor oracle may change them later; `whole` verifies this. */
  let over = new Set<number>()
  let newlyEnded: Order[] = []
  let transfersSeen = new Map<number, number>()
  const warned = new Set<number>()
  const noticesSeen = new Map<number, number>()
  let { add } = counts

  function compareAll(): void {
    const accounts = oracle.accounts()
    requireSame(() => 'number of accounts', tables.accounts.size, accounts.length)
    const orders = accounts.reduce((sum, account) => sum + account.orders.length, 0)
    requireSame(() => 'number of orders', tables.orders.size, orders)
    const open = Map.groupBy(
      [...tables.orders.values()].filter(({ status }) => status === 'open'),
      ({ userId }) => userId,
    )
    for (const account of accounts) compareOf(account, open.get(account.userId) ?? [])
  }
  function compareOf(account: OracleAccount, open: readonly Order[]): void {
    const { userId } = account
    const row = tables.accounts.get(userId)
    const who = (what: string) => () => `${what} of user ${userId}`
    for (const order of account.orders) compareOrder(order)
    compareTransfers(userId)
    requireSame(who('book'), row?.book, account.book)
    requireSame(who('cash'), row?.cash, account.cash)
    requireSame(who('locked'), row?.locked, account.locked)
    requireSame(who('warned'), row?.isWarned, account.isWarned)
    requireSame(who('number of notices'), tables.notices.get(userId)?.length ?? 0, account.notices)
    if (row !== undefined) compareFigures(row, open)
    countMarginCalls(account)
  }
  function compareOrder(expected: OracleOrder): void {
    if (over.has(expected.id)) return
    const order = tables.orders.get(expected.id)
    for (const field of orderFields)
      requireSame(() => `${field} of order ${expected.id}`, order?.[field], expected[field])
    requireSame(
      () => `quote that opened ${expected.id}`,
      order?.opened?.quote?.seq ?? null,
      expected.openedSeq,
    )
    // Null for a cancellation by the user or a reset, which uses no quote.
    if (expected.endedSeq !== null)
      requireSame(() => `quote that ended ${expected.id}`, order?.ended?.quote?.seq, expected.endedSeq)
    if (order !== undefined) compareSources(order)
    if (order !== undefined && order.endCause !== null) countEnded(order)
  }
  function compareSources({ id, marketId, placed, opened, ended }: Order): void {
    for (const receipt of [placed, opened, ended])
      if (receipt !== null && receipt.quote !== null)
        requireSame(() => `source of a quote of order ${id}`, receipt.feed, sourceOf(marketId))
  }
  function countEnded(order: Order): void {
    over.add(order.id)
    newlyEnded.push(order)
    add(`${order.status}: ${order.endCause}`)
    if (order.parentId !== null) add('closed in part')
    if (order.opened?.rule === 'limit_reached') add('limit filled')
    if (order.opened?.rule === 'stop_reached') add('stop filled')
    if (order.endCause === 'stop_loss' && order.closePrice !== order.stopLoss) add('gap beyond a stop loss')
  }
  function countCloseOuts(orders: readonly Order[]): void {
    const stoppedOut = orders.filter(({ endCause }) => endCause === 'stop_out')
    const together = Map.groupBy(stoppedOut, ({ userId }) => userId)
    for (const { length } of together.values()) if (length > 1) add('several stopped out at once')
  }
  function compareTransfers(userId: number): void {
    const written = tables.transfers.get(userId) ?? []
    const expected = oracle.transfers(userId)
    requireSame(() => `number of transfers of user ${userId}`, written.length, expected.length)
    for (let at = transfersSeen.get(userId) ?? 0; at < expected.length; at += 1) {
      for (const field of transferFields)
        requireSame(
          () => `${field} of transfer ${at} of user ${userId}`,
          written[at]?.[field],
          expected[at]?.[field],
        )
      add(`transfer: ${written[at]?.type}`)
    }
    transfersSeen.set(userId, expected.length)
  }
  function compareMovements(): void {
    const expected = oracle.movements()
    requireSame(() => 'number of movements', tables.movements.size, expected.size)
    for (const [reference, movement] of expected) {
      const row = tables.movements.get(reference)
      for (const field of movementFields)
        requireSame(() => `${field} of ${reference}`, row?.[field], movement[field])
      requireSame(() => `fee of ${reference}`, row?.terms?.fee ?? 0, movement.fee)
    }
  }
  function compareFigures({ userId, cash }: AccountRecord, open: readonly Order[]): void {
    const figures = accountFigures(cash, open, board)
    const expected = oracle.figures(userId)
    for (const field of figureFields)
      requireSame(() => `${field} of user ${userId}`, figures[field], expected[field])
    if (expected.marginLevel === null || !oracle.waits(userId)) return
    add('waits for the board')
    if (expected.marginLevel <= 10_000n) add('waits at the level of a margin call')
    if (expected.marginLevel <= 5_000n) add('waits at the level of a close-out')
  }
  function countMarginCalls({ userId, isWarned, notices }: OracleAccount): void {
    add('margin call', notices - (noticesSeen.get(userId) ?? 0))
    noticesSeen.set(userId, notices)
    if (isWarned === warned.has(userId)) return
    if (!isWarned) add('margin call armed again')
    if (isWarned) warned.add(userId)
    else warned.delete(userId)
  }
  return {
    step() {
      newlyEnded = []
      compareAll()
      countCloseOuts(newlyEnded)
      return newlyEnded
    },
    whole() {
      // Turns counting off: every event was counted when it happened.
      add = () => undefined
      over = new Set()
      transfersSeen = new Map()
      compareAll()
      compareMovements()
    },
  }
}

/** Fields of an order that engine and oracle must agree on. */
export const orderFields = [
  'userId',
  'marketId',
  'side',
  'kind',
  'status',
  'lots',
  'openPrice',
  'margin',
  'fee',
  'stopLoss',
  'takeProfit',
  'closePrice',
  'profit',
  'endCause',
  'parentId',
  'amendedFrom',
] as const satisfies readonly (keyof Order & keyof OracleOrder)[]

const transferFields = [
  ...(['source', 'destination', 'amount', 'type', 'operatorId', 'secondOperatorId', 'memo'] as const),
]
const movementFields = [
  ...(['userId', 'kind', 'amount', 'state', 'note', 'payment', 'reviewerId'] as const),
  ...(['approverId', 'payerId'] as const),
]

const figureFields = ['balance', 'profit', 'equity', 'usedMargin', 'freeMargin', 'marginLevel'] as const

/** Compares the answers to the user: the orders, or the reason for a refusal. */
export function compareAnswers(
  answer: SubmitResult,
  expected: OracleAnswer,
  { request, counts }: { readonly request: CommandRequest; readonly counts: EventCounts },
): void {
  const [engine, oracle] = [describeAnswer(answer, request), describeExpected(expected, request)]
  if (engine !== oracle) throw new Difference(`the answer to ${JSON.stringify(request)}`, engine, oracle)
  counts.add(answer.kind === 'refused' ? `refused: ${answer.reason}` : `done: ${request.kind}`)
  if (answer.kind !== 'done') return
  for (const { reason } of answer.refusals ?? []) counts.add(`refused in ${request.kind}: ${reason}`)
}

/** Compares the outcome of a key in the engine and the oracle. `first` is the answer to the command itself. */
export function compareOutcomes(
  outcome: KeyOutcome,
  expected: OracleOutcome | { readonly kind: 'expired' },
  { first, counts }: { readonly first?: SubmitResult | undefined; readonly counts: EventCounts },
): void {
  if (outcome.kind !== expected.kind) throw new Difference('the outcome of a key', outcome, expected.kind)
  counts.add(`outcome: ${outcome.kind}`)
  if (outcome.kind !== 'decided' || first === undefined) return
  if (JSON.stringify(outcome.outcome) !== JSON.stringify(first))
    throw new Difference('the outcome of a decided key', outcome.outcome, first)
}

function describeAnswer(answer: SubmitResult, request: CommandRequest): string {
  if (answer.kind !== 'done') return answer.kind === 'refused' ? `refused ${answer.reason}` : answer.kind
  const orders = answer.orders.map(({ id }) => id)
  return doneTo(orders, request) + refusedBeside(answer.refusals)
}

function describeExpected(expected: OracleAnswer, request: CommandRequest): string {
  if (expected.kind === 'refused') return `refused ${expected.reason}`
  // A reset may end many orders, so its answer contains none.
  if (expected.kind === 'nothing' || request.kind === 'reset_demo') return doneTo([], request)
  return doneTo(expected.orders, request) + refusedBeside(expected.refusals)
}

/** Commands whose answers list orders in a defined sequence. */
const orderedKinds: ReadonlySet<CommandRequest['kind']> = new Set(['close_many', 'reverse_order'])

function doneTo(ids: readonly number[], { kind }: CommandRequest): string {
  const named = orderedKinds.has(kind) ? ids : ids.toSorted((a, b) => a - b)
  return `done to ${named.join(', ') || 'nothing'}`
}

function refusedBeside(
  refusals: readonly { readonly orderId: number; readonly reason: string }[] = [],
): string {
  return refusals.map(({ orderId, reason }) => `; ${orderId} refused ${reason}`).join('')
}

/** Thrown at the first difference between engine and oracle. */
export class Difference extends Error {
  constructor(what: string, engine: unknown, oracle: unknown) {
    super(`${what}: the engine says ${shown(engine)}, the model ${shown(oracle)}`)
  }
}

/** Converts a number of the engine to a bigint, as the oracle uses. */
function requireSame(what: () => string, engine: unknown, oracle: unknown): void {
  const isSame =
    typeof oracle === 'bigint' && typeof engine === 'number'
      ? Number.isSafeInteger(engine) && BigInt(engine) === oracle
      : Object.is(engine, oracle)
  if (!isSame) throw new Difference(what(), engine, oracle)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner))
  return text ?? String(value)
}
