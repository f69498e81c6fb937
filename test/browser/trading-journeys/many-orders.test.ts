import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ask,
  assertReceiptText,
  cardOf,
  cardsOf,
  closeDetail,
  openDetail,
  openOrders,
  orderByCall,
  plain,
  screenOf,
  sheetOf,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, startingWith } from '#test/browser/words.ts'

const phones = setUpTradingPhones()

describe('several orders', () => {
  test('close winners closes profitable orders with one call and keeps the others', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await orderByCall(page, 'GBP/USD', 'sell', { lots: '0.2' })
    await orderByCall(page, 'EUR/USD', 'sell', { lots: '0.1' })
    phones.app().price('EURUSD', '1.08620', '1.08628')
    phones.app().price('GBPUSD', '1.26804', '1.26812')
    await openOrders(page)
    await waitForFacts(cardOf(page, 'open', 'GBP/USD'), { [en('orders.now')]: '1.26812' })
    await screenOf(page, 'order')
      .getByRole('button', { name: en('orders.close_many') })
      .tap()
    const rows = sheetOf(page).getByRole('listitem')
    // Winners 50,000 × (1.08620 − 1.08428) + 20,000 × (1.26904 − 1.26812) = 96.00 + 18.40 = 114.40.
    // Loser 10,000 × (1.08420 − 1.08628) = −20.80.
    await rows.getByText('+114.400000').waitFor()
    assert.deepEqual((await rows.allTextContents()).map(plain), [
      `${en('many.all')}${en('orders.count', { count: 3 })}+93.600000 USD`,
      `${en('many.winners')}${en('orders.count', { count: 2 })}+114.400000 USD`,
      `${en('many.losers')}${en('orders.count', { count: 1 })}−20.800000 USD`,
      en('many.market', { market: `EUR/USD${en('orders.count', { count: 2 })}+75.200000 USD` }),
      en('many.market', { market: `GBP/USD${en('orders.count', { count: 1 })}+18.400000 USD` }),
    ])
    await rows.getByRole('button', { name: startingWith(en('many.winners')) }).tap()
    await sheetOf(page)
      .getByText(en('many.ask', { count: 2 }))
      .waitFor()
    await sheetOf(page)
      .getByRole('button', { name: en('many.act', { count: 2 }) })
      .tap()
    await sheetOf(page)
      .getByText(en('many.done.all', { count: 2 }))
      .waitFor()
    await sheetOf(page).getByText('+114.400000').waitFor()
    await sheetOf(page)
      .getByRole('button', { name: en('detail.done') })
      .tap()
    await sheetOf(page).waitFor({ state: 'detached' })
    assert.equal(await cardsOf(page, 'open').count(), 1)
    // 100,000 − 1.50 − 0.60 − 0.30 (fees) + 114.40 = 100,112.00
    await waitForFacts(screenOf(page, 'order'), { [en('funds.balance')]: '100 112.00' })
    const { data } = await ask(page, '/v1/api/forex/my_deal?status=3&page=1')
    const ended = data.map((order: { FactProfits: string; CloseReason: string }) => [
      order.CloseReason,
      order.FactProfits,
    ])
    assert.deepEqual(ended.toSorted(), [
      ['user', '18.400000'],
      ['user', '96.000000'],
    ])
  })

  test('a reversal closes the order and opens the opposite side at the same price', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5', stopLoss: '1.08' })
    phones.app().price('EURUSD', '1.08620', '1.08628')
    await openOrders(page)
    await openDetail(page, 'open', 'EUR/USD')
    await waitForFacts(sheetOf(page), { [en('order.market_price')]: '1.08620' })
    await sheetOf(page)
      .getByRole('button', { name: en('detail.reverse') })
      .tap()
    await waitForFacts(sheetOf(page), {
      [en('detail.reverse.realised')]: '+96.000000 USD',
      // Margin 50,000 × 1.08620 ÷ 100 = 543.10, fee 0.50 × 3 = 1.50.
      [en('order.margin')]: '543.100000 USD',
      [en('order.fee')]: '1.500000 USD',
      // 100,000 − 1.50 (fee) + 96.00 − 1.50 (fee) − 4.00 (spread) − 543.10 = 99,545.90
      [en('ticket.available_after')]: '99 545.90 USD',
      // (100,093.00 − 2.00 (half the spread)) ÷ 543.10 = 18,429.57 %
      [en('ticket.risk_after')]: '18 429.57 %',
    })
    await sheetOf(page)
      .getByRole('button', { name: en('detail.reverse.act') })
      .tap()
    await sheetOf(page).getByText(en('detail.reversed.opened')).waitFor()
    await sheetOf(page).getByText('+96.000000').waitFor()
    await sheetOf(page).getByRole('link').tap()
    await waitForFacts(sheetOf(page), {
      [en('order.open_price')]: '1.08620',
      [en('order.market_price')]: '1.08628',
      [en('order.lots')]: '0.50',
      [en('order.stop_loss')]: en('detail.receipt.exact'),
      [en('order.profit')]: '−4.000000 USD',
      [en('order.margin')]: '543.100000 USD',
    })
    await closeDetail(page)
    assert.equal(await cardsOf(page, 'open').count(), 1)
    await cardOf(page, 'open', 'EUR/USD').getByText(en('order.side.sell')).waitFor()
    await waitForFacts(screenOf(page, 'order'), {
      [en('funds.balance')]: '100 093.00',
      [en('funds.net_value')]: '100 089.00',
      [en('funds.available')]: '99 545.90',
    })
  })

  test('an edited pending order gets a new number and fills at its new target', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5', target: '1.08' })
    await openOrders(page, 'pending')
    await openDetail(page, 'pending', 'EUR/USD')
    const { data: before } = await ask(page, '/v1/api/forex/my_deal?status=0&page=1')
    const old = before[0].Id as number
    await sheetOf(page)
      .getByRole('button', { name: en('detail.edit') })
      .tap()
    const target = sheetOf(page).getByRole('textbox', { name: en('order.target_price') })
    assert.equal(await target.inputValue(), '1.08000')
    await target.fill('1.083')
    await sheetOf(page)
      .getByRole('textbox', { name: en('order.lots') })
      .fill('0.7')
    await sheetOf(page)
      .getByRole('switch', { name: en('order.stop_loss') })
      .tap()
    await sheetOf(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    // 70,000 × (1.08000 − 1.08300) = −210.00
    await sheetOf(page).getByText('−210.00').waitFor()
    await sheetOf(page)
      .getByRole('button', { name: en('detail.edit.act') })
      .tap()
    await sheetOf(page).getByText('It replaces').waitFor()
    await waitForFacts(sheetOf(page), {
      [en('detail.asked_price')]: '1.08300',
      [en('order.lots')]: '0.70',
      [en('order.stop_loss')]: '1.08000 −210.00 USD',
      [en('detail.amended_from')]: `#${old}`,
    })
    await sheetOf(page)
      .getByRole('link', { name: String(old) })
      .tap()
    await waitForFacts(sheetOf(page), { [en('detail.cause')]: en('order.cause.amended') })
    await assertReceiptText(page, en('detail.rule.amended'))
    await closeDetail(page)
    await openOrders(page, 'pending')
    assert.equal(await cardsOf(page, 'pending').count(), 1)
    phones.app().price('EURUSD', '1.08290', '1.08298')
    await screenOf(page, 'order').getByText(en('orders.none.pending')).waitFor()
    await openOrders(page, 'open')
    await waitForFacts(cardOf(page, 'open', 'EUR/USD'), {
      [en('order.lots')]: '0.70',
      [en('orders.open')]: '1.08298',
    })
  })
})
