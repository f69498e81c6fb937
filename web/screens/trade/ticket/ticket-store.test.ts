import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createValueStore } from '#browser/platform/value-store.ts'
import type { UserFields } from '#contract/calls/session.ts'
import { marketOfItem, quoteOfItem } from '#contract/market-from-wire.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { tradeItem } from '#test/web/market-fixtures.ts'
import { amountsAt, orderOf } from '#test/wire/account-fixtures.ts'
import type { ConnectionStatus } from '#web/live/connection-status.ts'
import { createKeyedStores } from '#web/markets/keyed-stores.ts'
import type { MarketList, MarketQuote } from '#web/markets/markets-types.ts'
import { realTradesOf } from '#web/parts/account/opening-block.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import type { ActiveOrders, FundsState } from '#web/portfolio/portfolio-types.ts'
import { createTicketStore } from '#web/screens/trade/ticket/ticket-store.ts'
import { createLateParts } from '#web/stores/late-parts.ts'
import { createBasicInfo } from '#web/user/basic-info.ts'
import type { CurrentUserState } from '#web/user/current-user.ts'

const market = marketOfItem(tradeItem())
const quoteOf = (Bid: number, Ask: number) => quoteOfItem(tradeItem({ Bid, Ask }))

/** A ticket of EUR/USD at 1.08420 / 1.08430. Quote changes are delivered when the test calls `deliverQuotes`. */
function createFixture() {
  const queued: (() => void)[] = []
  const quotes = createKeyedStores<MarketQuote>(Object.is, (notify) => queued.push(notify))
  quotes.set(market.id, quoteOf(1.0842, 1.0843))
  const funds = createValueStore<FundsState>({ kind: 'loading' })
  const activeOrders = createValueStore<ActiveOrders>({ status: 'loading', open: [], pending: [] })
  const connectionStatus = createValueStore<ConnectionStatus>('up')
  const list: MarketList = { status: 'ready', markets: [market], categories: [] }
  const currentUser = createValueStore<CurrentUserState>({ kind: 'visitor' })
  let realTrades = 1
  const parts: object = {
    currentUser,
    basicInfo: createBasicInfo(async <Answer>() => ({ real_trades: realTrades }) as Answer),
    hasSimulatedPrices: true,
    markets: { list: createValueStore(list), quote: quotes.store },
    connectionStatus,
    portfolio: { funds, activeOrders },
    late: createLateParts<unknown>({ parts: () => parts, loadDictionary: assert.fail }),
  }
  const given = parts as AppParts
  const store = createTicketStore(given, market)
  const deliverQuotes = () => {
    for (const notify of queued.splice(0)) notify()
  }
  return {
    ...{ store, funds, activeOrders, quotes, connectionStatus, deliverQuotes, queued },
    setUser: (is_demo: 0 | 1) =>
      currentUser.set({ kind: 'known', user: { is_demo } as UserFields, token: 'token' }),
    async answerRealTrades(answer: 0 | 1) {
      realTrades = answer
      await realTradesOf(given).refresh()
    },
  }
}

describe('the ticket store', () => {
  test('gives all subscribers the same snapshot, and keeps it until the next notification', () => {
    const { store, quotes, deliverQuotes, queued } = createFixture()
    const notified: (string | null)[] = []
    const unsubscribe = [1, 2].map(() => store.subscribe(() => notified.push(store.getSnapshot().view.price)))
    quotes.set(market.id, quoteOf(1.0852, 1.0853))
    assert.equal(queued.length, 1)
    const { view, quote } = store.getSnapshot()
    assert.deepEqual([view.price, view.input?.price, quote?.ask], ['1.08430', '1.08430', 1.0843])
    deliverQuotes()
    assert.deepEqual(notified, ['1.08530', '1.08530'])
    assert.equal(store.getSnapshot(), store.getSnapshot())
    for (const stop of unsubscribe) stop()
  })

  test('is blocked for a real account only, and only while real trades are off', async () => {
    const { store, setUser, answerRealTrades } = createFixture()
    const blocks: unknown[] = []
    const note = () => blocks.push(store.getSnapshot().view.block)
    await answerRealTrades(0)
    note()
    setUser(0)
    note()
    setUser(1)
    note()
    setUser(0)
    await answerRealTrades(1)
    note()
    const blocked = 'simulated_prices'
    assert.deepEqual(blocks, [undefined, blocked, undefined, undefined])
  })

  test('is blocked when the connection is lost, and unblocked with the newest quote', () => {
    const { store, quotes, connectionStatus } = createFixture()
    const notified: unknown[] = []
    const unsubscribe = store.subscribe(() => {
      const { view } = store.getSnapshot()
      notified.push([view.block, view.input?.price])
    })
    connectionStatus.set('gone')
    quotes.set(market.id, quoteOf(1.0852, 1.0853))
    connectionStatus.set('up')
    assert.deepEqual(notified, [
      ['reconnecting', undefined],
      [undefined, '1.08530'],
    ])
    unsubscribe()
  })

  test('returns the current state to a reader without a subscription', () => {
    const { store, quotes, deliverQuotes } = createFixture()
    store.subscribe(() => undefined)()
    quotes.set(market.id, quoteOf(1.0852, 1.0853))
    assert.equal(store.getSnapshot().view.price, '1.08530')
    deliverQuotes()
  })

  test('has no close-out price until the open orders are loaded', () => {
    const { store, funds, activeOrders } = createFixture()
    const after = () => store.getSnapshot().view.summary.closeOutPrice
    funds.set({
      kind: 'known',
      amounts: amountsAt(1, { net_value: '20.000000', mid_net_value: '20.000000' }),
    })
    assert.equal(after(), null)
    activeOrders.set({ status: 'failed', open: [], pending: [] })
    assert.equal(after(), null)
    activeOrders.set({ status: 'ready', open: [], pending: [] })
    const alone = after()
    const order = orderFromWire(orderOf(1, { Quantity: '5.00' }))
    const open = [{ ...order, market: { ...order.market, id: market.id } }]
    activeOrders.set({ status: 'ready', open, pending: [] })
    assert.ok(alone !== null && after() !== alone)
  })
})
