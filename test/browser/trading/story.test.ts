import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rowOf } from '#test/browser/markets/market-phones.ts'
import { placeOf } from '#test/browser/mine/mine-phones.ts'
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
  reads,
  screenOf,
  sheetOf,
  trade,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'

const phones = takeTradingPhones()

describe('somebody who has never been here', () => {
  test('opens a demo account from the ticket, and opens, watches and closes a trade', async () => {
    const page = await phones.visit('/')
    await rowOf(page, 'EUR/USD').tap()
    await openTicket(page, 'Buy up')
    await fill(page, { lots: '0.5' })
    await reads(sheetOf(page), { Margin: '542.140000', 'Handling fee': '1.50', 'Available after': '—' })
    await sheetOf(page).getByRole('button', { name: 'Try it with a demo account' }).tap()
    await sheetOf(page).getByText('Demo', { exact: true }).waitFor()
    // 100,000 − 1.50 − 50,000 × 0.00008 − 542.14
    await reads(sheetOf(page), { 'Available after': '99 452.36' })
    await place(page, 'Buy up 0.50 at 1.08428')
    await reads(sheetOf(page), {
      'Open price': '1.08428',
      Margin: '542.140000',
      'Handling fee': '1.50',
    })

    await sheetOf(page).getByRole('link', { name: 'See holding orders' }).tap()
    await screenOf(page, 'order').waitFor()
    assert.equal(placeOf(page), '/order?type=1')
    const card = cardOf(page, 'Holding', 'EUR/USD')
    await card.getByText('−4.000000').waitFor()
    phones.app().price('EURUSD', '1.08528', '1.08536')
    // 50,000 × 0.00100
    await card.getByText('+50.000000').waitFor()
    await reads(card, { Lots: '0.50', Open: '1.08428', Now: '1.08528', Multiplier: '×100' })

    await card.getByRole('link').tap()
    await reads(sheetOf(page), { 'Profit and loss': '+50.000000 USD', 'Market price': '1.08528' })
    const { 0: held } = (await ask(page, '/v1/api/forex/my_deal?status=1&page=1')).data
    await reads(sheetOf(page), { 'Order number': String(held.Id) })
    await sheetOf(page).getByRole('button', { name: 'Close position' }).tap()
    await reads(sheetOf(page), { 'Brings now': '+50.000000 USD', 'Frees margin': '542.140000 USD' })
    await sheetOf(page).getByRole('button', { name: 'Close all 0.50 lots' }).tap()
    await questionOf(page).getByText('Close 0.50 lots of EUR/USD?').waitFor()
    await questionOf(page).getByRole('button', { name: 'Close position' }).tap()
    await reads(sheetOf(page), { 'Filled at': '1.08528', 'Closed lots': '0.50' })
    await sheetOf(page).getByText('+50.000000').waitFor()
    await sheetOf(page).getByRole('button', { name: 'Done' }).tap()
    await screenOf(page, 'order').getByText('You hold no orders').waitFor()

    await screenOf(page, 'order').getByRole('tab', { name: 'History' }).tap()
    const over = cardOf(page, 'History', 'EUR/USD')
    await over.getByText('+50.000000').waitFor()
    await over.getByText('Closed by you').waitFor()
    await reads(over, { Open: '1.08428', Close: '1.08528' })

    await openLog(page)
    const log = page.getByRole('list', { name: 'Account log' }).getByRole('listitem')
    await log.nth(2).waitFor()
    for (const [at, value] of ['+50.000000', '−1.500000', '+100 000.000000'].entries())
      await log.nth(at).getByText(value).waitFor()
    await reads(screenOf(page, 'history'), { 'Net value': '100 048.50', 'Current margin': '0.000000' })
    for (const at of [0, 1]) {
      await log.nth(at).getByText(`Order ${held.Id}`).tap()
      await reads(sheetOf(page), { 'Order number': String(held.Id), 'Why it ended': 'Closed by you' })
      assert.equal(placeOf(page), `/order?type=3&id=${held.Id}`)
      await page.goBack()
      await screenOf(page, 'history').waitFor()
    }
    assert.equal(await cardsOf(page, 'Holding').count(), 0)
  })

  test('finds the ticket as it was left after the detour through the login', async () => {
    const page = await phones.visit('/')
    await openMarket(page, 'GBP/USD')
    await openTicket(page, 'Buy low')
    await fill(page, { lots: '0.3', leverage: '×50', target: '1.272', stopLoss: '1.28', takeProfit: '1.26' })
    await sheetOf(page).getByRole('link', { name: 'Log in to trade' }).tap()
    await screenOf(page, 'login').waitFor()
    assert.equal(placeOf(page), '/login?from=%2Ftrade%3Fticket%3Dsell')
    await page.getByRole('button', { name: 'Open demo account' }).tap()
    await sheetOf(page).waitFor()
    assert.equal(placeOf(page), '/trade?ticket=sell')
    for (const [name, typed] of [
      ['Target price', '1.272'],
      ['Lots', '0.3'],
      ['Stop loss', '1.28'],
      ['Take profit', '1.26'],
    ] as const)
      assert.equal(await sheetOf(page).getByRole('textbox', { name }).inputValue(), typed)
    assert.ok(
      await sheetOf(page)
        .getByRole('radio', { name: leverage('×50') })
        .isChecked(),
    )
    await place(page, 'Buy low 0.30 at 1.27200')
    await reads(sheetOf(page), {
      'Target price': '1.27200',
      'Stop loss': '1.28000',
      'Take profit': '1.26000',
    })
    await leaveTicket(page)
    assert.equal(placeOf(page), '/trade')
  })
})

