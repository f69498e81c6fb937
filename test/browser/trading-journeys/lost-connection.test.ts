// Checks what stays visible and usable while the connection to a real server is cut.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { connectionAlert, connectionBanner } from '#test/browser/connection-banner.ts'
import { waitForRequests } from '#test/browser/markets/market-phones.ts'
import { isLostRequest } from '#test/browser/trading-journeys/lost-requests.ts'
import {
  openDetail,
  openMarket,
  openOrders,
  openTicket,
  orderByCall,
  questionOf,
  screenOf,
  sheetOf,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const phones = setUpTradingPhones(isLostRequest)

const reconnecting = (within: Locator): Locator =>
  within.getByRole('button', { name: en('connection.reconnecting') })
const ages = (within: Locator): Locator => within.getByText(/^\d+ s ago$/)

/** Collects the paths of trading calls that change something, from now on. */
function sentBy(page: Page): readonly string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/v1/')) sent.push(pathname)
  })
  return sent
}

const waitForConnection = (page: Page): Promise<void> => connectionAlert(page).waitFor({ state: 'detached' })

/** True if the banner is the topmost element at its centre. */
async function isOnTop(banner: Locator): Promise<boolean> {
  return await banner.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

const topsOf = (within: Locator): Promise<readonly number[]> =>
  within.locator('button, input, h2').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))

describe('a lost connection with the ticket open', () => {
  test('blocks the button, shows the age of the prices, and keeps the banner above the sheet', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    const sheet = sheetOf(page)
    const place = sheet.getByRole('button', { name: orderLabel('buy', '0.01', '1.08428') })
    await place.focus()
    const before = await topsOf(sheet)
    const sent = sentBy(page)

    await page.context().setOffline(true)
    const blocked = reconnecting(sheet)
    await blocked.waitFor()
    assert.equal(await blocked.getAttribute('aria-disabled'), 'true')
    assert.equal(await blocked.evaluate((button) => button === document.activeElement), true)
    await blocked.tap({ force: true })
    await page.keyboard.press('Enter')
    assert.deepEqual(await topsOf(sheet), before, 'no layout shift')
    await ages(sheet).waitFor()
    await connectionAlert(page).waitFor()
    assert.match(
      (await connectionBanner(page).textContent()) ?? '',
      new RegExp(en('connection.gone.seconds', { count: 5 }).replace('5', '\\d+')),
    )
    assert.equal(await isOnTop(connectionBanner(page)), true)
    assert.deepEqual(sent, [])

    // After the reconnect the button shows the current price.
    phones.app().price('EURUSD', '1.08520', '1.08528')
    await page.context().setOffline(false)
    await sheet.getByRole('button', { name: orderLabel('buy', '0.01', '1.08528') }).waitFor()
    assert.equal(await connectionBanner(page).count(), 0)
    assert.equal(await ages(sheet).count(), 0)
    await page.locator('[data-banner=line]').getByText(en('connection.back')).waitFor()
    assert.deepEqual(sent, [])
  })

  test('counts the age up every second', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'sell')
    await page.context().setOffline(true)
    const ageInSeconds = async () => Number.parseInt((await ages(sheetOf(page)).textContent()) ?? '', 10)
    const first = await ageInSeconds()
    await eventually(async () => (await ageInSeconds()) >= first + 2)
  })
})

describe('a lost connection on /trade', () => {
  test('blocks both buttons and dims the prices, without a layout shift', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    const screen = screenOf(page, 'trade')
    await screen.getByRole('button', { name: en('order.side.buy') }).waitFor()
    // Without its candles the chart would show an error and a button.
    await waitForRequests(page)
    const before = await topsOf(screen)
    await phones.app().kill()
    await reconnecting(screen).nth(1).waitFor()
    assert.deepEqual(await topsOf(screen), before)
    await reconnecting(screen).first().tap({ force: true })
    assert.equal(await sheetOf(page).count(), 0)
    // The age of the price is shown beside the price and above the buttons.
    assert.equal(await ages(screen).count(), 2)
    await phones.app().restart()
    await screen.getByRole('button', { name: en('order.side.buy') }).waitFor()
    assert.equal(await reconnecting(screen).count(), 0)
  })
})

describe('a lost connection with an order open', () => {
  test('blocks every action, also in its confirmation', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await openOrders(page)
    await openDetail(page, 'open', 'EUR/USD')
    const sheet = sheetOf(page)
    const before = await topsOf(sheet)
    await page.context().setOffline(true)
    await reconnecting(sheet).first().waitFor()
    assert.deepEqual(await topsOf(sheet), before, 'no layout shift')
    await page.context().setOffline(false)
    await waitForConnection(page)
    await sheet.getByRole('button', { name: en('detail.close') }).tap()
    await sheet.getByRole('button', { name: en('detail.close.act_all', { lots: '0.50' }) }).tap()
    await questionOf(page)
      .getByRole('button', { name: en('detail.close') })
      .waitFor()
    const sent = sentBy(page)
    await page.context().setOffline(true)
    await reconnecting(questionOf(page)).tap({ force: true })
    assert.equal(await isOnTop(connectionBanner(page)), true)
    await connectionAlert(page).waitFor()
    await questionOf(page)
      .getByRole('button', { name: en('act.cancel') })
      .tap()
    await questionOf(page).waitFor({ state: 'detached' })
    await reconnecting(sheet).waitFor()
    await ages(sheet).waitFor()
    assert.deepEqual(sent, [])
    await page.context().setOffline(false)
    await sheet.getByRole('button', { name: en('detail.close.act_all', { lots: '0.50' }) }).waitFor()
  })
})
