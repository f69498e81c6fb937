import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MarketState } from '#core/market/quote.ts'
import { micros, price } from '#core/money/amounts.ts'
import type { CommandRequest, EngineParts, SubmitResult } from '#server/engine/engine.ts'
import { createIndexedTriggers } from '#server/engine/triggers/indexed-triggers.ts'
import { createScanTriggers } from '#server/engine/triggers/scan-triggers.ts'
import { fc } from '#test/fast-check.ts'
import { sampledRuns } from '#test/sampling.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { plainTicket } from '#test/trading/trader.ts'
import { createEngineSide, type EngineSide, settled, turn } from '#test/trading-day/engine-side.ts'
import { createEventCounts } from '#test/trading-day/event-counts.ts'

/** Dollars, yen, and the market that converts yen. */
const quoted = [
  { market: marketOf('EURUSD'), base: 110_000 },
  { market: marketOf('EURJPY'), base: 176_000 },
  { market: marketOf('USDJPY'), base: 160_000 },
]
const users = [1, 2, 3, 4, 5]
const maxOrders = 40
/** Longer than any wait for fresh prices. */
const pauseMs = 600_000
const turnsToDecide = 4

type Step =
  | { readonly kind: 'quote'; readonly market: number; readonly level: number }
  | { readonly kind: 'state'; readonly market: number; readonly state: MarketState }
  | { readonly kind: 'command'; readonly userId: number; readonly request: CommandRequest }
  /** The next commit waits until `release`. */
  | { readonly kind: 'hold' | 'release' }
  /** The engine goes on with deferred accounts. */
  | { readonly kind: 'slice' }

const bothTriggers = [
  ['indexed triggers', createIndexedTriggers],
  ['scan triggers', createScanTriggers],
] as const
const oneAccount: EngineParts['sliceLimits'] = { ms: 0, rows: 1 }
const unlimited: EngineParts['sliceLimits'] = { ms: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY }

function pairOf(market: number, level: number) {
  const base = quoted[market]?.base ?? 0
  const bid = Math.round(base * (1 + level / 500))
  return { bid: price(bid), ask: price(bid + 10) }
}

function priceText(market: number, level: number): string {
  const { bid } = pairOf(market, level)
  const precision = quoted[market]?.market.pricePrecision ?? 0
  return (bid / 10 ** precision).toFixed(precision)
}

function marketId(market: number): number {
  return quoted[market]?.market.id ?? 0
}

const market = fc.constantFrom(0, 1, 2)
const level = fc.integer({ min: -5, max: 5 })
const orderId = fc.integer({ min: 1, max: maxOrders })
const order = fc
  .record({
    market,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.constantFrom('0.10', '1'),
    stop: fc.option(level),
    profit: fc.option(level),
    target: fc.option(level, { freq: 4 }),
  })
  .map(({ market: at, side, lots, stop, profit, target }): CommandRequest => {
    const text = (one: number | null) => (one === null ? null : priceText(at, one))
    const stops = { stopLoss: text(stop), takeProfit: text(profit), target: text(target) }
    return { kind: 'open_order', ticket: { ...plainTicket, marketId: marketId(at), side, lots, ...stops } }
  })
const request: fc.Arbitrary<CommandRequest> = fc.oneof(
  order,
  fc.record({ kind: fc.constant('close_order' as const), orderId, lots: fc.constantFrom(null, '0.05') }),
  fc.record({
    kind: fc.constant('set_stops' as const),
    orderId,
    stopLoss: level.map((at) => priceText(0, at)),
    takeProfit: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('close_many' as const),
    orderIds: fc.uniqueArray(orderId, { minLength: 1, maxLength: 8 }),
  }),
)
const userId = fc.constantFrom(...users)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('quote' as const), market, level }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('command' as const), userId, request }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('slice' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('hold' as const, 'release' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('state' as const),
      market,
      state: fc.constantFrom('open' as const, 'open' as const, 'stale' as const, 'closed' as const),
    }),
  },
)
const orders = fc.array(fc.record({ userId, request: order }), { minLength: 5, maxLength: 20 })

