import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { placeOf } from '#test/browser/account/account-phones.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import {
  interceptRequests,
  ordersInDatabase,
  paths,
  sentTo,
} from '#test/browser/trading-journeys/lost-requests.ts'
import {
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
import { en, orderLabel, serverEn } from '#test/browser/words.ts'

const phones = setUpTradingPhones()

const lotsOf = (page: Page) => sheetOf(page).getByRole('textbox', { name: en('order.lots') })
const waitUntilClosed = async (page: Page) => await sheetOf(page).waitFor({ state: 'detached' })

describe('Back from the ticket', () => {
  test('closes it, stays at the market, and keeps the input', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.37', stopLoss: '1.08' })
    await page.goBack()
    await waitUntilClosed(page)
    assert.equal(placeOf(page), '/trade')
    for (const turn of [1, 2]) {
      await page.goForward()
      await lotsOf(page).waitFor()
      assert.equal(placeOf(page), '/trade?ticket=buy', `turn ${turn}`)
      assert.equal(await sheetOf(page).count(), 1)
      assert.equal(await lotsOf(page).inputValue(), '0.37')
      await page.goBack()
      await waitUntilClosed(page)
    }
    await page.goForward()
    await lotsOf(page).waitFor()
    await page.reload()
    await lotsOf(page).waitFor()
    assert.equal(placeOf(page), '/trade?ticket=buy')
    assert.equal(await lotsOf(page).inputValue(), '0.37')
    assert.equal(
      await sheetOf(page)
        .getByRole('textbox', { name: en('order.stop_loss') })
        .inputValue(),
      '1.08',
    )
    await page.goBack()
    await waitUntilClosed(page)
    assert.equal(placeOf(page), '/trade')
    await page.goBack()
    await screenOf(page, 'home').waitFor()
  })

  test('forgets a placed order: it is neither shown nor sent again', async () => {
    const page = await phones.demo()
    const sent = sentTo(page, paths.place)
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.5' })
    await place(page, orderLabel('buy', '0.50', '1.08428'))
    await page.goBack()
    await waitUntilClosed(page)
    assert.equal(placeOf(page), '/trade')
    await page.goForward()
    await sheetOf(page)
      .getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') })
      .waitFor()
    await page.goBack()
    await waitUntilClosed(page)
    await page.goBack()
    await screenOf(page, 'home').waitFor()
    await page.goForward()
    await screenOf(page, 'trade').waitFor()
    await page.reload()
    await screenOf(page, 'trade')
      .getByRole('button', { name: en('order.side.buy') })
      .waitFor()
    assert.equal(await sheetOf(page).count(), 0)
    assert.equal(sent.length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), page), ['open buy market'])
  })

  test('while an order is being placed loses nothing: its result is shown once', async () => {
    const page = await phones.demo()
    const seen = Promise.withResolvers<void>()
    const tries = await interceptRequests(page, paths.place, async (route) => {
      await seen.promise
      await route.continue()
    })
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.5' })
    await sheetOf(page)
      .getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') })
      .tap()
    await sheetOf(page).locator('[aria-busy=true]').waitFor()
    await page.goBack()
    await page.goBack()
    await screenOf(page, 'home').waitFor()
    await waitUntilClosed(page)
    seen.resolve()
    await page.goForward()
    await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    await page.goBack()
    await waitUntilClosed(page)
    await page.goForward()
    await screenOf(page, 'trade')
      .getByRole('button', { name: en('order.side.buy') })
      .waitFor()
    // The screen behind the sheet returns first, so the sheet may still be closing.
    await waitUntilClosed(page)
    assert.equal(tries.length, 1)
    assert.deepEqual(await ordersInDatabase(phones.app(), page), ['open buy market'])
  })
})

describe('Back from an order', () => {
  test('closes its detail and stays in the list, repeatedly', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await openOrders(page)
    const list = placeOf(page)
    await openDetail(page, 'open', 'EUR/USD')
    const detail = placeOf(page)
    for (const turn of [1, 2]) {
      await page.goBack()
      await waitUntilClosed(page)
      assert.equal(placeOf(page), list, `turn ${turn}`)
      await page.goForward()
      await waitForFacts(sheetOf(page), { [en('order.market_price')]: '1.08420' })
      assert.deepEqual([placeOf(page), await sheetOf(page).count()], [detail, 1])
    }
    await page.reload()
    await waitForFacts(sheetOf(page), { [en('order.market_price')]: '1.08420' })
    await page.goBack()
    await waitUntilClosed(page)
    assert.equal(placeOf(page), list)
    await cardOf(page, 'open', 'EUR/USD').waitFor()
  })

  test('while its stops are being saved navigates nowhere else afterwards', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await openMarket(page, 'EUR/USD')
    await openOrders(page)
    const seen = Promise.withResolvers<void>()
    await interceptRequests(page, paths.stops, async (route) => {
      await seen.promise
      await route.continue()
    })
    await cardOf(page, 'open', 'EUR/USD')
      .getByRole('button', { name: en('orders.stops') })
      .tap()
    await sheetOf(page)
      .getByRole('switch', { name: en('order.stop_loss') })
      .tap()
    await sheetOf(page)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    await sheetOf(page)
      .getByRole('button', { name: en('detail.stops.set.stop_loss', { price: '1.08000' }) })
      .tap()
    await sheetOf(page).locator('[aria-busy=true]').waitFor()
    await page.goBack()
    await page.goBack()
    await screenOf(page, 'trade').waitFor()
    const saved = page.waitForResponse((answer) => new URL(answer.url()).pathname === paths.stops)
    seen.resolve()
    await saved
    await waitForToast(page, serverEn('done.stops_set'))
    assert.equal(placeOf(page), '/trade')
    await page.goForward()
    await cardOf(page, 'open', 'EUR/USD')
      .getByText(`${en('order.stop_loss')} 1.08000`)
      .waitFor()
    await waitUntilClosed(page)
  })
})
