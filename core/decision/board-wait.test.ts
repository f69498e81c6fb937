import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boardWait } from '#core/decision/board-wait.ts'
import type { MarketNow } from '#core/market/board.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { decidedOf, refusalOf } from '#test/trading/decisions.ts'
import { createTrader, type Trader } from '#test/trading/trader.ts'

// A hedge: the loss of one side is the profit of the other, if both prices date from the same time.
const prices = {
  EURUSD: ['1.10000', '1.10002'],
  GBPUSD: ['1.25000', '1.25002'],
  USDJPY: ['150.000', '150.002'],
  EURJPY: ['165.000', '165.004'],
} as const

function hedged(): Trader {
  const trader = createTrader({ cash: '60000', prices })
  decidedOf(trader.place('EURUSD', { lots: '10', side: 'buy', leverage: 100 }))
  decidedOf(trader.place('GBPUSD', { lots: '10', side: 'sell', leverage: 100 }))
  return trader
}

function close(trader: Trader, ...codes: readonly string[]): void {
  for (const code of codes) trader.state(code, 'closed')
  trader.pass(48 * 3600 * 1000)
}

/** First quotes after the reopening, 500 pips lower. One of them alone would close the account out. */
const reopened: Readonly<Record<string, readonly [bid: string, ask: string]>> = {
  EURUSD: ['1.05000', '1.05002'],
  GBPUSD: ['1.20000', '1.20002'],
}

function reopen(trader: Trader, code: string): void {
  trader.state(code, 'open')
  const [bid, ask] = reopened[code] ?? ['', '']
  trader.quote(code, bid, ask)
}

const statuses = (trader: Trader, ...ids: readonly number[]) => ids.map((id) => trader.order(id).status)

describe('a hedged account whose markets reopen with a gap', () => {
  for (const order of [
    ['EURUSD', 'GBPUSD'],
    ['GBPUSD', 'EURUSD'],
  ])
    test(`keeps all orders when ${order.join(' reopens before ')}`, () => {
      const trader = hedged()
      close(trader, 'EURUSD', 'GBPUSD')
      for (const code of order) reopen(trader, code)
      assert.deepEqual(statuses(trader, 1, 2), ['open', 'open'])
      assert.equal(trader.account().isWarned, false)
    })

  test('is closed out by a tick of any market ten seconds after the first one reopened', () => {
    const trader = hedged()
    close(trader, 'EURUSD', 'GBPUSD')
    reopen(trader, 'EURUSD')
    trader.pass(8_999)
    trader.quote('USDJPY', '150.000', '150.002')
    assert.deepEqual(statuses(trader, 1, 2), ['open', 'open'])
    trader.pass(-999)
    trader.quote('USDJPY', '150.000', '150.002')
    assert.deepEqual(statuses(trader, 1, 2), ['closed', 'open'])
    assert.equal(trader.order(1).endCause, 'stop_out')
  })

  test('returns the market it waits for and the end of the wait', () => {
    const trader = hedged()
    close(trader, 'EURUSD', 'GBPUSD')
    reopen(trader, 'EURUSD')
    const { waitFromMs } = trader.board.now(trader.order(1).marketId)
    assert.ok(waitFromMs !== null)
    const again = trader.quote('USDJPY', '150.000', '150.002')
    const boardWait = { marketId: trader.order(2).marketId, untilMs: waitFromMs + 10_000 }
    assert.deepEqual(again, { kind: 'nothing', boardWait })
  })

  test('is closed out at once if the market started a wait less than five minutes ago', () => {
    const trader = hedged()
    close(trader, 'EURUSD', 'GBPUSD')
    reopen(trader, 'EURUSD')
    trader.quote('EURUSD', '1.10000', '1.10002')
    trader.pass(60_000)
    trader.state('EURUSD', 'stale')
    reopen(trader, 'EURUSD')
    assert.equal(trader.order(1).endCause, 'stop_out')
  })

  test('refuses market orders and withdrawals during the wait, and allows close, cancel, stops and pending orders', () => {
    const trader = hedged()
    decidedOf(trader.place('USDJPY', { lots: '0.01', target: '149.000' }))
    close(trader, 'EURUSD', 'GBPUSD')
    reopen(trader, 'EURUSD')
    const withdrawal = { kind: 'request_withdrawal', amount: 1, reference: 'w', known: null } as never
    assert.equal(refusalOf(trader.place('USDJPY', { lots: '0.01' })).reason, 'stale_price')
    assert.equal(refusalOf(trader.submit(withdrawal)).reason, 'stale_price')
    const reversal = { kind: 'reverse_order', orderId: 1, wasKnown: true, seen: null, deviation: 0 } as const
    assert.equal(refusalOf(trader.submit(reversal)).reason, 'stale_price')
    decidedOf(trader.place('USDJPY', { lots: '0.01', target: '148.000' }))
    decidedOf(trader.setStops(1, '1.00000', null))
    decidedOf(trader.cancel(3))
    decidedOf(trader.close(1))
    assert.equal(trader.order(1).endCause, 'user')
  })
})