async function openMarkets(side: EngineSide): Promise<void> {
  for (const at of quoted.keys()) side.sendEvent(side.nextEvent(marketId(at), 'open'))
  for (const at of quoted.keys()) side.sendEvent(side.nextEvent(marketId(at), pairOf(at, 0)))
  await side.waitUntilIdle()
}

async function apply(side: EngineSide, one: Step, answers: Promise<SubmitResult>[]): Promise<void> {
  const { store, time } = side
  if (one.kind === 'quote')
    side.sendEvent(side.nextEvent(marketId(one.market), pairOf(one.market, one.level)))
  if (one.kind === 'state') side.sendEvent(side.nextEvent(marketId(one.market), one.state))
  if (one.kind === 'hold') store.setCommitResult('held')
  if (one.kind === 'release') store.release()
  if (one.kind === 'slice') time.advance(0)
  if (one.kind === 'command')
    answers.push(side.running().engine.submit({ userId: one.userId, isDemo: false }, one.request))
  for (let turns = 0; turns < turnsToDecide; turns += 1) await turn()
}

type Run = {
  readonly placed: readonly { readonly userId: number; readonly request: CommandRequest }[]
  readonly steps: readonly Step[]
}

/** Everything that the steps have led to, without the ids of transfers: those follow the order of the decisions. */
async function resultOf({ placed, steps }: Run, limits: Pick<EngineParts, 'createTriggers' | 'sliceLimits'>) {
  const counts = createEventCounts()
  const side = createEngineSide(
    { markets: quoted.map((one) => one.market), feeMode: 'per_lot', ...limits },
    counts,
  )
  const { store, time } = side
  for (const id of users) store.addUser({ userId: id, isDemo: false })
  await side.start()
  await openMarkets(side)
  time.advance(pauseMs)
  await openMarkets(side)
  const deposit = { kind: 'deposit', amount: micros(3_000_000_000) } as const
  for (const id of users)
    await side.answerOf((engine) =>
      engine.submit({ userId: id, isDemo: false }, { ...deposit, reference: `${id}` }),
    )
  const owner = (id: number) => ({ userId: id, isDemo: false })
  for (const each of placed) await side.answerOf((engine) => engine.submit(owner(each.userId), each.request))
  const answers: Promise<SubmitResult>[] = []
  for (const one of [{ kind: 'hold' } as const, ...steps]) await apply(side, one, answers)
  store.setCommitResult('committed')
  store.release()
  await side.waitUntilIdle()
  const answered: SubmitResult[] = []
  for (const answer of answers) answered.push(await settled(answer, time))
  assert.deepEqual([store.faults, side.alarms], [[], []])
  const { accounts, orders: rows, transfers, notices } = store.tables
  const byUser = (id: number) => (transfers.get(id) ?? []).map(({ id: _, ...transfer }) => transfer)
  return {
    answered,
    accounts: users.map((id) => accounts.get(id)),
    orders: [...rows].sort(([one], [other]) => one - other),
    transfers: users.map(byUser),
    notices: users.map((id) => notices.get(id)),
  }
}

for (const [name, createTriggers] of bothTriggers)
  describe(`accounts that wait for a slice, with ${name}`, () => {
    test('end as if every quote had been evaluated at once, whatever happens in between', async () => {
      await fc.assert(
        fc.asyncProperty(orders, fc.array(step, { minLength: 5, maxLength: 40 }), async (placed, steps) => {
          const sliced = await resultOf({ placed, steps }, { createTriggers, sliceLimits: oneAccount })
          const whole = await resultOf({ placed, steps }, { createTriggers, sliceLimits: unlimited })
          assert.deepEqual(sliced, whole)
        }),
        { numRuns: sampledRuns(60) },
      )
    })
  })
