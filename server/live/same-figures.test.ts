import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money/micros.ts'
import { price } from '#core/money/price.ts'
import { isSameAccount } from '#server/live/same-figures.ts'
import type { AccountWatch } from '#server/portfolio/portfolio.ts'
import { openOrder } from '#test/engine/sample-orders.ts'

const amounts = { balance: micros(1), profit: micros(2), netValue: micros(3), midNetValue: micros(4) }
const others = { usedMargin: micros(5), available: micros(6), locked: micros(7), riskRate: 8, marginRatio: 9 }
const figures = {
  order: openOrder({ id: 1, userId: 1 }),
  closing: price(108_420),
  profit: micros(-5),
}
const watch: AccountWatch = {
  funds: { ...amounts, ...others, quoteSeq: 10, ordersMark: '0badcafe' },
  orders: [figures],
  notice: { id: 3, riskRate: 9_999, atMs: 4 },
}

test('the state of prices alone makes no other account', () => {
  const later = { ...watch.funds, quoteSeq: 11 }
  assert.ok(isSameAccount(watch, { ...watch, funds: later, orders: [{ ...figures }], notice: noticeOf() }))
  const bare = { ...watch, notice: null, orders: [] }
  assert.ok(isSameAccount(bare, { ...bare, funds: later, orders: [] }))
})

function noticeOf(fields: Partial<NonNullable<AccountWatch['notice']>> = {}) {
  return { id: 3, riskRate: 9_999, atMs: 4, ...fields }
}

const another: readonly (readonly [string, Partial<AccountWatch>])[] = [
  ...Object.keys(watch.funds)
    .filter((field) => field !== 'quoteSeq')
    .map((field) => [field, { funds: { ...watch.funds, [field]: 77 } }] as const),
  ['a ratio that is none any more', { funds: { ...watch.funds, marginRatio: null } }],
  ['no notice', { notice: null }],
  ...(['id', 'riskRate', 'atMs'] as const).map(
    (field) => [`${field} of the notice`, { notice: noticeOf({ [field]: 77 }) }] as const,
  ),
  ['no orders', { orders: [] }],
  ['an order more', { orders: [figures, figures] }],
  ['another order', { orders: [{ ...figures, order: openOrder({ id: 2, userId: 1 }) }] }],
  ['another price of it', { orders: [{ ...figures, closing: price(1) }] }],
  ['no price of it', { orders: [{ ...figures, closing: null }] }],
  ['another profit of it', { orders: [{ ...figures, profit: micros(1) }] }],
]
for (const [what, fields] of another) {
  test(`another account: ${what}`, () => {
    assert.ok(!isSameAccount(watch, { ...watch, ...fields }))
    assert.ok(!isSameAccount({ ...watch, ...fields }, watch))
  })
}