test('an account waits for the market that converts its currency', () => {
  const trader = createTrader({ cash: '2000', prices })
  decidedOf(trader.place('EURJPY', { lots: '1', leverage: 100 }))
  close(trader, 'EURJPY', 'USDJPY')
  trader.state('EURJPY', 'open')
  trader.quote('EURJPY', '160.000', '160.004')
  assert.deepEqual(statuses(trader, 1), ['open'])
  trader.state('USDJPY', 'open')
  trader.quote('USDJPY', '150.000', '150.002')
  assert.deepEqual(statuses(trader, 1), ['closed'])
})

test('an account with orders in a single market never waits', () => {
  const trader = createTrader({ cash: '2000', prices })
  decidedOf(trader.place('EURUSD', { lots: '1', leverage: 100 }))
  close(trader, 'EURUSD', 'GBPUSD')
  reopen(trader, 'EURUSD')
  assert.deepEqual(statuses(trader, 1), ['closed'])
})

test('stops are triggered during a wait, and the wait ends if the remaining orders need none', () => {
  const trader = hedged()
  decidedOf(trader.setStops(1, '1.09000', null))
  close(trader, 'EURUSD', 'GBPUSD')
  reopen(trader, 'EURUSD')
  // Order 1 is closed by its stop loss. Order 2 is in a closed market, so only a margin call is possible.
  assert.equal(trader.order(1).endCause, 'stop_loss')
  assert.deepEqual(statuses(trader, 2), ['open'])
  assert.equal(trader.account().isWarned, true)
})

test('a first quote with an older timestamp than other markets starts a full wait', () => {
  const trader = hedged()
  close(trader, 'EURUSD', 'GBPUSD')
  trader.quote('USDJPY', '150.000', '150.002')
  trader.pass(-30_000)
  reopen(trader, 'EURUSD')
  assert.deepEqual(statuses(trader, 1, 2), ['open', 'open'])
})

describe('consecutive waits', () => {
  // Market 1 stays closed, and the other markets became current at `starts`. At `tick`, the account waits until
  // `untilSeconds`. All times are in seconds.
  const table: readonly (readonly [
    starts: readonly number[],
    tick: number,
    untilSeconds: number | undefined,
  ])[] = [
    [[], 100, undefined],
    [[90], 100, undefined],
    [[91], 100, 101],
    [[91, 60], 100, 101],
    [[91, 82, 73, 64, 55, 46], 100, 101],
    [[91, 82, 73, 64, 55, 46, 41], 100, 101],
    [[91, 82, 73, 64, 55, 46, 40], 100, undefined],
    [[95, 91, 82, 73, 64, 55, 46, 42], 100, 102],
    // A gap of ten seconds ends the series: earlier starts no longer count.
    [[91, 81, 73, 64, 55, 46, 40], 100, 101],
  ]
  for (const [starts, tick, untilSeconds] of table)
    test(`at ${tick} s, started at ${starts.join(', ') || 'no time'}: ${untilSeconds ?? 'no wait'}`, () => {
      const now = (marketId: number): MarketNow => ({
        ...{ state: marketId === 1 ? 'closed' : 'open', quote: undefined, stateSeq: 0 },
        ...{ isCurrent: marketId !== 1, waitFromMs: (starts[marketId - 2] ?? Number.NaN) * 1000 || null },
      })
      const ids = [1, ...starts.map((_, at) => at + 2)]
      const orders = ids.map((marketId) => openOrder({ id: marketId, userId: 7, marketId }))
      const board = { now, conversionMarket: () => undefined, tickMs: () => tick * 1000 }
      const wait = boardWait(orders, board)
      const expected = untilSeconds === undefined ? undefined : { marketId: 1, untilMs: untilSeconds * 1000 }
      assert.deepEqual(wait, expected)
    })
})
