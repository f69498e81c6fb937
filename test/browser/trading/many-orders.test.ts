import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ask,
  cardOf,
  cardsOf,
  closeDetail,
  explains,
  openDetail,
  openOrders,
  plain,
  reads,
  screenOf,
  sheetOf,
  trade,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'

const phones = takeTradingPhones()

describe('several orders', () => {
  test('close winners closes those in profit with one call and leaves the others', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.08428')
    await trade(page, 'GBP/USD', 'Buy low', { lots: '0.2' }, 'Buy low 0.20 at 1.26904')
    await trade(page, 'EUR/USD', 'Buy low', { lots: '0.1' }, 'Buy low 0.10 at 1.08420')
    phones.app().price('EURUSD', '1.08620', '1.08628')
    phones.app().price('GBPUSD', '1.26804', '1.26812')
    await openOrders(page)
    await reads(cardOf(page, 'Holding', 'GBP/USD'), { Now: '1.26812' })
    await screenOf(page, 'order').getByRole('button', { name: 'Close several' }).tap()
    const rows = sheetOf(page).getByRole('listitem')
    // 50,000 × (1.08620 − 1.08428) = 96.00, 20,000 × (1.26904 − 1.26812) = 18.40, 10,000 × (1.08420 − 1.08628) = −20.80.
    await rows.getByText('+114.400000').waitFor()
    assert.deepEqual((await rows.allTextContents()).map(plain), [
      'Close all3 orders+93.600000 USD',
      'Close winners2 orders+114.400000 USD',
      'Close losers1 order−20.800000 USD',
      'Close all of EUR/USD2 orders+75.200000 USD',
      'Close all of GBP/USD1 order+18.400000 USD',
    ])
    await rows.getByRole('button', { name: /^Close winners/ }).tap()
    await sheetOf(page).getByText('Close 2 orders?').waitFor()
    await sheetOf(page).getByRole('button', { name: 'Close 2 orders' }).tap()
    await sheetOf(page).getByText('2 orders closed').waitFor()
    await sheetOf(page).getByText('+114.400000').waitFor()
    await sheetOf(page).getByRole('button', { name: 'Done' }).tap()
    await sheetOf(page).waitFor({ state: 'detached' })
    assert.equal(await cardsOf(page, 'Holding').count(), 1)
    // 100,000 − 1.50 − 0.60 − 0.30 of fees + 114.40.
    await reads(screenOf(page, 'order'), { Balance: '100 112.00' })
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

  test('a reversal closes the order and opens the other side at the same price', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5', stopLoss: '1.08' }, 'Buy up 0.50 at 1.08428')
    phones.app().price('EURUSD', '1.08620', '1.08628')
    await openOrders(page)
    await openDetail(page, 'Holding', 'EUR/USD')
    await reads(sheetOf(page), { 'Market price': '1.08620' })
    await sheetOf(page).getByRole('button', { name: 'Reverse' }).tap()
    await reads(sheetOf(page), {
      'Profit realised now': '+96.000000 USD',
      // 50,000 × 1.08620 ÷ 100, and 3 a lot.
      Margin: '543.100000 USD',
      'Handling fee': '1.500000 USD',
      // 100,000 − 1.50 + 96.00 − 1.50 − 4.00 of spread − 543.10.
      'Available after': '99 545.90 USD',
      // (100,093.00 − 2.00) ÷ 543.10.
      'Risk rate after': '18 429.57 %',
    })
    await sheetOf(page).getByRole('button', { name: 'Reverse position' }).tap()
    await sheetOf(page).getByText('New order').waitFor()
    await sheetOf(page).getByText('+96.000000').waitFor()
    await sheetOf(page).getByRole('link').tap()
    await reads(sheetOf(page), {
      'Open price': '1.08620',
      'Market price': '1.08628',
      Lots: '0.50',
      'Stop loss': 'None',
      'Profit and loss': '−4.000000 USD',
      Margin: '543.100000 USD',
    })
    await closeDetail(page)
    assert.equal(await cardsOf(page, 'Holding').count(), 1)
    await cardOf(page, 'Holding', 'EUR/USD').getByText('Buy low').waitFor()
    await reads(screenOf(page, 'order'), {
      Balance: '100 093.00',
      'Net value': '100 089.00',
      'Available prepayment': '99 545.90',
    })
  })

  test('an edited pending order goes on under a new number and fills at its new target', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5', target: '1.08' }, 'Buy up 0.50 at 1.08000')
    await openOrders(page, 'Pending')
    await openDetail(page, 'Pending', 'EUR/USD')
    const { data: before } = await ask(page, '/v1/api/forex/my_deal?status=0&page=1')
    const old = before[0].Id as number
    await sheetOf(page).getByRole('button', { name: 'Edit' }).tap()
    const target = sheetOf(page).getByRole('textbox', { name: 'Target price' })
    assert.equal(await target.inputValue(), '1.08000')
    await target.fill('1.083')
    await sheetOf(page).getByRole('textbox', { name: 'Lots' }).fill('0.7')
    await sheetOf(page).getByRole('switch', { name: 'Stop loss' }).tap()
    await sheetOf(page).getByRole('textbox', { name: 'Stop loss' }).fill('1.08')
    // 70,000 × (1.08000 − 1.08300).
    await sheetOf(page).getByText('−210.00').waitFor()
    await sheetOf(page).getByRole('button', { name: 'Save changes' }).tap()
    await sheetOf(page).getByText('It replaces').waitFor()
    await reads(sheetOf(page), {
      'Price asked for': '1.08300',
      Lots: '0.70',
      'Stop loss': '1.08000 −210.00 USD',
      'Edited from': `#${old}`,
    })
    await sheetOf(page)
      .getByRole('link', { name: String(old) })
      .tap()
    await reads(sheetOf(page), { 'Why it ended': 'Replaced by an edited order' })
    await explains(page, 'You edited it: a new order with the changed terms took its place.')
    await closeDetail(page)
    await openOrders(page, 'Pending')
    assert.equal(await cardsOf(page, 'Pending').count(), 1)
    phones.app().price('EURUSD', '1.08290', '1.08298')
    await screenOf(page, 'order').getByText('No pending orders').waitFor()
    await openOrders(page, 'Holding')
    await reads(cardOf(page, 'Holding', 'EUR/USD'), { Lots: '0.70', Open: '1.08298' })
  })
})
