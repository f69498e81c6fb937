import { pushedMarkets } from '#bench/pushes/pushed-markets.ts'
import type { Market } from '#core/market/market.ts'
import { lots, micros, price } from '#core/money/amounts.ts'
import { type Order, orderTerms } from '#core/order/order.ts'
import { insertUsers } from '#test/engine/insert-users.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { accountOf, createBatchWriter, createStoreFixture, transferOf } from '#test/engine/store-fixture.ts'

/** A user, and the markets of the user's orders as indices into `pushedMarkets`. */
export type PushedAccount = { readonly userId: number; readonly markets: readonly number[] }

const ordersEach = 5
const accountsPerBatch = 250
const cash = micros(1_000_000_000_000)

/** Creates a real database with `count` users who have five open orders each. Writes the rows as the engine does. */
export async function prepareAccounts(count: number) {
  const { database, store } = await createStoreFixture()
  const writer = await createBatchWriter(store, 'bench')
  const userIds = await insertUsers(database, count)
  const accounts = userIds.map((userId, index) => ({ userId, markets: marketsOf(index) }))
  for (let from = 0; from < count; from += accountsPerBatch) {
    const batch = accounts.slice(from, from + accountsPerBatch)
    await writer.commit({
      accounts: batch.map(({ userId }) => accountOf(userId, { cash })),
      transfers: batch.map(({ userId }) => transferOf({ id: userId, userId, amount: cash })),
      orders: batch.flatMap((account, index) => ordersOf(account, (from + index) * ordersEach)),
    })
  }
  return { accounts, url: database.logins.app.config.connectionString ?? '', drop: database.drop }
}

/** Five different markets, evenly spread over all markets. */
function marketsOf(index: number): readonly number[] {
  return Array.from({ length: ordersEach }, (_, nth) => (index + nth * 7) % pushedMarkets.length)
}

function ordersOf({ userId, markets }: PushedAccount, before: number): readonly Order[] {
  return markets.map((at, nth) => {
    const id = before + nth + 1
    return orderIn(pushedMarkets[at] as Market, { id, userId, side: id % 2 === 0 ? 'buy' : 'sell' })
  })
}

function orderIn(market: Market, fields: Pick<Order, 'id' | 'userId' | 'side'>): Order {
  const opened = { openPrice: price(market.referencePrice), askedPrice: null, stopLoss: null }
  const margin = micros(123_456_789)
  const terms = orderTerms(market, 'per_lot')
  return openOrder({ ...opened, ...fields, marketId: market.id, terms, margin, lots: lotsOf(fields.id) })
}

function lotsOf(id: number) {
  return lots(100 + (id % 37))
}
