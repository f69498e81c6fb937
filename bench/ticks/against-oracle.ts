import { isDeepStrictEqual } from 'node:util'
import { benchMarkets } from '#bench/ticks/bench-markets.ts'
import { crashDepth, pathLength } from '#bench/ticks/bench-path.ts'
import { createOutcome, type Outcome } from '#bench/ticks/outcome.ts'
import { type Person, populate } from '#bench/ticks/population.ts'
import { boardAt, createTickMachine, type TickMachine } from '#bench/ticks/tick-machine.ts'
import { createTickPath } from '#bench/ticks/tick-path.ts'
import { ticketOf } from '#bench/ticks/wish.ts'
import { longestBoardWaitMs } from '#core/decision/board-wait.ts'
import type { Quote } from '#core/market/quote.ts'
import { micros } from '#core/money/amounts.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { orderFields } from '#test/trading-day/compare.ts'
import { createOracleSide, type OracleSide } from '#test/trading-day/oracle-side.ts'

export type AgainstOracle = {
  readonly quotes: number
  readonly accounts: number
  readonly orders: number
  readonly ended: number
  readonly notices: number
  /** Accounts or orders of which anything differs, between armed and plain, and between armed and the oracle. */
  readonly plainMismatches: number
  readonly oracleMismatches: number
}

const positions = 2000
const seed = 2
/** The oracle values everybody on every quote in exact fractions. Every so manyth quote of the same path moves further, too. */
const everyQuote = 80

type Side = { readonly machine: TickMachine; readonly outcome: Outcome }

/** The same people and the same quotes for the armed triggers, the plain ones and the oracle. */
export async function runAgainstOracle(): Promise<AgainstOracle> {
  const path = createTickPath(pathLength)
  const people = [...populate(boardAt(path.first), positions, seed)]
  const quotes = [...path.start, ...path.calm, ...path.crash(crashDepth)].filter(
    (_, at) => at % everyQuote === 0,
  )
  const armed = await sideOf(path.first, people, createIndexedTriggers)
  const plain = await sideOf(path.first, people, createScanTriggers)
  const model = openModel(path.first, people)
  for (const quote of quotes) {
    for (const { machine, outcome } of [armed, plain]) {
      machine.tell(quote)
      outcome.look()
    }
    model.hear({ kind: 'quote', ...quote, timeMs: quote.timeMs - longestBoardWaitMs })
  }
  const orders = people.flatMap((person) => person.orders).map(({ id }) => armed.outcome.order(id))
  return {
    quotes: quotes.length,
    accounts: people.length,
    orders: orders.length,
    ended: orders.filter((order) => order?.endCause != null).length,
    notices: people.reduce((sum, { account }) => sum + armed.outcome.notices(account.userId), 0),
    plainMismatches: people.filter((person) => !areEqual(person, armed, plain)).length,
    oracleMismatches: differencesFrom(model, people, armed),
  }
}

async function sideOf(
  first: readonly Quote[],
  people: readonly Person[],
  create: CreateTriggers,
): Promise<Side> {
  const machine = createTickMachine(first, create)
  await machine.load(people)
  return { machine, outcome: createOutcome(machine, people) }
}

/** Everybody comes to what they have by asking for it, as people do. */
function openModel(first: readonly Quote[], people: readonly Person[]): OracleSide {
  const model = createOracleSide(benchMarkets, 'per_lot', (market) => market)
  for (const quote of first) {
    model.hear({ kind: 'state', state: 'open', marketId: quote.marketId, timeMs: quote.timeMs, seq: 0 })
    model.hear({ kind: 'quote', ...quote })
  }
  for (const { account, deposit, wishes } of people) {
    const asker = { userId: account.userId, isDemo: false }
    model.openAccount(asker)
    model.ask(asker, { kind: 'deposit', amount: micros(deposit), reference: `first:${account.userId}` }, 0)
    for (const wish of wishes) {
      const answer = model.ask(asker, { kind: 'open_order', ticket: ticketOf(wish) }, 0)
      if (answer.kind !== 'done') throw new Error(`the model refuses an order: ${JSON.stringify(answer)}`)
    }
  }
  return model
}

function areEqual({ account, orders }: Person, one: Side, other: Side): boolean {
  const { userId } = account
  const all = ({ machine, outcome }: Side) => [
    machine.book.record(userId),
    orders.map(({ id }) => outcome.order(id)),
    outcome.transfers(userId),
    outcome.notices(userId),
  ]
  return isDeepStrictEqual(all(one), all(other))
}

function differencesFrom(
  { oracle }: OracleSide,
  people: readonly Person[],
  { machine, outcome }: Side,
): number {
  const persons = new Map(people.map((person) => [person.account.userId, person]))
  let differences = 0
  for (const expected of oracle.accounts()) {
    const { userId } = expected
    const record = machine.book.record(userId)
    const isAccount =
      isSame(record.cash, expected.cash) &&
      record.isWarned === expected.isWarned &&
      outcome.notices(userId) === expected.notices &&
      areTransfers(oracle.transfers(userId), persons.get(userId), outcome.transfers(userId))
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

type Moved = { readonly source: string; readonly destination: string; readonly amount: number | bigint }

/** Those of the model begin with the deposit and the fees of the opening. */
function areTransfers(
  expected: readonly Moved[],
  person: Person | undefined,
  ours: readonly Moved[],
): boolean {
  const before = 1 + (person?.orders.filter(({ fee }) => fee > 0).length ?? 0)
  const words = ({ source, destination, amount }: Moved) => `${source} ${destination} ${amount}`
  return isDeepStrictEqual(expected.slice(before).map(words), ours.map(words))
}

/** Numbers of the engine against exact whole numbers of the model; everything else as it is. */
function isSame(ours: unknown, exact: unknown): boolean {
  return typeof exact === 'bigint' && typeof ours === 'number'
    ? BigInt(ours) === exact
    : Object.is(ours, exact)
}
