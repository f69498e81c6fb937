import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { fc } from '#test/fast-check.ts'
import { orderWire, otherMarkets, shownOrder } from '#test/wire/order-fixtures.ts'
import {
  type ChoiceKind,
  closeChoices,
  closeManyResult,
  maxClosedAtOnce,
  type OpenOrder,
  selectionOfIds,
} from '#web/screens/order/close-many/close-selection.ts'

const euro = (id: number, profit: string, isBlocked = false): OpenOrder => ({
  order: shownOrder({ id }),
  profit,
  isBlocked,
})
const gold = (id: number, profit: string, isBlocked = false): OpenOrder => ({
  order: orderFromWire(orderWire({ Id: id, ForexTradeLists: otherMarkets.gold })),
  profit,
  isBlocked,
})

const open = [
  euro(5, '88.500000'),
  gold(4, '-20.000001'),
  euro(3, '0.000001'),
  gold(2, '0.000000'),
  euro(1, '-3.250000'),
]

const rows = (orders: readonly OpenOrder[]) =>
  closeChoices(orders).map(({ kind, market, selection }) => [
    market?.showCode ?? kind,
    selection.input?.ids,
    selection.profit,
  ])

describe('closeChoices', () => {
  test('offers all, winners, losers and each market, with ids and exact sums', () => {
    assert.deepEqual(rows(open), [
      ['all', [5, 4, 3, 2, 1], '65.250000'],
      ['winners', [5, 3], '88.500001'],
      ['losers', [4, 1], '-23.250001'],
      ['EUR/USD', [5, 3, 1], '85.250001'],
      ['XAU/USD', [4, 2], '-20.000001'],
    ])
  })

  test('leaves out orders of closed markets and counts them separately', () => {
    const some = [euro(5, '88.500000'), gold(4, '-20.000000', true), gold(2, '1.000000', true)]
    assert.deepEqual(rows(some), [
      ['all', [5], '88.500000'],
      ['winners', [5], '88.500000'],
      ['losers', undefined, '0.000000'],
      ['EUR/USD', [5], '88.500000'],
      ['XAU/USD', undefined, '0.000000'],
    ])
    assert.deepEqual(
      closeChoices(some).map(({ selection }) => selection.blockedCount),
      [2, 1, 1, 0, 2],
    )
  })

  test('selects at most 500 orders', () => {
    const many = Array.from({ length: maxClosedAtOnce + 1 }, (_, at) => euro(at + 1, '1.000000'))
    const [all] = closeChoices(many)
    assert.equal(all?.selection.orders.length, 500)
    assert.equal(all?.selection.profit, '500.000000')
  })

  test('has no sum if a profit cannot be parsed', () => {
    assert.equal(closeChoices([euro(1, 'NaN')])[0]?.selection.profit, null)
  })

  test('never puts an order among both winners and losers, and both are subsets of all', () => {
    const orders = fc.array(fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.boolean()), { maxLength: 40 })
    fc.assert(
      fc.property(orders, (drawn) => {
        const some = drawn.map(([micros, isBlocked], at) =>
          euro(at + 1, `${micros < 0 ? '-' : ''}${decimal(Math.abs(micros))}`, isBlocked),
        )
        const ids = (kind: ChoiceKind) =>
          closeChoices(some)
            .find((choice) => choice.kind === kind)
            ?.selection.orders.map(({ order }) => order.id) ?? []
        const [all, winners, losers] = [new Set(ids('all')), ids('winners'), new Set(ids('losers'))]
        assert.ok(winners.every((id) => !losers.has(id) && all.has(id)))
        assert.ok([...losers].every((id) => all.has(id)))
      }),
    )
  })
})

const decimal = (micros: number) => `${Math.floor(micros / 1e6)}.${String(micros % 1e6).padStart(6, '0')}`

describe('selectionOfIds', () => {
  test('keeps the chosen orders while their profits change', () => {
    const later = [euro(5, '-1.000000'), ...open.slice(1)]
    const { input, profit } = selectionOfIds(later, [5, 3])
    assert.deepEqual([input?.ids, profit], [[5, 3], '-0.999999'])
  })

  test('drops orders that ended, and those whose market closed', () => {
    const later = [euro(5, '88.500000', true), ...open.slice(2)]
    const { input, blockedCount } = selectionOfIds(later, [5, 4, 3])
    assert.deepEqual([input?.ids, blockedCount], [[3], 1])
    assert.equal(selectionOfIds([], [5]).input, undefined)
  })
})

describe('closeManyResult', () => {
  const decided = (Id: number, FactProfits: string): DecidedOrderFields => ({
    ...orderWire({ Id, Status: 3, CloseReason: 'user', FactProfits }),
    QuoteSeq: 9,
  })
  const answer = {
    results: [
      { Id: 5, code: 1, reason: null, order: decided(5, '88.400000') },
      { Id: 4, code: 0, reason: 'market_closed', order: null },
      { Id: 9, code: 0, reason: 'order_not_open', order: null },
      { Id: 3, code: 1, reason: null, order: decided(3, '-0.500000') },
    ],
  }

  test('sums the realised profit and names each refused order with its reason', () => {
    const known = open.map(({ order }) => order)
    const { closed, profit, refused } = closeManyResult(answer, known)
    assert.deepEqual(
      closed.map(({ id }) => id),
      [5, 3],
    )
    assert.equal(profit, '87.900000')
    assert.deepEqual(
      refused.map(({ id, order, reason }) => [id, order?.market.showCode, reason]),
      [
        [4, 'XAU/USD', 'market_closed'],
        [9, undefined, 'order_not_open'],
      ],
    )
  })
})
