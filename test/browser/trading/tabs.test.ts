import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  isLostRequest,
  keysOf,
  loseAnswer,
  loseRequest,
  mishandle,
  ordersInDatabase,
  paths,
  sentTo,
} from '#test/browser/trading/lost-answers.ts'
import {
  cardOf,
  cardsOf,
  fill,
  leaveTicket,
  openDetail,
  openMarket,
  openOrders,
  openTicket,
  place,
  questionOf,
  reads,
  screenOf,
  sheetOf,
  toastSays,
  trade,
} from '#test/browser/trading/trading-page.ts'
import { takeTradingPhones } from '#test/browser/trading/trading-phones.ts'

const phones = takeTradingPhones(isLostRequest)

const toasts = (page: Page) => page.locator('.toast').allTextContents()

/** A second tab of the same browser, at the same account. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(path)
  return other
}

async function logOut(page: Page): Promise<void> {
  if (!(await screenOf(page, 'user').isVisible())) {
    await page.getByRole('link', { name: 'Markets', exact: true }).tap()
    await screenOf(page, 'home').getByRole('link', { name: 'Account' }).tap()
  }
  await screenOf(page, 'user').getByRole('button', { name: 'Log out' }).tap()
  await questionOf(page).getByRole('button', { name: 'Log out' }).tap()
  await toastSays(page, 'Logout success')
}

/** On another device, as far as the server can tell. */
async function becomeAnother(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('openlot.demo_id'))
}

describe('two tabs of one account', () => {
  test('see what is opened, changed and ended in the other, each told once', async () => {
    const one = await phones.demo()
    const two = await anotherTab(one, '/order')
    await screenOf(two, 'order').getByText('You hold no orders').waitFor()
    await trade(one, 'EUR/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.08428')
    await cardOf(two, 'Holding', 'EUR/USD').getByText('−4.000000').waitFor()
    await trade(one, 'GBP/USD', 'Buy up', { lots: '0.3', target: '1.26' }, 'Buy up 0.30 at 1.26000')
    await screenOf(two, 'order').getByRole('tab', { name: 'Pending 1' }).tap()
    await reads(cardOf(two, 'Pending', 'GBP/USD'), { Target: '1.26000' })

    await openOrders(one)
    await cardOf(one, 'Holding', 'EUR/USD').getByRole('button', { name: 'Stops' }).tap()
    await sheetOf(one).getByRole('switch', { name: 'Stop loss' }).tap()
    await sheetOf(one).getByRole('textbox', { name: 'Stop loss' }).fill('1.08')
    await sheetOf(one).getByRole('button', { name: 'Set stop loss to 1.08000' }).tap()
    await openOrders(two)
    await cardOf(two, 'Holding', 'EUR/USD').getByText('Stop loss 1.08000').waitFor()

    // It lies open there while it ends here.
    await openDetail(two, 'Holding', 'EUR/USD')
    await sheetOf(one).getByRole('button', { name: 'Close position' }).tap()
    await sheetOf(one).getByRole('button', { name: 'Close all 0.50 lots' }).tap()
    await questionOf(one).getByRole('button', { name: 'Close position' }).tap()
    await reads(sheetOf(one), { 'Closed lots': '0.50' })
    await sheetOf(one).getByRole('button', { name: 'Done' }).tap()
    await toastSays(two, 'EUR/USD · Closed by you · −4.00 USD')
    await sheetOf(two).waitFor({ state: 'detached' })
    await screenOf(two, 'order').getByText('You hold no orders').waitFor()

    await openOrders(two, 'Pending')
    await cardOf(two, 'Pending', 'GBP/USD').getByRole('button', { name: 'Cancel order' }).tap()
    await questionOf(two).getByRole('button', { name: 'Cancel order' }).tap()
    await toastSays(one, 'GBP/USD · Cancelled by you')
    await openOrders(one, 'Pending')
    await screenOf(one, 'order').getByText('No pending orders').waitFor()
    assert.equal((await toasts(one)).filter((text) => text.includes('EUR/USD')).length, 0)
    assert.equal((await toasts(two)).filter((text) => text.includes('GBP/USD')).length, 0)
  })

  test('are both logged out by one, and nothing of the account stays in the other', async () => {
    const one = await phones.demo()
    await trade(one, 'EUR/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.08428')
    const two = await anotherTab(one, '/order')
    await openDetail(two, 'Holding', 'EUR/USD')
    await logOut(one)
    await screenOf(two, 'login').waitFor()
    await sheetOf(two).waitFor({ state: 'detached' })
    await two.goBack()
    assert.equal(await cardsOf(two, 'Holding').count(), 0)
  })
})

