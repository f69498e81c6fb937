import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { amountsOfFunds, amountsOfPush } from '#contract/account-from-wire.ts'
import { accountPushOf, fundsToWire, liveOrderFields } from '#contract/account-wire.ts'
import type { FundsFields } from '#contract/calls/account.ts'
import type { MyDealAnswer } from '#contract/calls/trading.ts'
import type { AccountPush } from '#contract/live.ts'
import { lots, micros, parseMicros, price } from '#core/money/amounts.ts'
import { add } from '#core/money/safe-integer.ts'
import { type Order, orderTerms } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import { readBalance } from '#server/api/account.ts'
import { readOrders } from '#server/api/trading.ts'
import type { Route } from '#server/gateway/gateway.ts'
import type { AccountSubscription } from '#server/portfolio/portfolio.ts'
import { closedOrder, openOrder, pendingOrder } from '#test/engine/sample-orders.ts'
import { eventually } from '#test/eventually.ts'
import type { Frame } from '#test/live/live-client.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'
import { seeded } from '#test/margin/decimal-inputs.ts'
import { openPortfolioHarness, type PortfolioHarness } from '#test/portfolio/portfolio-harness.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

describe('figures on the socket', () => {
  // Compares pushes with the answers of the calls, with the real portfolio and the real socket.

  let harness: PortfolioHarness
  before(async () => {
    harness = await openPortfolioHarness()
  })
  after(async () => await harness.stop())

  test('equal those of the list and the funds at the same sequence number', async (context) => {
    const userId = await harness.newAccount(2_000_000_000)
    const orders = [1, 2, 3].map((id) => openOrder({ id, userId, side: id === 2 ? 'sell' : 'buy' }))
    await harness.write({ orders })
    const { connect, flush } = await createLiveHarness(context, {
      portfolio: harness.portfolio,
      onAccountChanged: harness.onAccountChanged,
      authenticate: async () => ({ userId, sessionId: 1 }),
    })
    const client = await connect()
    await client.request({ cmd: 'login', token: 'user' })
    for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED']) await client.request({ cmd: 'sub', topic })
    const { marketId } = orders[0] ?? { marketId: 0 }

    /** The first push with at least this sequence number. */
    async function pushed(quoteSeq: number): Promise<Frame> {
      for (;;) {
        flush()
        const received = await client.framesSoFar()
        const push = received.find(({ topic }) => topic === 'FOREX_TRADE')
        const data = push?.['data'] as Frame | undefined
        if (data === undefined || Number(data['QuoteSeq']) < quoteSeq) continue
        assert.equal(push?.['QuoteSeq'], data['QuoteSeq'])
        return data
      }
    }
    async function agrees(): Promise<void> {
      const { funds, orders: listed, totalProfit } = await harness.orders(userId, 'open', 1)
      const push = await pushed(funds.quoteSeq)
      const fundsAnswer = fundsToWire(await harness.funds(userId))
      assert.deepEqual(fundsToWire(funds), fundsAnswer)
      assert.equal(push['QuoteSeq'], fundsAnswer.QuoteSeq)
      assert.equal(push['ProfitsTotal'], totalProfit)
      assert.deepEqual(
        [
          push['NetValue'],
          push['CautionMoneyAll'],
          push['Available'],
          push['HazardRate'],
          push['PrepaymentRatio'],
        ],
        [
          fundsAnswer.net_value,
          fundsAnswer.used_margin,
          fundsAnswer.available,
          fundsAnswer.hazard_rate,
          fundsAnswer.prepayment_ratio,
        ],
      )
      assert.deepEqual(
        push['TransOrder'],
        listed.map((figures) => ({ Id: figures.order.id, ...liveOrderFields(figures) })).reverse(),
      )
    }
    for (const bid of [108_000, 109_111, 107_777]) {
      harness.publishQuote({ marketId, bid: price(bid), ask: price(bid + 7) })
      await agrees()
    }
    const [first] = orders
    assert.ok(first !== undefined)
    await harness.change({ orders: [closedOrder(first, 0)] })
    const closed = (await client.framesSoFar()).map(({ topic, data }) => ({ topic, data }))
    assert.deepEqual(closed, [{ topic: 'FOREX_CLOSED', data: [first.id] }])
    await agrees()
  })
})

