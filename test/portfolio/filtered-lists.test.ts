import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { formatMicros, micros, price } from '#core/money/amounts.ts'
import { isEnded, type Order } from '#core/order/order.ts'
import type { TransferRecord } from '#server/engine/engine-store.ts'
import type { OrdersQuery, Portfolio } from '#server/portfolio/portfolio.ts'
import {
  cancelledOrder,
  closedOrder,
  openOrder,
  pendingOrder,
  placedAtMs,
} from '#test/engine/sample-orders.ts'
import { accountOf, transferOf } from '#test/engine/store-fixture.ts'
import { fc } from '#test/fast-check.ts'
import { seeded } from '#test/margin/decimal-inputs.ts'
import { openPortfolioHarness, type PortfolioHarness } from '#test/portfolio/portfolio-harness.ts'

describe('filtered orders', () => {
  // Filtered lists of orders on a real database.

  const euro = openOrder({ id: 1, userId: 1 }).marketId
  const gold = seeded('XAUUSD').id
  const at = (minute: number): number => placedAtMs + minute * 60_000

  let harness: PortfolioHarness
  let ann: number
  let bob: number

  before(async () => {
    harness = await openPortfolioHarness()
    ann = await harness.newAccount(1_000_000_000)
    bob = await harness.newAccount(1_000_000_000)
    const one = (id: number, fields: Partial<Order> = {}) => openOrder({ id, userId: ann, ...fields })
    const inGold = { marketId: gold }
    await harness.write({
      orders: [
        closedOrder(one(1), 5, { endedAtMs: at(1) }),
        closedOrder(one(2, inGold), -7, { endedAtMs: at(2) }),
        cancelledOrder(pendingOrder({ id: 3, userId: ann }), { endedAtMs: at(2) }),
        closedOrder(one(4), 11, { endedAtMs: at(3) }),
        // Opened last and closed first: the list is sorted by the time of the end, not by id.
        closedOrder(one(9), 100, { endedAtMs: at(0) }),
        one(5),
        one(6, inGold),
        one(7),
        pendingOrder({ id: 8, userId: ann }),
        closedOrder(openOrder({ id: 20, userId: bob }), 1_000, { endedAtMs: at(2) }),
        openOrder({ id: 21, userId: bob }),
        pendingOrder({ id: 22, userId: bob }),
      ],
    })
    harness.publishQuote({ marketId: euro, bid: price(108_440), ask: price(108_450) })
  })
  after(async () => await harness.stop())

  type ListQuery = OrdersQuery extends infer Query
    ? Query extends OrdersQuery
      ? Omit<Query, 'page' | 'limit'>
      : never
    : never

  const everything = { page: 1, limit: 100 }

  async function found(query: ListQuery, paged = everything, userId = ann): Promise<readonly unknown[]> {
    const { orders, total, totalProfit } = await harness.find(userId, { ...query, ...paged })
    return [orders.map(({ order }) => order.id), total, totalProfit]
  }

  describe('a list of', () => {
    const history = (filter: object): ListQuery => ({ tab: 'history', ...filter })
    // Each open EUR/USD order has gained ten steps of half a dollar. Gold is still valued at its opening quote.
    const table: readonly (readonly [string, ListQuery, readonly number[], string])[] = [
      ['all of history', history({}), [4, 3, 2, 1, 9], '0.000109'],
      ['history in euros', history({ marketId: euro }), [4, 3, 1, 9], '0.000116'],
      ['history in gold', history({ marketId: gold }), [2], '-0.000007'],
      ['history in a market without orders', history({ marketId: 2_147_483_647 }), [], '0.000000'],
      ['history from a time, inclusive', history({ fromMs: at(2) }), [4, 3, 2], '0.000004'],
      ['history from just after that time', history({ fromMs: at(2) + 1 }), [4], '0.000011'],
      ['history up to a time, exclusive', history({ toMs: at(2) }), [1, 9], '0.000105'],
      ['history up to just after that time', history({ toMs: at(2) + 1 }), [3, 2, 1, 9], '0.000098'],
      ['history of a time range', history({ fromMs: at(1), toMs: at(3) }), [3, 2, 1], '-0.000002'],
      [
        'history of a time range in a market',
        history({ fromMs: at(1), toMs: at(3), marketId: gold }),
        [2],
        '-0.000007',
      ],
      ['history of an empty time range', history({ fromMs: at(2), toMs: at(2) }), [], '0.000000'],
      ['history of a reversed time range', history({ fromMs: at(3), toMs: at(1) }), [], '0.000000'],
      [
        'history of all representable times',
        history({ fromMs: 0, toMs: 8.64e15 }),
        [4, 3, 2, 1, 9],
        '0.000109',
      ],
      ['history from the last representable time', history({ fromMs: 8.64e15 }), [], '0.000000'],
      ['history before 1970', history({ toMs: 0 }), [], '0.000000'],
      ['open orders', { tab: 'open' }, [7, 6, 5], '5.000000'],
      ['open orders in euros', { tab: 'open', marketId: euro }, [7, 5], '10.000000'],
      ['open orders in gold', { tab: 'open', marketId: gold }, [6], '-5.000000'],
      ['pending orders in euros', { tab: 'pending', marketId: euro }, [8], '0.000000'],
      ['pending orders in gold', { tab: 'pending', marketId: gold }, [], '0.000000'],
      [
        'open orders, ignoring the time range',
        { tab: 'open', fromMs: at(3), toMs: at(1) },
        [7, 6, 5],
        '5.000000',
      ],
      ['one open order', { id: 5 }, [5], '5.000000'],
      ['one pending order', { id: 8 }, [8], '0.000000'],
      ['one cancelled order', { id: 3 }, [3], '0.000000'],
      ['one closed order', { id: 2 }, [2], '-0.000007'],
      ['an unknown order', { id: Number.MAX_SAFE_INTEGER }, [], '0.000000'],
      ['an ended order of another user', { id: 20 }, [], '0.000000'],
      ['an open order of another user', { id: 21 }, [], '0.000000'],
      ['a pending order of another user', { id: 22 }, [], '0.000000'],
    ]
    for (const [name, query, ids, profit] of table) {
      test(`${name} has the matching orders, their number and their profit`, async () => {
        assert.deepEqual(await found(query), [ids, ids.length, profit])
      })
      test(`${name} has the same totals on every page`, async () => {
        const pages = [1, 2, 3].map((page) => found(query, { page, limit: 2 }))
        assert.deepEqual(
          await Promise.all(pages),
          [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)].map((page) => [page, ids.length, profit]),
        )
      })
    }

    test('any filter has the funds of the whole account', async () => {
      const funds = await harness.funds(ann)
      for (const [, query] of table) {
        assert.deepEqual((await harness.find(ann, { ...query, ...everything })).funds, funds)
      }
    })
  })

  test('a user without a trading account has empty lists', async () => {
    for (const query of [{ id: 5 }, { tab: 'history', marketId: euro }, { tab: 'open' }] as const) {
      assert.deepEqual(await found(query, everything, bob + 1_000), [[], 0, '0.000000'])
    }
  })

  test('a filtered sum beyond the safe integers is exact', async () => {
    const userId = await harness.newAccount(1)
    const most = Number.MAX_SAFE_INTEGER
    const closed = [50, 51, 52].map((id) => closedOrder(openOrder({ id, userId }), most))
    await harness.write({ orders: closed })
    // 3 × 9,007,199,254,740,991 micro-dollars = 27,021,597,764.222973 USD.
    const query = { tab: 'history', marketId: euro } as const
    assert.deepEqual(await found(query, everything, userId), [[52, 51, 50], 3, '27021597764.222973'])
  })

  test('any filter equals a filter in memory', async () => {
    const userId = await harness.newAccount(1)
    const orders = Array.from({ length: 40 }, (_, index) => {
      const fields = { id: 100 + index, userId, marketId: index % 3 === 0 ? gold : euro }
      const ended = { endedAtMs: at((index * 7) % 13) }
      if (index % 5 === 0) return cancelledOrder(pendingOrder(fields), ended)
      return index % 7 === 0 ? openOrder(fields) : closedOrder(openOrder(fields), index * 3 - 50, ended)
    })
    await harness.write({ orders })
    const time = fc.option(fc.integer({ min: -1, max: 14 }).map(at), { nil: undefined })
    const query = fc.record({
      marketId: fc.constantFrom(undefined, euro, gold),
      fromMs: time,
      toMs: time,
      page: fc.integer({ min: 1, max: 4 }),
      limit: fc.constantFrom(1, 3, 20, 100),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ page, limit, ...filter }) => {
        const left = orders.filter((order) => isEnded(order) && matches(order, filter)).sort(latestEndFirst)
        const sum = left.reduce((soFar, { profit }) => soFar + (profit ?? 0), 0)
        const ids = left.slice((page - 1) * limit, page * limit).map(({ id }) => id)
        assert.deepEqual(await found({ tab: 'history', ...filter }, { page, limit }, userId), [
          ids,
          left.length,
          formatMicros(micros(sum)),
        ])
      }),
      { numRuns: 60 },
    )
  })

  type Filter = Pick<Extract<OrdersQuery, { readonly tab: unknown }>, 'marketId' | 'fromMs' | 'toMs'>

  function matches({ marketId, endedAtMs }: Order, filter: Filter): boolean {
    const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = filter
    const endedAt = endedAtMs ?? Number.NaN
    return (filter.marketId ?? marketId) === marketId && endedAt >= fromMs && endedAt < toMs
  }

  function latestEndFirst(one: Order, other: Order): number {
    return (other.endedAtMs ?? 0) - (one.endedAtMs ?? 0) || other.id - one.id
  }
})

