import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ticket } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type { Decision, TradingAccount } from '#core/decision/decision.ts'
import type { MarketState } from '#core/market/quote.ts'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { answerOf, reasonOf } from '#test/trading/decisions.ts'
import { createTestBoard, marketOf } from '#test/trading/test-board.ts'
import { createTrader, plainTicket, usd } from '#test/trading/trader.ts'

type World = {
  readonly isMarketKnown: boolean
  readonly leverages: readonly number[]
  readonly ticket: Ticket
  readonly isRealOpeningBlocked: boolean
  readonly state: MarketState
  readonly isRateKnown: boolean
  readonly openCount: number
  readonly cash: string
}

const everythingWrong: World = {
  isMarketKnown: false,
  leverages: [],
  ticket: {
    ...plainTicket,
    marketId: marketOf('EURGBP').id,
    leverage: 33,
    lots: '0.015',
    target: '-1',
    seen: '0.850001',
    deviation: -1,
    stopLoss: 'low',
    takeProfit: '0',
  },
  isRealOpeningBlocked: true,
  state: 'closed',
  isRateKnown: false,
  openCount: 500,
  cash: '1000000000.000001',
}

type Fix = Omit<Partial<World>, 'ticket'> & { readonly ticket?: Partial<Ticket> }
type Row = readonly [reason: string, figures: Readonly<Record<string, string>> | undefined, fix: Fix]

// Each row: the reason given while its check and all later ones fail, its figures, and the change that passes the
// check.
const rows: readonly Row[] = [
  ['unknown_market', undefined, { isMarketKnown: true }],
  ['leverage_not_configured', undefined, { leverages: [50, 100] }],
  ['leverage_not_offered', undefined, { ticket: { leverage: 50 } }],
  ['invalid_lots', { step: '0.01', least: '0.01' }, { ticket: { lots: '100.01' } }],
  ['lots_limit', { limit: '100.00' }, { ticket: { lots: '1.5' } }],
  ['invalid_price', { field: 'target' }, { ticket: { target: null } }],
  ['invalid_price', { field: 'stop_loss' }, { ticket: { stopLoss: '0.85000' } }],
  ['invalid_price', { field: 'take_profit' }, { ticket: { takeProfit: '0.84999' } }],
  ['invalid_price', { field: 'seen' }, { ticket: { seen: '0.85000' } }],
  ['invalid_price', { field: 'deviation' }, { ticket: { deviation: 9 } }],
  ['simulated_prices', undefined, { isRealOpeningBlocked: false }],
  ['market_closed', undefined, { state: 'stale' }],
  ['stale_price', undefined, { state: 'open' }],
  ['stop_wrong_side', { field: 'stop_loss', nearest: '0.84999' }, { ticket: { stopLoss: '0.84999' } }],
  ['stop_wrong_side', { field: 'take_profit', nearest: '0.85001' }, { ticket: { takeProfit: '0.85001' } }],
  ['no_conversion', undefined, { isRateKnown: true }],
  ['orders_limit', { limit: '500' }, { openCount: 499 }],
  ['notional_limit', { limit: '1000000000.000000' }, { cash: '3243.380999' }],
  ['price_moved', { bid: '0.85000', ask: '0.85010' }, { ticket: { deviation: 10 } }],
  // Margin 150,000 × 0.85010 × 1.27 ÷ 50 = 3,238.881, plus a fee of 4.50.
  ['insufficient_margin', { needed: '3243.381000', available: '3243.380999' }, { cash: '3243.381' }],
]

test('a ticket that fails every check is refused in the documented order', () => {
  let world = everythingWrong
  for (const [reason, figures, fix] of rows) {
    const decision = decideIn(world)
    assert.deepEqual(
      decision,
      figures ? { kind: 'refused', reason, figures } : { kind: 'refused', reason },
      reason,
    )
    world = { ...world, ...fix, ticket: { ...world.ticket, ...fix.ticket } }
  }
  assert.equal(reasonOf(decideIn(world)), 'decided')
})

function decideIn({
  isMarketKnown,
  leverages,
  ticket,
  isRealOpeningBlocked,
  state,
  isRateKnown,
  openCount,
  cash,
}: World): Decision {
  const rate = isRateKnown ? ({ GBPUSD: ['1.26995', '1.27005'] } as const) : {}
  const board = createTestBoard({ EURGBP: ['0.85000', '0.85010'], ...rate })
  board.state('EURGBP', state)
  const account: TradingAccount = {
    userId: 7,
    book: 'real',
    cash: usd(cash),
    locked: micros(0),
    isWarned: false,
    orders: smallOrders(openCount),
  }
  const market = isMarketKnown ? { ...marketOf('EURGBP'), leverages } : undefined
  const settings = { feed: 'test', feeMode: 'per_lot', isRealOpeningBlocked } as const
  const context = { timeMs: 1, board, ...settings, market, nextOrderId: 1000 }
  return decide(account, { kind: 'open_order', userId: 7, ticket }, context)
}

/** Orders without profit, loss or margin: they only count towards the limits. */
function smallOrders(count: number): ReadonlyMap<number, Order> {
  const trader = createTrader({ prices: { BTCUSD: ['95000.00', '95000.00'] } })
  const one = { ...answerOf(trader.place('BTCUSD', { lots: '0.01', leverage: 10 })), margin: micros(0) }
  return new Map(Array.from({ length: count }, (_, at) => [at + 1, { ...one, id: at + 1 }]))
}
