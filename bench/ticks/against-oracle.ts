import { isDeepStrictEqual } from 'node:util'
import { benchMarkets } from '#bench/ticks/bench-markets.ts'
import { ticketOf } from '#bench/ticks/planned-order.ts'
import { populate, type Trader } from '#bench/ticks/population.ts'
import { boardAt, createQuoteEngine, type QuoteEngine } from '#bench/ticks/quote-engine.ts'
import { crashDepth, createTickPath, pathLength } from '#bench/ticks/tick-path.ts'
import { longestBoardWaitMs } from '#core/decision/board-wait.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import type { Quote } from '#core/market/quote.ts'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { orderFields } from '#test/trading-day/comparison.ts'
import { createOracleSide, type OracleSide } from '#test/trading-day/oracle-side.ts'

type AgainstOracle = {
  readonly quotes: number
  readonly accounts: number
  readonly orders: number
  readonly ended: number
  readonly notices: number
  /** Number of accounts and orders that differ: indexed from scan triggers, and indexed triggers from the oracle. */
  readonly scanMismatches: number
  readonly oracleMismatches: number
}

const positions = 2000
const seed = 2
/** Uses only every 80th quote, because the oracle values every account on every quote in exact fractions. */
const quoteInterval = 80

type Side = { readonly engine: QuoteEngine; readonly outcome: Outcome }

/** Runs indexed triggers, scan triggers and the oracle on the same accounts and quotes. */
export async function runAgainstOracle(): Promise<AgainstOracle> {
  const path = createTickPath(pathLength)
  const traders = [...populate(boardAt(path.first), positions, seed)]
  const quotes = [...path.start, ...path.calm, ...path.crash(crashDepth)].filter(
    (_, at) => at % quoteInterval === 0,
  )
  const indexed = await sideOf(path.first, traders, createIndexedTriggers)
  const scan = await sideOf(path.first, traders, createScanTriggers)
  const model = createModel(path.first, traders)
  for (const quote of quotes) {
    for (const { engine, outcome } of [indexed, scan]) {
      engine.quote(quote)
      outcome.collect()
    }
    model.applyEvent({ kind: 'quote', ...quote, timeMs: quote.timeMs - longestBoardWaitMs })
  }
  const orders = traders.flatMap((trader) => trader.orders).map(({ id }) => indexed.outcome.order(id))
  return {
    quotes: quotes.length,
    accounts: traders.length,
    orders: orders.length,
    ended: orders.filter((order) => order?.endCause != null).length,
    notices: traders.reduce((sum, { account }) => sum + indexed.outcome.notices(account.userId), 0),
    scanMismatches: traders.filter((trader) => !areEqual(trader, indexed, scan)).length,
    oracleMismatches: differencesFrom(model, traders, indexed),
  }
}

async function sideOf(
  first: readonly Quote[],
  traders: readonly Trader[],
  create: CreateTriggers,
): Promise<Side> {
  const engine = createQuoteEngine(first, create)
  await engine.load(traders)
  return { engine, outcome: createOutcome(engine, traders) }
}

/** Opens the accounts and orders in the oracle by the same requests that users send. */
function createModel(first: readonly Quote[], traders: readonly Trader[]): OracleSide {
  const model = createOracleSide({ markets: benchMarkets, feeMode: 'per_lot' }, (market) => market)
  for (const quote of first) {
    model.applyEvent({ kind: 'state', state: 'open', marketId: quote.marketId, timeMs: quote.timeMs, seq: 0 })
    model.applyEvent({ kind: 'quote', ...quote })
  }
  for (const { account, deposit, plans } of traders) {
    const owner = { userId: account.userId, isDemo: false }
    model.openAccount(owner)
    model.submit(owner, { kind: 'deposit', amount: micros(deposit), reference: `first:${account.userId}` }, 0)
    for (const plan of plans) {
      const answer = model.submit(owner, { kind: 'open_order', ticket: ticketOf(plan) }, 0)
      if (answer.kind !== 'done') throw new Error(`the oracle refuses an order: ${JSON.stringify(answer)}`)
    }
  }
  return model
}

function areEqual({ account, orders }: Trader, one: Side, other: Side): boolean {
  const { userId } = account
  const all = ({ engine, outcome }: Side) => [
    engine.accounts.record(userId),
    orders.map(({ id }) => outcome.order(id)),
    outcome.transfers(userId),
    outcome.notices(userId),
  ]
  return isDeepStrictEqual(all(one), all(other))
}

function differencesFrom(
  { oracle }: OracleSide,
  traders: readonly Trader[],
  { engine, outcome }: Side,
): number {
  const tradersById = new Map(traders.map((trader) => [trader.account.userId, trader]))
  let differences = 0
  for (const expected of oracle.accounts()) {
    const { userId } = expected
    const record = engine.accounts.record(userId)
    const isAccount =
      isSame(record.cash, expected.cash) &&
      record.isWarned === expected.isWarned &&
      outcome.notices(userId) === expected.notices &&
      areTransfers(oracle.transfers(userId), tradersById.get(userId), outcome.transfers(userId))
    if (!isAccount) differences += 1
    for (const order of expected.orders) {
      const ours = outcome.order(order.id)
      const isOrder =
        orderFields.every((field) => isSame(ours?.[field], order[field])) &&
        isSame(ours?.ended?.quote?.seq ?? null, order.endedSeq)
      if (!isOrder) differences += 1
    }
  }
  return differences
}

type TransferAmount = {
  readonly source: string
  readonly destination: string
  readonly amount: number | bigint
}

/** Skips the first transfers of the oracle, which are the deposit and the opening fees. */
function areTransfers(
  expected: readonly TransferAmount[],
  trader: Trader | undefined,
  ours: readonly TransferAmount[],
): boolean {
  const before = 1 + (trader?.orders.filter(({ fee }) => fee > 0).length ?? 0)
  const describe = ({ source, destination, amount }: TransferAmount) => `${source} ${destination} ${amount}`
  return isDeepStrictEqual(expected.slice(before).map(describe), ours.map(describe))
}

/** Compares a number of the engine with a bigint of the oracle. */
function isSame(ours: unknown, exact: unknown): boolean {
  return typeof exact === 'bigint' && typeof ours === 'number'
    ? BigInt(ours) === exact
    : Object.is(ours, exact)
}

/** The final orders, transfers and margin calls of all accounts. */
type Outcome = {
  /** Collects the latest decisions of the engine. */
  readonly collect: () => void
  readonly order: (id: number) => Order | undefined
  readonly transfers: (userId: number) => readonly Transfer[]
  readonly notices: (userId: number) => number
}

function createOutcome(engine: QuoteEngine, traders: readonly Trader[]): Outcome {
  const orders = new Map(traders.flatMap((trader) => trader.orders).map((order) => [order.id, order]))
  const transfers = new Map<number, Transfer[]>()
  const notices = new Map<number, number>()
  return {
    collect() {
      for (const { command, change } of engine.takeEntries()) {
        if (change === undefined) continue
        for (const { after } of change.orders) orders.set(after.id, after)
        transfers.set(command.userId, [...(transfers.get(command.userId) ?? []), ...change.transfers])
        if (change.notice !== null) notices.set(command.userId, (notices.get(command.userId) ?? 0) + 1)
      }
    },
    order: (id) => orders.get(id),
    transfers: (userId) => transfers.get(userId) ?? [],
    notices: (userId) => notices.get(userId) ?? 0,
  }
}
