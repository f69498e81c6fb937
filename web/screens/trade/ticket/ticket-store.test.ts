import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marketOfItem, quoteOfItem } from '#contract/market-from-wire.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { amountsAt, orderOf } from '#test/wire/account-fixtures.ts'
import type { AccountState } from '#web/account/account.ts'
import type { ConnectionStatus } from '#web/live/connection-status.ts'
import { createKeyedStores } from '#web/markets/keyed-stores.ts'
import { tradeItem } from '#web/markets/market-fixtures.test.ts'
import type { MarketList, MarketQuote } from '#web/markets/markets-types.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { createValueStore } from '#web/platform/value-store.ts'
import type { ActiveOrders, FundsState } from '#web/portfolio/portfolio-types.ts'
import { createTicketStore } from '#web/screens/trade/ticket/ticket-store.ts'

const market = marketOfItem(tradeItem())
const quoteOf = (Bid: number, Ask: number) => quoteOfItem(tradeItem({ Bid, Ask }))

/** A ticket of EUR/USD at 1.08420 / 1.08430. Of prices it is told when the test says so. */
function stage() {
  const waiting: (() => void)[] = []
  const quotes = createKeyedStores<MarketQuote>(Object.is, (tell) => waiting.push(tell))
  quotes.set(market.id, quoteOf(1.0842, 1.0843))
  const funds = createValueStore<FundsState>({ kind: 'loading' })
  const standing = createValueStore<ActiveOrders>({ status: 'loading', open: [], pending: [] })
  const line = createValueStore<ConnectionStatus>('up')
  const list: MarketList = { status: 'ready', markets: [market], categories: [] }
  const parts = {
    account: createValueStore<AccountState>({ kind: 'visitor' }),
    markets: { list: createValueStore(list), quote: quotes.store },
    line,
    portfolio: { funds, standing },
  }
  const source = createTicketStore(parts as unknown as AppParts, market)
  const tellPrices = () => {
    for (const tell of waiting.splice(0)) tell()
  }
  return { source, funds, standing, quotes, line, tellPrices, waiting }
}

describe('the ticket of a market', () => {
  test('is of one moment for all who follow it, and of the one they were told of last', () => {
    const { source, quotes, tellPrices, waiting } = stage()
    const told: (string | null)[] = []
    const leave = [1, 2].map(() => source.subscribe(() => told.push(source.getSnapshot().view.price)))
    quotes.set(market.id, quoteOf(1.0852, 1.0853))
    assert.equal(waiting.length, 1)
    const { view, quote } = source.getSnapshot()
    assert.deepEqual([view.price, view.input?.price, quote?.ask], ['1.08430', '1.08430', 1.0843])
    tellPrices()
    assert.deepEqual(told, ['1.08530', '1.08530'])
    assert.equal(source.getSnapshot(), source.getSnapshot())
    for (const end of leave) end()
  })

  test('is blocked at once when the line is gone, and back with the newest quote when it is up', () => {
    const { source, quotes, line } = stage()
    const told: unknown[] = []
    const leave = source.subscribe(() => {
      const { view } = source.getSnapshot()
      told.push([view.block, view.input?.price])
    })
    line.set('gone')
    quotes.set(market.id, quoteOf(1.0852, 1.0853))
    line.set('up')
    assert.deepEqual(told, [
      ['reconnecting', undefined],
      [undefined, '1.08530'],
    ])
    leave()
  })

  test('is as it is now for whoever only looks at it', () => {
    const { source, quotes, tellPrices } = stage()
    source.subscribe(() => undefined)()
    quotes.set(market.id, quoteOf(1.0852, 1.0853))
    assert.equal(source.getSnapshot().view.price, '1.08530')
    tellPrices()
  })

  test('does not tell what comes after it until it is known which orders stand', () => {
    const { source, funds, standing } = stage()
    const after = () => source.getSnapshot().view.summary.closeOutPrice
    funds.set({
      kind: 'known',
      amounts: amountsAt(1, { net_value: '20.000000', mid_net_value: '20.000000' }),
    })
    assert.equal(after(), null)
    standing.set({ status: 'failed', open: [], pending: [] })
    assert.equal(after(), null)
    standing.set({ status: 'ready', open: [], pending: [] })
    const alone = after()
    const order = orderFromWire(orderOf(1, { Quantity: '5.00' }))
    const open = [{ ...order, market: { ...order.market, id: market.id } }]
    standing.set({ status: 'ready', open, pending: [] })
    assert.ok(alone !== null && after() !== alone)
  })
})