describe('a market that closes', () => {
  test("says so in the place of the ticket's button, keeps what was typed, and goes on when it opens", async () => {
    const page = await phones.demo()
    await openMarket(page, 'XAU/USD')
    await openTicket(page, 'Buy up')
    await fill(page, { lots: '0.25', stopLoss: '2600' })
    const button = sheetOf(page).getByRole('button', { name: 'Buy up 0.25 at 2 647.42' })
    await button.waitFor()
    phones.app().close('XAUUSD')
    const closed = sheetOf(page).getByRole('button', { name: /^Closed/ })
    await closed.waitFor()
    assert.equal(await closed.getAttribute('aria-disabled'), 'true')
    await closed.tap({ force: true })
    const typed = (name: string) => sheetOf(page).getByRole('textbox', { name }).inputValue()
    assert.deepEqual([await typed('Lots'), await typed('Stop loss')], ['0.25', '2600'])
    phones.app().price('XAUUSD', '2650.00', '2650.24')
    await place(page, 'Buy up 0.25 at 2 650.24')
    // 0.25 × 100 × 2,650.24 ÷ 100; 0.25 × 6
    await reads(sheetOf(page), { 'Open price': '2 650.24', Margin: '662.560000', 'Handling fee': '1.50' })
    const { total, data } = await ask(page, '/v1/api/forex/my_deal?status=1&page=1')
    assert.deepEqual([total, data[0].Quantity, data[0].TargetLossPrice], [1, '0.25', '2600.00'])
  })

  test('while part of a position is about to be closed there holds that back, and then lets it go on', async () => {
    const page = await phones.demo()
    await trade(page, 'XAU/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 2 647.42')
    await openOrders(page)
    await openDetail(page, 'Holding', 'XAU/USD')
    await sheetOf(page).getByRole('button', { name: 'Close position' }).tap()
    await sheetOf(page).getByRole('textbox', { name: 'Lots to close' }).fill('0.2')
    const button = sheetOf(page).getByRole('button', { name: 'Close 0.20 lots' })
    await button.waitFor()
    phones.app().close('XAUUSD')
    await sheetOf(page)
      .getByText('The market is closed. Until it opens nothing can be closed and no stop set.')
      .waitFor()
    assert.equal(await button.isDisabled(), true)
    phones.app().price('XAUUSD', '2650.00', '2650.24')
    await button.tap()
    await questionOf(page).getByRole('button', { name: 'Close position' }).tap()
    // 20 × (2,650.00 − 2,647.42)
    await reads(sheetOf(page), { 'Filled at': '2 650.00', 'Stays open': '0.30' })
    await sheetOf(page).getByText('+51.600000').waitFor()
  })
})