describe('another user in the same tab', () => {
  test('finds nothing of the one before: no order, no outcome, nothing filled in', async () => {
    const page = await phones.demo()
    await trade(page, 'EUR/USD', 'Buy up', { lots: '0.5' }, 'Buy up 0.50 at 1.08428')
    await openTicket(page, 'Buy low')
    await fill(page, { lots: '0.77', stopLoss: '1.09' })
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
    await logOut(page)
    await becomeAnother(page)
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'Buy low')
    assert.equal(await sheetOf(page).getByRole('textbox', { name: 'Lots' }).inputValue(), '0.01')
    await sheetOf(page).getByRole('button', { name: 'Try it with a demo account' }).tap()
    await sheetOf(page).getByRole('button', { name: 'Buy low 0.01 at 1.08420' }).waitFor()
    await reads(sheetOf(page), { 'Available after': '99 989.05' })
    await page.goBack()
    await openOrders(page)
    await screenOf(page, 'order').getByText('You hold no orders').waitFor()
    await reads(screenOf(page, 'order'), { 'Net value': '100 000.00' })
    await openOrders(page, 'History')
    await screenOf(page, 'order').getByText('Nothing here yet').waitFor()
  })

  test('is told nothing of an unconfirmed order of the one before, and its outcome is not asked for', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'Buy up')
    await fill(page, { lots: '0.5' })
    const tries = await mishandle(page, paths.place, loseAnswer)
    await sheetOf(page).getByRole('button', { name: 'Buy up 0.50 at 1.08428' }).tap()
    await sheetOf(page).getByText("We couldn't confirm your order").waitFor()
    const before = await page.evaluate(() => ({
      session: localStorage.getItem('openlot.session') ?? '',
      demo: localStorage.getItem('openlot.demo_id') ?? '',
    }))
    const asked = sentTo(page, paths.outcome)
    await page.evaluate(() => localStorage.removeItem('openlot.session'))
    await becomeAnother(page)
    await page.goto('/')
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'Buy up')
    await sheetOf(page).getByRole('button', { name: 'Try it with a demo account' }).tap()
    await place(page, 'Buy up 0.01 at 1.08428')
    await leaveTicket(page)
    assert.equal(await page.getByText("We couldn't confirm your order").count(), 0)
    assert.deepEqual([asked.length, tries.length, keysOf(tries).length], [0, 2, 2])
    assert.deepEqual(await ordersInDatabase(phones.app(), page), ['open buy market'])
    await openOrders(page)
    await reads(cardOf(page, 'Holding', 'EUR/USD'), { Lots: '0.01' })
    // The first user logs in again: now it is asked for, in their own session, and told.
    await page.evaluate(({ session }) => localStorage.setItem('openlot.session', session), before)
    await page.reload()
    await page.getByText('EUR/USD · Done: Buy up 0.50 at 1.08428').waitFor()
    assert.equal(asked.length, 1)
    assert.equal(asked[0]?.headers()['authorization'], before.session)
    await reads(cardOf(page, 'Holding', 'EUR/USD'), { Lots: '0.50' })
  })
})

describe('two tabs and a lost answer', () => {
  test('the order is sent by one of them, told by both, and not taken from who reads it', async () => {
    const one = await phones.demo()
    const two = await anotherTab(one, '/order')
    await screenOf(two, 'order').getByText('You hold no orders').waitFor()
    const sentByTwo = sentTo(two, paths.place)
    await openMarket(one, 'EUR/USD')
    await openTicket(one, 'Buy up')
    await fill(one, { lots: '0.5' })
    const tries = await mishandle(one, paths.place, loseAnswer)
    await sheetOf(one).getByRole('button', { name: 'Buy up 0.50 at 1.08428' }).tap()
    await sheetOf(one).getByText('Order filled', { exact: true }).waitFor()
    await two.getByText('EUR/USD · Done: Buy up 0.50 at 1.08428').waitFor()
    await two.getByRole('button', { name: 'OK' }).tap()
    await two.getByText('Done: Buy up').waitFor({ state: 'detached' })
    await sheetOf(one).getByText('Order filled', { exact: true }).waitFor()
    await leaveTicket(one)
    assert.deepEqual([tries.length, sentByTwo.length], [1, 0])
    assert.deepEqual(await ordersInDatabase(phones.app(), one), ['open buy market'])
  })

  test('the outcome is told by the tab that is left when the sender was closed', async () => {
    const one = await phones.demo()
    const two = await anotherTab(one, '/order')
    await screenOf(two, 'order').getByText('You hold no orders').waitFor()
    const sentByTwo = sentTo(two, paths.place)
    await openMarket(one, 'EUR/USD')
    await openTicket(one, 'Buy up')
    await fill(one, { lots: '0.5' })
    await mishandle(one, paths.place, loseRequest)
    await sheetOf(one).getByRole('button', { name: 'Buy up 0.50 at 1.08428' }).tap()
    await sheetOf(one).getByText("We couldn't confirm your order").waitFor()
    await one.close()
    await two.getByText('Your order did not reach us. Nothing was done and nothing will be.').waitFor()
    assert.equal(sentByTwo.length, 0)
    assert.deepEqual(await ordersInDatabase(phones.app(), two), [])
  })
})
