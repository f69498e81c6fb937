import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { waitForToast } from '#test/browser/toasts.ts'
import {
  ask,
  assertReceiptText,
  cardOf,
  fill,
  openDetail,
  openMarket,
  openOrders,
  openTicket,
  orderByCall,
  place,
  screenOf,
  sheetOf,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpTradingPhones()

describe('a pending order', () => {
  test('waits in its list and fills at its price, without a reload', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.5', target: '1.083' })
    await place(page, orderLabel('buy', '0.50', '1.08300'))
    await sheetOf(page)
      .getByRole('link', { name: en('ticket.placed.to_pending') })
      .tap()
    const waiting = cardOf(page, 'pending', 'EUR/USD')
    await waiting.getByText(en('order.kind.limit'), { exact: true }).waitFor()
    // Distance 1.08300 − 1.08428 = −0.00128
    await waitForFacts(waiting, {
      [en('order.lots')]: '0.50',
      [en('orders.target')]: '1.08300',
      [en('orders.now')]: '1.08428',
      [en('orders.distance')]: '−0.00128',
    })
    phones.app().price('EURUSD', '1.08312', '1.08320')
    await waitForFacts(waiting, { [en('orders.now')]: '1.08320', [en('orders.distance')]: '−0.00020' })
    phones.app().price('EURUSD', '1.08290', '1.08298')
    await waitForToast(page, en('order.opened', { market: 'EUR/USD', price: '1.08298' }))
    await screenOf(page, 'order').getByText(en('orders.none.pending')).waitFor()
    await openOrders(page, 'open')
    await waitForFacts(cardOf(page, 'open', 'EUR/USD'), {
      [en('orders.open')]: '1.08298',
      [en('orders.now')]: '1.08290',
    })
    await openDetail(page, 'open', 'EUR/USD')
    await waitForFacts(sheetOf(page), {
      [en('detail.kind')]: en('order.kind.limit'),
      [en('detail.receipt.slippage')]: '+0.00002 better',
      [en('order.margin')]: '541.490000 USD',
    })
    await assertReceiptText(page, en('detail.rule.limit_reached.buy'))
  })

  test('with its detail open turns into a position when it fills', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'GBP/USD', 'sell', { lots: '0.2', target: '1.268' })
    await openOrders(page, 'pending')
    await openDetail(page, 'pending', 'GBP/USD')
    await waitForFacts(sheetOf(page), {
      [en('detail.kind')]: en('orders.csv.stop'),
      [en('order.market_price')]: '1.26904',
      [en('orders.distance')]: '−0.00104',
    })
    phones.app().price('GBPUSD', '1.26790', '1.26798')
    await waitForToast(page, en('order.opened', { market: 'GBP/USD', price: '1.26790' }))
    // Sold at the bid, below the order price: a stop order fills at the first available price.
    await waitForFacts(sheetOf(page), {
      [en('order.open_price')]: '1.26790',
      [en('order.market_price')]: '1.26798',
      [en('order.profit')]: '−1.600000 USD',
    })
    await assertReceiptText(page, en('detail.rule.stop_reached.sell'))
    await assertReceiptText(
      page,
      `${en('detail.receipt.slippage')}${en('detail.receipt.worse', { points: '−0.00010' })}`,
    )
    await sheetOf(page)
      .getByRole('button', { name: en('detail.close') })
      .waitFor()
  })

  test('with insufficient margin at its price is cancelled, and shows the missing amount', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '90', target: '1.08' })
    await orderByCall(page, 'GBP/USD', 'buy', { lots: '5' })
    await openOrders(page, 'pending')
    await cardOf(page, 'pending', 'EUR/USD').waitFor()
    phones.app().price('EURUSD', '1.07990', '1.07998')
    await waitForToast(
      page,
      en('order.ended', { market: 'EUR/USD', why: en('order.cause.insufficient_margin') }),
    )
    await screenOf(page, 'order').getByText(en('orders.none.pending')).waitFor()
    await openOrders(page, 'history')
    const card = cardOf(page, 'history', 'EUR/USD')
    await card.getByText(en('order.cause.insufficient_margin')).waitFor()
    await openDetail(page, 'history', 'EUR/USD')
    // Needed: margin 90 × 100,000 × 1.07998 ÷ 100 + fee 90 × 3 = 97,468.20. GBP/USD has a margin of 500,000 × 1.26912
    // ÷ 100 = 6,345.60. Its fee of 15 and its spread of 500,000 × 0.00008 = 40 leave an equity of 99,945.
    await assertReceiptText(
      page,
      en('detail.rule.insufficient_margin', {
        ...{ needed: '97 468.200000', available: '93 599.400000' },
        ...{ net: '99 945.000000', margin: '6 345.600000' },
      }),
    )
    const { data } = await ask(page, '/v1/api/forex/my_deal?status=3&page=1')
    assert.deepEqual(
      [data[0].Status, data[0].CloseReason, data[0].TradeFee],
      [2, 'insufficient_margin', '0.000000'],
    )
  })
})