describe('filtered log', () => {
  // The account log filtered by type and time, on a real database.

  const at = (minute: number): number => placedAtMs + minute * 60_000

  let harness: PortfolioHarness
  let ann: number

  before(async () => {
    harness = await openPortfolioHarness()
    ann = await harness.newAccount(50)
    const bob = await harness.newAccount(50)
    const moved = (minute: number, fields: Partial<TransferRecord>, userId = ann) =>
      transferOf({ id: harness.nextTransferId(), userId, atMs: at(minute), amount: micros(1), ...fields })
    const fee = { source: 'cash', destination: 'fees', type: 'fee' } as const
    const profit = { source: 'trading', destination: 'cash', type: 'trade_profit' } as const
    const lock = { source: 'cash', destination: 'locked', type: 'withdrawal' } as const
    const sent = { source: 'locked', destination: 'withdrawals', type: 'withdrawal' } as const
    await harness.write({
      accounts: [accountOf(ann, { cash: micros(49) }), accountOf(bob, { cash: micros(49) })],
      transfers: [
        moved(1, fee),
        moved(2, profit),
        moved(2, lock),
        moved(3, sent),
        moved(3, fee),
        moved(4, profit),
        moved(2, fee, bob),
      ],
    })
  })
  after(async () => await harness.stop())

  type Filter = Omit<Parameters<Portfolio['log']>[1], 'page' | 'limit'>

  async function found(filter: Filter, paged = { page: 1, limit: 100 }): Promise<readonly unknown[]> {
    const { data, total } = await harness.findInLog(ann, { ...filter, ...paged })
    return [data.map(({ type, atMs }) => `${type} ${(atMs - placedAtMs) / 60_000}`), total]
  }

  describe('the account log of', () => {
    const all = ['trade_profit 4', 'fee 3', 'withdrawal 2', 'trade_profit 2', 'fee 1', 'deposit 0']
    const table: readonly (readonly [string, Filter, readonly string[]])[] = [
      ['all entries', {}, all],
      ['fees', { type: 'fee' }, ['fee 3', 'fee 1']],
      ['withdrawals, without transfers of locked money', { type: 'withdrawal' }, ['withdrawal 2']],
      ['a type without entries', { type: 'copy_trading' }, []],
      ['entries from a time, inclusive', { fromMs: at(2) }, all.slice(0, 4)],
      ['entries from just after that time', { fromMs: at(2) + 1 }, all.slice(0, 2)],
      ['entries up to a time, exclusive', { toMs: at(2) }, all.slice(4)],
      ['entries up to just after that time', { toMs: at(2) + 1 }, all.slice(2)],
      ['a time range', { fromMs: at(1), toMs: at(3) }, all.slice(2, 5)],
      ['a type in a time range', { fromMs: at(1), toMs: at(3), type: 'fee' }, ['fee 1']],
      ['a reversed time range', { fromMs: at(3), toMs: at(1) }, []],
      ['all representable times', { fromMs: 0, toMs: 8.64e15 }, all],
    ]
    for (const [name, filter, changes] of table) {
      test(`${name} is sorted newest first with the total count`, async () => {
        assert.deepEqual(await found(filter), [changes, changes.length])
      })
      test(`${name} has the total count on every page`, async () => {
        const pages = [1, 2, 3].map((page) => found(filter, { page, limit: 2 }))
        assert.deepEqual(
          await Promise.all(pages),
          [changes.slice(0, 2), changes.slice(2, 4), changes.slice(4)].map((page) => [page, changes.length]),
        )
      })
    }
  })
})