describe('figures over a thousand ticks', () => {
  // One account over a thousand ticks in markets of several currencies.

  const ticks = 1_000

  /** Market codes, each with the price it fluctuates around. GBPUSD converts pence, USDJPY converts yen. */
  const walks = [
    ['EURUSD', 108_430],
    ['USDJPY', 160_500],
    ['EURJPY', 183_772],
    ['GBPUSD', 133_000],
    ['HSBA.L', 11_500],
  ] as const

  let harness: PortfolioHarness
  before(async () => {
    harness = await openPortfolioHarness()
  })
  after(async () => await harness.stop())

  function orderIn(code: string, fields: Pick<Order, 'id' | 'userId'> & Partial<Order>): Order {
    const market = seeded(code)
    const around = walks.find(([walked]) => walked === code)?.[1] ?? 0
    const opened = { openPrice: price(around), askedPrice: null, stopLoss: null, margin: micros(123_456_789) }
    return openOrder({ marketId: market.id, terms: orderTerms(market, 'per_lot'), ...opened, ...fields })
  }

  /** Calls the routes directly, without HTTP. Answers are in wire format. */
  function callsOf(userId: number) {
    const who = { userId, isDemo: false, sessionId: 1, expiresAtMs: 0 }
    const parts = {
      users: { authenticate: async () => who },
      portfolio: harness.portfolio,
      marketData: { markets },
    }
    const none = { device: '', country: undefined, file: undefined, idempotency: undefined, waitedMs: 0 }
    const caller = {
      language: 'en',
      statedLanguage: undefined,
      token: 'token',
      thread: undefined,
      address: '127.0.0.1',
      ...none,
    } as const
    async function answerOf(route: Route, input: object): Promise<unknown> {
      const outcome = await route.answer(input, caller, who)
      assert.ok(outcome.kind === 'answered')
      return outcome.data
    }
    const orders = readOrders(parts)
    const balance = readBalance(parts)
    return {
      orders: () => answerOf(orders, { status: 1, page: 1, limit: 100 }) as Promise<MyDealAnswer>,
      balance: () => answerOf(balance, {}) as Promise<FundsFields>,
    }
  }

  function microsOf(text: string) {
    const parsed = parseMicros(text)
    assert.ok(parsed.ok, text)
    return parsed.amount
  }

  function agree(push: AccountPush, orders: MyDealAnswer, balance: FundsFields): void {
    assert.equal(balance.QuoteSeq, push.QuoteSeq)
    assert.deepEqual(amountsOfFunds(balance), amountsOfPush(push))
    const { data, total, all_fact_profits, ...funds } = orders
    assert.deepEqual(funds, balance)
    assert.deepEqual(
      push.TransOrder,
      data.map(({ Id, UpdatePrice, FactProfits }) => ({ Id, UpdatePrice, FactProfits })).reverse(),
    )
    const sum = data.reduce((soFar, { FactProfits }) => add(soFar, microsOf(FactProfits)), micros(0))
    assert.equal(sum, microsOf(push.ProfitsTotal))
    assert.deepEqual([all_fact_profits, total], [push.ProfitsTotal, data.length])
  }

  function pushOf(subscription: AccountSubscription): AccountPush {
    const snapshot = subscription.latest()
    assert.ok(snapshot !== undefined)
    return accountPushOf(snapshot)
  }

  test('are equal to the last digit in push, list and funds', async () => {
    const userId = await harness.newAccount(5_000_000_000)
    const orders = [
      orderIn('EURUSD', { id: 1, userId }),
      orderIn('EURUSD', { id: 2, userId, side: 'sell', lots: lots(7) }),
      orderIn('USDJPY', { id: 3, userId, lots: lots(13) }),
      orderIn('EURJPY', { id: 4, userId, side: 'sell', lots: lots(31) }),
      orderIn('HSBA.L', { id: 5, userId, lots: lots(300) }),
      orderIn('HSBA.L', { id: 6, userId, side: 'sell', lots: lots(101) }),
      pendingOrder({ id: 7, userId }),
    ] as const
    await harness.write({ orders })
    const calls = callsOf(userId)
    const subscription = harness.portfolio.subscribe(userId)
    await eventually(() => subscription.latest() !== undefined)
    const random = createSeededRandom(1)
    const totals = new Set<string>()
    const versions = new Set<number>()

    /** Changes of the account between ticks: an order closes, a stop is set. */
    const changes = new Map([
      [300, closedOrder(orders[0], 0)],
      [600, { ...orders[4], stopLoss: price(11_000) }],
    ])
    for (let tick = 0; tick < ticks; tick += 1) {
      const changed = changes.get(tick)
      if (changed !== undefined) {
        const before = pushOf(subscription).Version
        await harness.change({ orders: [changed] })
        assert.notEqual(pushOf(subscription).Version, before)
      }
      const [code, around] = random.pick(walks)
      const bid = around + random.between(-500, 500)
      harness.publishQuote({
        marketId: seeded(code).id,
        bid: price(bid),
        ask: price(bid + random.between(1, 20)),
      })
      const [list, balance] = await Promise.all([calls.orders(), calls.balance()])
      const push = pushOf(subscription)
      agree(push, list, balance)
      totals.add(push.ProfitsTotal)
      versions.add(push.Version)
    }
    subscription.unsubscribe()
    assert.equal(versions.size, 1 + changes.size)
    assert.ok(totals.size > ticks / 2, `the total must change: ${totals.size}`)
  })
})
