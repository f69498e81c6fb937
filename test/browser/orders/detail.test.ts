import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ordersPath, placeOf } from '#test/browser/account/account-phones.ts'
import {
  beside,
  openDetail,
  ordersOfEveryState,
  plain,
  press,
  sheet,
  waitForValue,
} from '#test/browser/orders/detail-page.ts'
import { figuresRow, quoteRow, setUpOrderPhones, tradePush } from '#test/browser/orders/order-phones.ts'
import { en } from '#test/browser/words.ts'

const phones = setUpOrderPhones()

describe('the order detail', () => {
  test('shows every field of an open order', async () => {
    const { page } = await openDetail(phones, '/order?id=1012')
    const facts: Readonly<Record<string, string>> = {
      [en('detail.kind')]: en('order.kind.market'),
      [en('order.lots')]: '0.50',
      [en('order.leverage')]: '×100',
      [en('order.units')]: '100 000',
      [en('order.open_price')]: '1.08435',
      [en('order.market_price')]: '1.08612',
      [en('detail.asked_price')]: '1.08437',
      [en('order.stop_loss')]: '1.08267 −84.00 USD',
      [en('order.take_profit')]: en('detail.receipt.exact'),
      [en('order.margin')]: '542.175000 USD',
      [en('order.fee')]: '3.000000 USD',
      [en('detail.placed_at')]: 'Nov 14, 2026, 08:00',
      [en('detail.id')]: '1012',
      [en('funds.risk')]: '6 514.34 %',
      [en('funds.ratio')]: '1.54 %',
      [en('funds.net_value')]: '100 214.63 USD',
      [en('detail.receipt.quoted_at')]: 'Nov 14, 2026, 07:59:59.750',
      [en('detail.receipt.seq')]: '41233',
      [en('detail.receipt.feed')]: 'sim:1',
      [en('detail.receipt.seen')]: '1.08437',
      [en('detail.closed.at')]: '1.08435',
      [en('detail.receipt.slippage')]: '+0.00002 better',
    }
    for (const [name, value] of Object.entries(facts)) {
      const shown = plain(await beside(page, name).textContent()).replaceAll(/\s+/g, ' ')
      assert.equal(shown, value, name)
    }
    const text = plain(await sheet(page).textContent())
    for (const words of [
      'EUR/USD',
      en('order.side.buy'),
      en('app.demo'),
      en('order.status.open'),
      en('order.profit'),
      '+88.500000 USD',
    ])
      assert.ok(text.includes(words), words)
    assert.equal(
      await beside(page, en('detail.receipt.rate')).count(),
      0,
      'a dollar market needs no conversion rate',
    )
  })

  test('follows pushes, and changes nothing else', async () => {
    const { page, socket } = await openDetail(phones, '/order?id=1012')
    const before = await beside(page, en('detail.id')).boundingBox()
    await socket.push(
      'FOREX_TRADE',
      tradePush({
        QuoteSeq: 5,
        HazardRate: '99.50',
        TransOrder: [figuresRow(1012, '1.07000', '-717.500000')],
      }),
    )
    await waitForValue(page, en('order.market_price'), '1.07000')
    await waitForValue(page, en('funds.risk'), '99.50 %')
    await sheet(page).getByText('−717.500000').first().waitFor()
    assert.deepEqual(await beside(page, en('detail.id')).boundingBox(), before)
  })

  test('of a pending order shows the price and its distance', async () => {
    const { page, socket } = await openDetail(phones, '/order?type=0&id=1013')
    await socket.push('DAY_MARKET', [quoteRow(1.0861, 1.0862)])
    await waitForValue(page, en('order.market_price'), '1.08620')
    await waitForValue(page, en('orders.distance'), '−0.00620')
    await waitForValue(page, en('detail.kind'), en('order.kind.limit'))
    assert.equal(await beside(page, en('funds.risk')).count(), 0)
  })

  test('closes when the order ends', async () => {
    const { page, socket } = await openDetail(phones, '/order?id=1012')
    await socket.push('FOREX_CLOSED', [1012])
    await sheet(page).waitFor({ state: 'detached' })
    assert.equal(placeOf(page), '/order')
  })

  test('of a closed order is fetched by its number, and explains a stop-out', async () => {
    const { page, made } = await openDetail(phones, '/order?type=3&id=1010')
    await waitForValue(page, en('detail.cause'), en('order.cause.stop_out'))
    const text = plain(await sheet(page).textContent())
    assert.ok(
      text.includes(
        plain(en('detail.rule.stop_out', { net: '521.400000', margin: '1 084.350000', rate: '48.08' })),
      ),
    )
    assert.ok(text.includes('−0.00008 worse'))
    const asked = made(ordersPath).map((request) => new URL(request.url()).searchParams.get('id'))
    assert.ok(asked.includes('1010'))
    assert.equal(
      await sheet(page)
        .getByRole('button', { name: en('orders.stops') })
        .count(),
      0,
    )
    await sheet(page).getByRole('link', { name: '1012' }).tap()
    await waitForValue(page, en('detail.id'), '1012')
    assert.equal(placeOf(page), '/order?type=1&id=1012')
    await page.goBack()
    await waitForValue(page, en('detail.id'), '1010')
  })

  test('shows that an order does not exist, and retries a failed load', async () => {
    const { page } = await openDetail(phones, '/order?type=3&id=999')
    await sheet(page).getByText(en('many.reason.order_not_found')).waitFor()
  })

  test('that failed to load is fetched again', async () => {
    let isDown = true
    const phone = await phones.open('/order?type=3', ordersOfEveryState)
    const { page, calls } = phone
    const usual = calls[ordersPath] as (request: unknown) => unknown
    calls[ordersPath] = (request: { url: () => string }) =>
      isDown && request.url().includes('id=1010') ? { refused: 'Not now.' } : usual(request)
    await page.goto('/order?type=3&id=1010')
    await sheet(page).getByText(en('detail.failed')).waitFor()
    isDown = false
    await press(page, en('app.failed.retry'))
    await waitForValue(page, en('detail.id'), '1010')
  })
})
