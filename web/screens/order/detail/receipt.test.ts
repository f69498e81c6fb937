import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Rule } from '#core/order/receipt.ts'
import { createTranslator } from '#i18n/translator.ts'
import { messages, type OrdersKey } from '#i18n/web/orders/en.ts'
import { someOrder, someReceipt } from '#test/wire/order-fixtures.ts'
import { receiptSteps, ruleText } from '#web/screens/order/detail/receipt.ts'

describe('receiptSteps', () => {
  const shownOf = (order: Parameters<typeof receiptSteps>[0]) =>
    receiptSteps(order).map(({ name, fill }) => [name, fill])

  test('a market order is placed and opened by one decision', () => {
    assert.deepEqual(shownOf(someOrder), [['both', '1.08435']])
  })

  test('a pending order has one step per decision, with a fill only where it was filled', () => {
    const placed = { ...someReceipt, rule: 'pending_order' }
    const opened = { ...someReceipt, rule: 'limit_reached', seq: 4800 }
    const ended = { ...someReceipt, rule: 'closed_by_user', seq: 4900 }
    const order = { ...someOrder, receipts: { placed, opened: null, ended: null } }
    assert.deepEqual(shownOf(order), [['placed', null]])
    assert.deepEqual(
      shownOf({ ...order, status: 'closed', closingPrice: '1.09000', receipts: { placed, opened, ended } }),
      [
        ['placed', null],
        ['opened', '1.08435'],
        ['ended', '1.09000'],
      ],
    )
    assert.deepEqual(shownOf({ ...order, status: 'cancelled', receipts: { placed, opened: null, ended } }), [
      ['placed', null],
      ['ended', null],
    ])
  })
})

describe('ruleText', () => {
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)])
  const t = createTranslator<OrdersKey>('en', Object.fromEntries(compiled))
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u202f\u00a0]/g, ' ')
  const account = {
    balance: '1200.000000',
    equity: null,
    midEquity: '521.400000',
    usedMargin: '1084.350000',
    marginLevel: '48.08',
    needed: null,
  }

  const rules: Readonly<Record<Rule, OrdersKey>> = {
    market_order: 'detail.rule.market_order.buy',
    pending_order: 'detail.rule.pending_order',
    limit_reached: 'detail.rule.limit_reached.buy',
    stop_reached: 'detail.rule.stop_reached.buy',
    closed_by_user: 'detail.rule.closed_by_user.buy',
    stop_loss_reached: 'detail.rule.stop_loss_reached.buy',
    take_profit_reached: 'detail.rule.take_profit_reached.buy',
    stop_out: 'detail.rule.stop_out.plain',
    demo_reset: 'detail.rule.demo_reset',
    insufficient_margin: 'detail.rule.insufficient_margin.plain',
    notional_limit: 'detail.rule.notional_limit',
    orders_limit: 'detail.rule.orders_limit',
    simulated_prices: 'detail.rule.simulated_prices',
    cancelled_by_user: 'detail.rule.cancelled_by_user',
    amended: 'detail.rule.amended',
  }

  for (const [rule, key] of Object.entries(rules))
    test(`explains the rule ${rule} of a buy`, () => {
      assert.equal(ruleText(t, { ...someReceipt, rule }, 'buy'), t(key))
    })

  test('explains a sell by the other side of the quote', () => {
    const text = ruleText(t, { ...someReceipt, rule: 'closed_by_user' }, 'sell')
    assert.equal(text, t('detail.rule.closed_by_user.sell'))
  })

  test('names a rule that this version does not know', () => {
    assert.match(ruleText(t, { ...someReceipt, rule: 'moon_phase' }, 'buy'), /moon_phase/)
  })

  test('explains a close-out by equity at mid prices, margin and margin level', () => {
    assert.equal(
      plain(ruleText(t, { ...someReceipt, rule: 'stop_out', account }, 'buy')),
      'Your equity at mid prices was 521.400000 USD against a used margin of 1 084.350000 USD: ' +
        'a margin level of 48.08 %. At 50 % the position with the largest loss is closed.',
    )
  })

  test('explains insufficient margin by the needed and the available amount', () => {
    const poor = { ...account, equity: '1200.000000', midEquity: null, needed: '545.175000' }
    assert.equal(
      plain(ruleText(t, { ...someReceipt, rule: 'insufficient_margin', account: poor }, 'buy')),
      'Price reached, but margin and fee of 545.175000 USD exceeded the free margin of 115.650000 USD ' +
        '(equity 1 200.000000 − used margin 1 084.350000).',
    )
  })
})
