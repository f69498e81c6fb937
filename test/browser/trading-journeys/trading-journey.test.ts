import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placeOf } from '#test/browser/account/account-phones.ts'
import { rowOf } from '#test/browser/markets/market-phones.ts'
import {
  ask,
  cardOf,
  cardsOf,
  fill,
  leaveTicket,
  leverage,
  openDetail,
  openLog,
  openMarket,
  openOrders,
  openTicket,
  place,
  questionOf,
  screenOf,
  sheetOf,
  trade,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpTradingPhones()

describe('a new visitor', () => {
  test('opens a demo account from the ticket, and opens, watches and closes a trade', async () => {
    const page = await phones.visit('/')
    await rowOf(page, 'EUR/USD').tap()
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.5' })
    await waitForFacts(sheetOf(page), {
      [en('order.margin')]: '542.140000',
      [en('order.fee')]: '1.50',
      [en('ticket.available_after')]: '—',
    })
    await sheetOf(page)
      .getByRole('button', { name: en('demo.open') })
      .tap()
    await sheetOf(page).getByText(en('app.demo'), { exact: true }).waitFor()
    // 100,000 − 1.50 (fee) − 50,000 × 0.00008 (spread) − 542.14 (margin) = 99,452.36
    await waitForFacts(sheetOf(page), { [en('ticket.available_after')]: '99 452.36' })
    await place(page, orderLabel('buy', '0.50', '1.08428'))
    await waitForFacts(sheetOf(page), {
      [en('order.open_price')]: '1.08428',
      [en('order.margin')]: '542.140000',
      [en('order.fee')]: '1.50',
    })

    await sheetOf(page)
      .getByRole('link', { name: en('ticket.placed.to_open') })
      .tap()
    await screenOf(page, 'order').waitFor()
    assert.equal(placeOf(page), '/order?type=1')
    const card = cardOf(page, 'open', 'EUR/USD')
    await card.getByText('−4.000000').waitFor()
    phones.app().price('EURUSD', '1.08528', '1.08536')
    // 50,000 × 0.00100 = 50.00
    await card.getByText('+50.000000').waitFor()
    await waitForFacts(card, {
      [en('order.lots')]: '0.50',
      [en('orders.open')]: '1.08428',
      [en('orders.now')]: '1.08528',
      [en('order.leverage')]: '×100',
    })

    await card.getByRole('link').tap()
    await waitForFacts(sheetOf(page), {
      [en('order.profit')]: '+50.000000 USD',
      [en('order.market_price')]: '1.08528',
    })
    const { 0: held } = (await ask(page, '/v1/api/forex/my_deal?status=1&page=1')).data
    await waitForFacts(sheetOf(page), { [en('detail.id')]: String(held.Id) })
    await sheetOf(page)
      .getByRole('button', { name: en('detail.close') })
      .tap()
    await waitForFacts(sheetOf(page), {
      [en('detail.close.brings')]: '+50.000000 USD',
      [en('detail.close.frees')]: '542.140000 USD',
    })
    await sheetOf(page)
      .getByRole('button', { name: en('detail.close.act_all', { lots: '0.50' }) })
      .tap()
    await questionOf(page)
      .getByText(en('detail.close.ask', { lots: '0.50', market: 'EUR/USD' }))
      .waitFor()
    await questionOf(page)
      .getByRole('button', { name: en('detail.close') })
      .tap()
    await waitForFacts(sheetOf(page), {
      [en('detail.closed.at')]: '1.08528',
      [en('detail.closed.lots')]: '0.50',
    })
    await sheetOf(page).getByText('+50.000000').waitFor()
    await sheetOf(page)
      .getByRole('button', { name: en('detail.done') })
      .tap()
    await screenOf(page, 'order').getByText(en('orders.none.open')).waitFor()

    await screenOf(page, 'order')
      .getByRole('tab', { name: en('orders.tab.history') })
      .tap()
    const over = cardOf(page, 'history', 'EUR/USD')
    await over.getByText('+50.000000').waitFor()
    await over.getByText(en('order.cause.user')).waitFor()
    await waitForFacts(over, { [en('orders.open')]: '1.08428', [en('orders.close_price')]: '1.08528' })

    await openLog(page)
    const log = page.getByRole('list', { name: en('history.log') }).getByRole('listitem')
    await log.nth(2).waitFor()
    for (const [at, value] of ['+50.000000', '−1.500000', '+100 000.000000'].entries())
      await log.nth(at).getByText(value).waitFor()
    await waitForFacts(screenOf(page, 'history'), {
      [en('funds.net_value')]: '100 048.50',
      [en('funds.margin')]: '0.000000',
    })
    for (const at of [0, 1]) {
      await log.nth(at).getByText(`Order ${held.Id}`).tap()
      await waitForFacts(sheetOf(page), {
        [en('detail.id')]: String(held.Id),
        [en('detail.cause')]: en('order.cause.user'),
      })
      assert.equal(placeOf(page), `/order?type=3&id=${held.Id}`)
      await page.goBack()
      await screenOf(page, 'history').waitFor()
    }
    assert.equal(await cardsOf(page, 'open').count(), 0)
  })

  test('finds the ticket unchanged after the login', async () => {
    const page = await phones.visit('/')
    await openMarket(page, 'GBP/USD')
    await openTicket(page, 'sell')
    await fill(page, { lots: '0.3', leverage: '×50', target: '1.272', stopLoss: '1.28', takeProfit: '1.26' })
    await sheetOf(page)
      .getByRole('link', { name: en('ticket.login') })
      .tap()
    await screenOf(page, 'login').waitFor()
    assert.equal(placeOf(page), '/login?from=%2Ftrade%3Fticket%3Dsell')
    await page.getByRole('button', { name: en('entry.demo.open') }).tap()
    await sheetOf(page).waitFor()
    assert.equal(placeOf(page), '/trade?ticket=sell')
    for (const [name, typed] of [
      [en('order.target_price'), '1.272'],
      [en('order.lots'), '0.3'],
      [en('order.stop_loss'), '1.28'],
      [en('order.take_profit'), '1.26'],
    ] as const)
      assert.equal(await sheetOf(page).getByRole('textbox', { name }).inputValue(), typed)
    assert.ok(
      await sheetOf(page)
        .getByRole('radio', { name: leverage('×50') })
        .isChecked(),
    )
    await place(page, orderLabel('sell', '0.30', '1.27200'))
    await waitForFacts(sheetOf(page), {
      [en('order.target_price')]: '1.27200',
      [en('order.stop_loss')]: '1.28000',
      [en('order.take_profit')]: '1.26000',
    })
    await leaveTicket(page)
    assert.equal(placeOf(page), '/trade')
  })
})

describe('a market that closes', () => {
  test('blocks the button of the ticket, keeps the input, and continues when it opens', async () => {
    const page = await phones.demo()
    await openMarket(page, 'XAU/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.25', stopLoss: '2600' })
    const button = sheetOf(page).getByRole('button', { name: orderLabel('buy', '0.25', '2 647.42') })
    await button.waitFor()
    phones.app().close('XAUUSD')
    const closed = sheetOf(page).getByRole('button', { name: /^Closed/ })
    await closed.waitFor()
    assert.equal(await closed.getAttribute('aria-disabled'), 'true')
    await closed.tap({ force: true })
    const typed = (name: string) => sheetOf(page).getByRole('textbox', { name }).inputValue()
    assert.deepEqual([await typed(en('order.lots')), await typed(en('order.stop_loss'))], ['0.25', '2600'])
    phones.app().price('XAUUSD', '2650.00', '2650.24')
    await place(page, orderLabel('buy', '0.25', '2 650.24'))
    // Margin 0.25 × 100 × 2,650.24 ÷ 100 = 662.56, fee 0.25 × 6 = 1.50.
    await waitForFacts(sheetOf(page), {
      [en('order.open_price')]: '2 650.24',
      [en('order.margin')]: '662.560000',
      [en('order.fee')]: '1.50',
    })
    const { total, data } = await ask(page, '/v1/api/forex/my_deal?status=1&page=1')
    assert.deepEqual([total, data[0].Quantity, data[0].TargetLossPrice], [1, '0.25', '2600.00'])
  })

  test('blocks a partial close, and continues when it opens', async () => {
    const page = await phones.demo()
    await trade(page, 'XAU/USD', 'buy', { lots: '0.5' }, orderLabel('buy', '0.50', '2 647.42'))
    await openOrders(page)
    await openDetail(page, 'open', 'XAU/USD')
    await sheetOf(page)
      .getByRole('button', { name: en('detail.close') })
      .tap()
    await sheetOf(page)
      .getByRole('textbox', { name: en('detail.close.lots') })
      .fill('0.2')
    const button = sheetOf(page).getByRole('button', { name: en('detail.close.act', { lots: '0.20' }) })
    await button.waitFor()
    phones.app().close('XAUUSD')
    await sheetOf(page).getByText(en('detail.blocked.market_closed')).waitFor()
    assert.equal(await button.isDisabled(), true)
    phones.app().price('XAUUSD', '2650.00', '2650.24')
    await button.tap()
    await questionOf(page)
      .getByRole('button', { name: en('detail.close') })
      .tap()
    // 20 × (2,650.00 − 2,647.42) = 51.60
    await waitForFacts(sheetOf(page), {
      [en('detail.closed.at')]: '2 650.00',
      [en('detail.close.rest')]: '0.30',
    })
    await sheetOf(page).getByText('+51.600000').waitFor()
  })
})
