// Trading and account routes with a stubbed engine and portfolio.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Compile } from 'typebox/compile'
import type { Call } from '#contract/call.ts'
import { forexChange, forexDetail, getBalance, resetDemo } from '#contract/calls/account.ts'
import { cancelTrade, close, myDeal, setStopPrice, submit } from '#contract/calls/trading.ts'
import type { Outcome } from '#contract/outcome.ts'
import { micros, price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { messages } from '#i18n/server/en.ts'
import { readAccountDetail, readAccountLog, readBalance, resetDemoAccount } from '#server/api/account.ts'
import { cancelOrder, closeOrder, placeOrder, readOrders, setStops } from '#server/api/trading.ts'
import type { Engine, SubmitResult } from '#server/engine/engine.ts'
import { createWebServer, serveCalls, type WebServer } from '#server/gateway/gateway.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { cancelledOrder, closedOrder, openOrder, pendingOrder } from '#test/engine/sample-orders.ts'

const user = { userId: 7, isDemo: true, sessionId: 1, expiresAtMs: 0 }
const names = { id: 12, userId: 7 }
const funds = {
  balance: micros(100_000_000_000),
  locked: micros(5_000_000),
  profit: micros(-5_000_000),
  equity: micros(99_995_000_000),
  midEquity: micros(99_997_500_000),
  usedMargin: micros(542_150_000),
  freeMargin: micros(99_452_850_000),
  marginLevel: 1_844_415,
  marginUsage: 54,
  quoteSeq: 77,
  version: 3,
}
const shownFunds = {
  balance: '100000.000000',
  lock_balance: '5.000000',
  profit: '-5.000000',
  net_value: '99995.000000',
  mid_net_value: '99997.500000',
  used_margin: '542.150000',
  available: '99452.850000',
  prepayment_ratio: '0.54',
  hazard_rate: '18444.15',
  QuoteSeq: 77,
  Version: 3,
}

const unfiltered = { marketId: undefined, fromMs: undefined, toMs: undefined, page: 1, limit: 20 }

let app: WebServer
let engineResult: SubmitResult
let isBusy = false
const submitted: Parameters<Engine['submit']>[] = []
const queries: unknown[] = []
const logged: string[] = []

before(async () => {
  const translatorFor = createTranslators()
  app = await createWebServer({
    log: createLog('info', { write: (line) => logged.push(line) }),
    clock: { now: () => 0, elapsed: () => 0 },
    timers: systemTimers,
    random: systemRandom,
    metrics: createMetrics(),
    translatorFor,
    webOrigins: [],
    trustedProxies: [],
  })
  const parts = {
    users: { authenticate: async () => user },
    engine: {
      submit: async (...all: Parameters<Engine['submit']>) => {
        submitted.push(all)
        return engineResult
      },
    },
    marketData: { markets },
    translatorFor,
    portfolio: {
      orders: async (...all: unknown[]) => {
        queries.push(all)
        if (isBusy) return 'busy' as const
        const orders = [{ order: openOrder(names), closing: price(108_420), profit: micros(-5_000_000) }]
        return { orders, total: 21, totalProfit: '-5.000000', funds }
      },
      funds: async () => (isBusy ? ('busy' as const) : funds),
      log: async (...all: unknown[]) => {
        queries.push(all)
        if (isBusy) return 'busy' as const
        const entry = { id: 3, type: 'fee', reference: 'order:12', orderId: 12, memo: null, atMs: 0 } as const
        return { data: [{ ...entry, amount: micros(-2_500_000) }], total: 1 }
      },
    },
  }
  const runOnce = (_: unknown, work: () => Promise<Outcome<unknown>>) => work()
  serveCalls(app, { translatorFor, runOnce, countryOf: () => undefined }, [
    placeOrder(parts),
    closeOrder(parts),
    cancelOrder(parts),
    setStops(parts),
    resetDemoAccount(parts),
    readOrders(parts),
    readBalance(parts),
    readAccountDetail(parts),
    readAccountLog(parts),
  ])
})
beforeEach(() => {
  submitted.length = 0
  queries.length = 0
  isBusy = false
})
after(() => app.close())

async function send(call: Call, input: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const method = call.changes ? 'POST' : 'GET'
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const response = await app.inject({
    method,
    url: call.changes ? call.path : `${call.path}?${query}`,
    headers: { lang: 'en', authorization: 'token', ...headers },
    ...(call.changes ? { payload: input } : {}),
  })
  const envelope = response.json()
  if (envelope.code === 1) assert.ok(Compile(call.answer).Check(envelope.data), response.body)
  return envelope
}

const ticket = { type: 2, forex_id: 101, status: 1, cont: 0.1, multiple: 100 }

describe('submit', () => {
  test('passes ticket and key to the engine, and answers without a message', async () => {
    engineResult = { kind: 'done', orders: [openOrder(names)] }
    const stops = { stop_loss_price: '1.09', target_profit_price: 0 }
    const { code, msg, data } = await send(
      submit,
      { ...ticket, ...stops, price: 1.0842, deviation: 5 },
      { 'idempotency-key': 'key-12345' },
    )
    assert.deepEqual(
      [code, msg, data.Id, data.UpdatePrice, data.FactProfits],
      [1, '', 12, '1.08420', '-5.000000'],
    )
    const [owner, request, key] = submitted[0] ?? []
    assert.equal(owner?.userId, 7)
    assert.equal(owner?.isDemo, true)
    assert.deepEqual(request, {
      kind: 'open_order',
      ticket: {
        marketId: 101,
        side: 'sell',
        lots: '0.1',
        leverage: 100,
        target: null,
        seen: '1.0842',
        deviation: 5,
        stopLoss: '1.09',
        takeProfit: null,
      },
    })
    assert.equal(key?.key, 'key-12345')
  })

  const refused: readonly (readonly [string, Record<string, unknown>, object])[] = [
    ['an unknown market', { forex_id: 9_999 }, { reason: 'invalid_input', field: 'forex_id' }],
    ['a pending order without a price', { status: 0 }, { reason: 'price_required', field: 'target_price' }],
    ['an invalid side', { type: 3 }, { reason: 'invalid_input', field: 'type' }],
    ['a deviation below zero', { deviation: -1 }, { reason: 'invalid_input', field: 'deviation' }],
    ['a text of 257 characters', { cont: '1'.repeat(257) }, { reason: 'invalid_input', field: 'cont' }],
  ]
  for (const [name, changes, data] of refused) {
    test(`refuses ${name} without reaching the engine`, async () => {
      const envelope = await send(submit, { ...ticket, ...changes })
      assert.deepEqual([envelope.code, envelope.data], [0, data])
      assert.equal(submitted.length, 0)
    })
  }
})

describe('a result of the engine', () => {
  const table: readonly (readonly [SubmitResult, object])[] = [
    [{ kind: 'refused', reason: 'market_closed' }, { reason: 'market_closed' }],
    [
      { kind: 'refused', reason: 'lots_limit', figures: { limit: '100.00' } },
      { reason: 'lots_limit', figures: { limit: '100.00' } },
    ],
    [{ kind: 'refused', reason: 'account_missing' }, { reason: 'busy' }],
    [{ kind: 'busy' }, { reason: 'busy' }],
    [{ kind: 'unknown' }, { reason: 'outcome_unknown' }],
    [{ kind: 'mismatch' }, { reason: 'idempotency_mismatch' }],
    [{ kind: 'frozen' }, { reason: 'account_frozen' }],
  ]
  for (const [result, data] of table) {
    test(`of ${JSON.stringify(result)} becomes ${JSON.stringify(data)}`, async () => {
      engineResult = result
      for (const [call, input] of [
        [submit, ticket],
        [close, { id: 12 }],
        [cancelTrade, { id: 12 }],
        [setStopPrice, { id: 12 }],
        [resetDemo, {}],
      ] as const) {
        const envelope = await send(call, input)
        assert.deepEqual([envelope.code, envelope.data], [0, data], call.name)
        assert.notEqual(envelope.msg, '')
      }
    })
  }

  test('of a fault becomes an id and nothing else', async () => {
    engineResult = { kind: 'fault' }
    const envelope = await send(submit, ticket)
    assert.equal(envelope.code, 500)
    assert.deepEqual(Object.keys(envelope.data), ['id'])
    assert.ok(logged.some((line) => line.includes(envelope.data.id)))
  })
})

describe('a change', () => {
  const closed = closedOrder(openOrder({ ...names, id: 13 }), -5_000_000, { parentId: 12 })

  test('closes a position in full or in part', async () => {
    engineResult = { kind: 'done', orders: [closed] }
    const whole = await send(close, { id: 13, cont: '' })
    assert.deepEqual([whole.msg, whole.data.Status, whole.data.Rest], ['Position closed', 3, null])
    engineResult = { kind: 'done', orders: [closed, openOrder(names)] }
    const part = await send(close, { id: 12, cont: '0.2' })
    assert.deepEqual([part.data.Id, part.data.ParentId, part.data.Rest.Id], [13, 12, 12])
    assert.deepEqual(
      submitted.map(([, request]) => request),
      [
        { kind: 'close_order', orderId: 13, lots: null },
        { kind: 'close_order', orderId: 12, lots: '0.2' },
      ],
    )
  })

  test('cancels a pending order', async () => {
    engineResult = { kind: 'done', orders: [cancelledOrder(pendingOrder(names))] }
    const { msg, data } = await send(cancelTrade, { id: 12 })
    assert.deepEqual([msg, data.Status, data.UpdatePrice], ['Order cancelled', 2, null])
    assert.deepEqual(submitted[0]?.[1], { kind: 'cancel_order', orderId: 12 })
  })

  test('sets both stops', async () => {
    engineResult = { kind: 'done', orders: [openOrder(names)] }
    const { msg, data } = await send(setStopPrice, { id: 12, stop_loss_price: '1.08' })
    assert.deepEqual([msg, data.TargetLossPrice], ['Stop loss and take profit saved', '1.08000'])
    assert.deepEqual(submitted[0]?.[1], {
      kind: 'set_stops',
      orderId: 12,
      stopLoss: '1.08',
      takeProfit: null,
    })
  })

  test('resets a demo account', async () => {
    engineResult = { kind: 'done', orders: [] }
    const { msg, data } = await send(resetDemo)
    assert.deepEqual([msg, data], [messages['done.demo_reset'], null])
    assert.deepEqual(submitted[0]?.[1], { kind: 'reset_demo' })
  })
})

describe('orders, funds and log of an account', () => {
  test('are listed by tab and page with their totals', async () => {
    const { data } = await send(myDeal, { status: 3, page: 2 })
    const { data: orders, ...totals } = data
    assert.deepEqual(totals, { total: 21, all_fact_profits: '-5.000000', ...shownFunds })
    assert.deepEqual([orders[0].Id, orders[0].UpdatePrice], [12, '1.08420'])
    await send(myDeal)
    await send(myDeal, { status: 0 })
    assert.deepEqual(queries, [
      [7, { ...unfiltered, tab: 'history', page: 2 }],
      [7, { ...unfiltered, tab: 'open' }],
      [7, { ...unfiltered, tab: 'pending' }],
    ])
  })

  test('are filtered by market and time, or by one id', async () => {
    const filters = { forex_id: 101, from: 5, to: 9, limit: 7 }
    await send(myDeal, { status: 3, ...filters })
    await send(myDeal, { ...filters, id: 12 })
    assert.deepEqual(queries, [
      [7, { tab: 'history', marketId: 101, fromMs: 5, toMs: 9, page: 1, limit: 7 }],
      [7, { id: 12, page: 1, limit: 7 }],
    ])
  })

  const invalid: readonly (readonly [Call, string, unknown])[] = [
    ...[0, 101, -1, 1.5, 'x', ''].map((limit) => [myDeal, 'limit', limit] as const),
    ...[0, 101].map((limit) => [forexChange, 'limit', limit] as const),
    ...[0, -1, 1.5, 2 ** 53, 'x'].map((id) => [myDeal, 'id', id] as const),
    ...[0, -1, 2 ** 31, 'x'].map((id) => [myDeal, 'forex_id', id] as const),
    ...[0, 9, 11, -1, 'fee'].map((type) => [forexChange, 'type', type] as const),
    ...['from', 'to'].flatMap((name) =>
      [myDeal, forexChange].flatMap((call) =>
        [-1, 1.5, 8_640_000_000_000_001, '1e400', 'today'].map((value) => [call, name, value] as const),
      ),
    ),
  ]
  for (const [call, field, value] of invalid) {
    test(`are not listed by ${call.name} with ${field} ${JSON.stringify(value)}`, async () => {
      assert.deepEqual((await send(call, { [field]: value })).data, { reason: 'invalid_input', field })
      assert.deepEqual(queries, [])
    })
  }

  test('are not listed for an unknown tab', async () => {
    for (const status of [2, 4, -1, 'x']) {
      assert.deepEqual((await send(myDeal, { status })).data, { reason: 'invalid_input', field: 'status' })
    }
  })

  test('are summed up with and without floating figures', async () => {
    assert.deepEqual((await send(getBalance)).data, shownFunds)
    assert.deepEqual((await send(forexDetail)).data, {
      balance: '100000.000000',
      lock_balance: '5.000000',
      QuoteSeq: 77,
      Version: 3,
    })
  })

  for (const call of [myDeal, getBalance, forexDetail, forexChange]) {
    test(`are refused as busy by ${call.name} under load`, async () => {
      isBusy = true
      const { code, msg, data } = await send(call)
      assert.deepEqual([code, data], [0, { reason: 'busy' }])
      assert.notEqual(msg, '')
    })
  }

  test('are logged in the language of the caller', async () => {
    const english = await send(forexChange, { page: 3 })
    const { Value, Type, MemoTran, OrderId } = english.data.data[0]
    assert.deepEqual([Value, Type, MemoTran, OrderId], ['-2.500000', 4, 'Trading fee', 12])
    const none = { type: undefined, fromMs: undefined, toMs: undefined }
    assert.deepEqual(queries, [[7, { ...none, page: 3, limit: 20 }]])
    assert.equal((await send(forexChange, {}, { lang: 'hk' })).data.data[0].MemoTran, '交易手續費')
  })

  test('are logged by type and time', async () => {
    await send(forexChange, { type: 10, from: 5, to: 9, limit: 100 })
    assert.deepEqual(queries, [[7, { type: 'adjustment', fromMs: 5, toMs: 9, page: 1, limit: 100 }]])
  })
})
