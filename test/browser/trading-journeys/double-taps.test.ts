import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { commonPoint, tapAgainOnOverlay } from '#test/browser/trading-journeys/double-tap.ts'
import { ordersInDatabase, paths, sentTo } from '#test/browser/trading-journeys/lost-requests.ts'
import {
  cardOf,
  cardsOf,
  fill,
  leaveTicket,
  openDetail,
  openMarket,
  openOrders,
  openTicket,
  orderByCall,
  questionOf,
  screenOf,
  sheetOf,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpTradingPhones()

/** Two taps within one frame, before the page can change. Waits until the button is enabled, like a single tap. */
async function tapTwice(button: Locator): Promise<void> {
  const enabled = button.and(button.page().locator(':not([aria-disabled=true])'))
  await enabled.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

describe('two taps at once', () => {
  test('place one order', async () => {
    const page = await phones.demo()
    const sent = sentTo(page, paths.place)
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.5' })
    await tapTwice(sheetOf(page).getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') }))
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    await tapTwice(sheetOf(page).getByRole('button', { name: en('detail.done') }))
    await sheetOf(page).waitFor({ state: 'detached' })
    // The page has gone back one step, as after a single tap.
    await screenOf(page, 'trade').waitFor()
    await openOrders(page)
    await cardsOf(page, 'open').first().waitFor()
    assert.equal(await cardsOf(page, 'open').count(), 1)
    assert.equal(sent.length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), page), ['open buy market'])
  })

  test('open one ticket and one detail', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await tapTwice(screenOf(page, 'trade').getByRole('button', { name: en('order.side.buy') }))
    await sheetOf(page)
      .getByRole('textbox', { name: en('order.lots') })
      .waitFor()
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
    await screenOf(page, 'trade').waitFor()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await openOrders(page)
    await tapTwice(cardOf(page, 'open', 'EUR/USD').getByRole('button', { name: en('orders.stops') }))
    await sheetOf(page)
      .getByRole('switch', { name: en('order.stop_loss') })
      .waitFor()
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
    await screenOf(page, 'order').waitFor()
  })

  test('save stops once, close once, and show each result once', async () => {
    const page = await phones.demo()
    const sent = { stops: sentTo(page, paths.stops), close: sentTo(page, paths.close) }
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await openOrders(page)
    const card = cardOf(page, 'open', 'EUR/USD')
    await card.getByRole('button', { name: en('orders.stops') }).tap()
    await sheetOf(page)
      .getByRole('switch', { name: en('order.stop_loss') })
      .tap()
    await sheetOf(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    await tapTwice(
      sheetOf(page).getByRole('button', { name: en('detail.stops.set.stop_loss', { price: '1.08000' }) }),
    )
    await waitForFacts(sheetOf(page), { [en('order.stop_loss')]: '1.08000 −214.00 USD' })
    assert.equal(sent.stops.length, 1)

    await tapTwice(sheetOf(page).getByRole('button', { name: en('detail.close') }))
    await tapTwice(sheetOf(page).getByRole('button', { name: en('detail.close.act_all', { lots: '0.50' }) }))
    await tapTwice(questionOf(page).getByRole('button', { name: en('detail.close') }))
    await waitForFacts(sheetOf(page), { [en('detail.closed.lots')]: '0.50' })
    await tapTwice(sheetOf(page).getByRole('button', { name: en('detail.done') }))
    await sheetOf(page).waitFor({ state: 'detached' })
    await screenOf(page, 'order').getByText(en('orders.none.open')).waitFor()
    assert.equal(sent.close.length, 1)
    assert.equal((await shownToasts(page)).filter((text) => /closed/i.test(text)).length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), page), ['closed buy market'])
  })

  test('cancel a pending order once, and show its result once', async () => {
    const page = await phones.demo()
    const sent = sentTo(page, paths.cancel)
    await openMarket(page, 'GBP/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.5', target: '1.26' })
    await tapTwice(sheetOf(page).getByRole('button', { name: orderLabel('buy', '0.50', '1.26000') }))
    await sheetOf(page).getByText(en('ticket.placed.pending'), { exact: true }).waitFor()
    await leaveTicket(page)
    await openOrders(page, 'pending')
    await tapTwice(
      cardOf(page, 'pending', 'GBP/USD').getByRole('button', {
        name: en('orders.cancel'),
      }),
    )
    await tapTwice(questionOf(page).getByRole('button', { name: en('orders.cancel') }))
    await screenOf(page, 'order').getByText(en('orders.none.pending')).waitFor()
    await sheetOf(page).waitFor({ state: 'detached' })
    await screenOf(page, 'order').waitFor()
    assert.equal(sent.length, 1)
    assert.equal((await shownToasts(page)).filter((text) => /cancelled/i.test(text)).length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), page), ['cancelled buy limit'])
  })
})

describe('two taps on one spot, where the first opens something under the finger', () => {
  test('open a ticket and place nothing', async () => {
    const page = await phones.demo()
    const sent = sentTo(page, paths.place)
    await openMarket(page, 'EUR/USD')
    const open = screenOf(page, 'trade').getByRole('button', { name: en('order.side.buy') })
    const place = sheetOf(page).getByRole('button', { name: orderLabel('buy', '0.01', '1.08428') })
    const spot = await commonPoint(page, open, place)
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
    await tapAgainOnOverlay(page, spot, 'dialog')
    await sheetOf(page)
      .getByRole('textbox', { name: en('order.lots') })
      .waitFor()
    assert.equal(sent.length, 0)
    await place.tap()
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    assert.equal(sent.length, 1)
  })

  test('open the close confirmation without confirming it', async () => {
    const page = await phones.demo()
    const sent = sentTo(page, paths.close)
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await openOrders(page)
    await openDetail(page, 'open', 'EUR/USD')
    await sheetOf(page)
      .getByRole('button', { name: en('detail.close') })
      .tap()
    await assertStaysOpen(page, en('detail.close.act_all', { lots: '0.50' }), en('detail.close'), sent)
    await waitForFacts(sheetOf(page), { [en('detail.closed.lots')]: '0.50' })
    assert.equal(sent.length, 1)
  })

  test('open the cancel confirmation without confirming it', async () => {
    const page = await phones.demo()
    const sent = sentTo(page, paths.cancel)
    await orderByCall(page, 'GBP/USD', 'buy', { lots: '0.5', target: '1.26' })
    await openOrders(page, 'pending')
    await openDetail(page, 'pending', 'GBP/USD')
    await assertStaysOpen(page, en('orders.cancel'), en('orders.cancel'), sent)
    await screenOf(page, 'order').getByText(en('orders.none.pending')).waitFor({ state: 'attached' })
    assert.equal(sent.length, 1)
  })
})

/** Checks that the confirmation stays open after the second tap, and that nothing is sent before it is answered. */
async function assertStaysOpen(page: Page, asking: string, answer: string, sent: readonly unknown[]) {
  const ask = sheetOf(page).getByRole('button', { name: asking, exact: true })
  const confirm = questionOf(page).getByRole('button', { name: answer })
  const spot = await commonPoint(page, ask, confirm)
  await pressInOverlay(page, 'Escape')
  await questionOf(page).waitFor({ state: 'detached' })
  await tapAgainOnOverlay(page, spot, 'alertdialog')
  await confirm.waitFor()
  assert.equal(sent.length, 0)
  await confirm.tap()
}
