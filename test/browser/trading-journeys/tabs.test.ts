import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import {
  idempotencyKeys,
  interceptRequests,
  isLostRequest,
  loseAnswer,
  loseRequest,
  ordersInDatabase,
  paths,
  sentTo,
} from '#test/browser/trading-journeys/lost-requests.ts'
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
  place,
  questionOf,
  screenOf,
  sheetOf,
  trade,
  waitForFacts,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel } from '#test/browser/words.ts'

const phones = setUpTradingPhones(isLostRequest)

/** A second tab of the same browser and account. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(path)
  return other
}

async function logOut(page: Page): Promise<void> {
  if (!(await screenOf(page, 'user').isVisible())) {
    await page.getByRole('link', { name: en('tab.markets'), exact: true }).tap()
    await screenOf(page, 'home')
      .getByRole('link', { name: en('title.user') })
      .tap()
  }
  await screenOf(page, 'user')
    .getByRole('button', { name: en('mine.log_out') })
    .tap()
  await questionOf(page)
    .getByRole('button', { name: en('mine.log_out') })
    .tap()
  await waitForToast(page, en('mine.logged_out'))
}

/** Forgets the demo id, so that the next demo login opens a new account. */
async function switchDevice(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('openlot.demo_id'))
}

describe('two tabs of one account', () => {
  test('both show orders opened, changed and closed in the other, each announced once', async () => {
    const one = await phones.demo()
    const two = await anotherTab(one, '/order')
    await screenOf(two, 'order').getByText(en('orders.none.open')).waitFor()
    await trade(one, 'EUR/USD', 'buy', { lots: '0.5' }, orderLabel('buy', '0.50', '1.08428'))
    await cardOf(two, 'open', 'EUR/USD').getByText('−4.000000').waitFor()
    await trade(one, 'GBP/USD', 'buy', { lots: '0.3', target: '1.26' }, orderLabel('buy', '0.30', '1.26000'))
    await screenOf(two, 'order')
      .getByRole('tab', { name: `${en('orders.tab.pending')} 1` })
      .tap()
    await waitForFacts(cardOf(two, 'pending', 'GBP/USD'), { [en('orders.target')]: '1.26000' })

    await openOrders(one)
    await cardOf(one, 'open', 'EUR/USD')
      .getByRole('button', { name: en('orders.stops') })
      .tap()
    await sheetOf(one)
      .getByRole('switch', { name: en('order.stop_loss') })
      .tap()
    await sheetOf(one)
      .getByRole('textbox', { name: en('order.stop_loss') })
      .fill('1.08')
    await sheetOf(one)
      .getByRole('button', { name: en('detail.stops.set.stop_loss', { price: '1.08000' }) })
      .tap()
    await openOrders(two)
    await cardOf(two, 'open', 'EUR/USD')
      .getByText(`${en('order.stop_loss')} 1.08000`)
      .waitFor()

    // The detail is open in one tab while the order ends in the other.
    await openDetail(two, 'open', 'EUR/USD')
    await sheetOf(one)
      .getByRole('button', { name: en('detail.close') })
      .tap()
    await sheetOf(one)
      .getByRole('button', { name: en('detail.close.act_all', { lots: '0.50' }) })
      .tap()
    await questionOf(one)
      .getByRole('button', { name: en('detail.close') })
      .tap()
    await waitForFacts(sheetOf(one), { [en('detail.closed.lots')]: '0.50' })
    await sheetOf(one)
      .getByRole('button', { name: en('detail.done') })
      .tap()
    await waitForToast(
      two,
      en('order.ended_with', { market: 'EUR/USD', why: en('order.cause.user'), profit: '−4.00' }),
    )
    await sheetOf(two).waitFor({ state: 'detached' })
    await screenOf(two, 'order').getByText(en('orders.none.open')).waitFor()

    await openOrders(two, 'pending')
    await cardOf(two, 'pending', 'GBP/USD')
      .getByRole('button', { name: en('orders.cancel') })
      .tap()
    await questionOf(two)
      .getByRole('button', { name: en('orders.cancel') })
      .tap()
    await waitForToast(one, en('order.ended', { market: 'GBP/USD', why: en('order.cause.cancelled') }))
    await openOrders(one, 'pending')
    await screenOf(one, 'order').getByText(en('orders.none.pending')).waitFor()
    assert.equal((await shownToasts(one)).filter((text) => text.includes('EUR/USD')).length, 0)
    assert.equal((await shownToasts(two)).filter((text) => text.includes('GBP/USD')).length, 0)
  })

  test('are both logged out when one logs out, and keep nothing of the account', async () => {
    const one = await phones.demo()
    await trade(one, 'EUR/USD', 'buy', { lots: '0.5' }, orderLabel('buy', '0.50', '1.08428'))
    const two = await anotherTab(one, '/order')
    await openDetail(two, 'open', 'EUR/USD')
    await logOut(one)
    await screenOf(two, 'login').waitFor()
    await sheetOf(two).waitFor({ state: 'detached' })
    await two.goBack()
    assert.equal(await cardsOf(two, 'open').count(), 0)
  })
})

describe('another user in the same tab', () => {
  test('finds no order, outcome or input of the previous user', async () => {
    const page = await phones.demo()
    await orderByCall(page, 'EUR/USD', 'buy', { lots: '0.5' })
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'sell')
    await fill(page, { lots: '0.77', stopLoss: '1.09' })
    await page.goBack()
    await sheetOf(page).waitFor({ state: 'detached' })
    await logOut(page)
    await switchDevice(page)
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'sell')
    assert.equal(
      await sheetOf(page)
        .getByRole('textbox', { name: en('order.lots') })
        .inputValue(),
      '0.01',
    )
    await sheetOf(page)
      .getByRole('button', { name: en('demo.open') })
      .tap()
    await sheetOf(page)
      .getByRole('button', { name: orderLabel('sell', '0.01', '1.08420') })
      .waitFor()
    await waitForFacts(sheetOf(page), { [en('ticket.available_after')]: '99 989.05' })
    await page.goBack()
    await openOrders(page)
    await screenOf(page, 'order').getByText(en('orders.none.open')).waitFor()
    await waitForFacts(screenOf(page, 'order'), { [en('funds.net_value')]: '100 000.00' })
    await openOrders(page, 'history')
    await screenOf(page, 'order').getByText(en('orders.none.history')).waitFor()
  })

  test('sees no unconfirmed order of the previous user, and its outcome is not requested', async () => {
    const page = await phones.demo()
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    await fill(page, { lots: '0.5' })
    const tries = await interceptRequests(page, paths.place, loseAnswer)
    await sheetOf(page)
      .getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') })
      .tap()
    await sheetOf(page).getByText(en('act.unconfirmed.place')).waitFor()
    const before = await page.evaluate(() => ({
      session: localStorage.getItem('openlot.session') ?? '',
      demo: localStorage.getItem('openlot.demo_id') ?? '',
    }))
    const asked = sentTo(page, paths.outcome)
    await page.evaluate(() => localStorage.removeItem('openlot.session'))
    await switchDevice(page)
    await page.goto('/')
    await openMarket(page, 'EUR/USD')
    await openTicket(page, 'buy')
    await sheetOf(page)
      .getByRole('button', { name: en('demo.open') })
      .tap()
    await place(page, orderLabel('buy', '0.01', '1.08428'))
    await leaveTicket(page)
    assert.equal(await page.getByText(en('act.unconfirmed.place')).count(), 0)
    assert.deepEqual([asked.length, tries.length, idempotencyKeys(tries).length], [0, 2, 2])
    assert.deepEqual(await ordersInDatabase(phones.app(), page), ['open buy market'])
    await openOrders(page)
    await waitForFacts(cardOf(page, 'open', 'EUR/USD'), { [en('order.lots')]: '0.01' })
    // The first user logs in again, and the page then requests and shows the outcome.
    await page.evaluate(({ session }) => localStorage.setItem('openlot.session', session), before)
    await page.reload()
    await page
      .getByText(
        en('act.of_market', {
          market: 'EUR/USD',
          words: en('act.done', { what: orderLabel('buy', '0.50', '1.08428') }),
        }),
      )
      .waitFor()
    assert.equal(asked.length, 1)
    assert.equal(asked[0]?.headers()['authorization'], before.session)
    await waitForFacts(cardOf(page, 'open', 'EUR/USD'), { [en('order.lots')]: '0.50' })
  })
})

describe('two tabs and a lost answer', () => {
  test('one tab sends the order, both show the outcome, and it stays in the tab that shows it', async () => {
    const one = await phones.demo()
    const two = await anotherTab(one, '/order')
    await screenOf(two, 'order').getByText(en('orders.none.open')).waitFor()
    const sentByTwo = sentTo(two, paths.place)
    await openMarket(one, 'EUR/USD')
    await openTicket(one, 'buy')
    await fill(one, { lots: '0.5' })
    const tries = await interceptRequests(one, paths.place, loseAnswer)
    await sheetOf(one)
      .getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') })
      .tap()
    await sheetOf(one).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    await two
      .getByText(
        en('act.of_market', {
          market: 'EUR/USD',
          words: en('act.done', { what: orderLabel('buy', '0.50', '1.08428') }),
        }),
      )
      .waitFor()
    await two.getByRole('button', { name: en('act.ok') }).tap()
    await two.getByText(en('act.done', { what: en('order.side.buy') })).waitFor({ state: 'detached' })
    await sheetOf(one).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
    await leaveTicket(one)
    assert.deepEqual([tries.length, sentByTwo.length], [1, 0])
    assert.deepEqual(await ordersInDatabase(phones.app(), one), ['open buy market'])
  })

  test('the remaining tab shows the outcome after the sending tab was closed', async () => {
    const one = await phones.demo()
    const two = await anotherTab(one, '/order')
    await screenOf(two, 'order').getByText(en('orders.none.open')).waitFor()
    const sentByTwo = sentTo(two, paths.place)
    await openMarket(one, 'EUR/USD')
    await openTicket(one, 'buy')
    await fill(one, { lots: '0.5' })
    await interceptRequests(one, paths.place, loseRequest)
    await sheetOf(one)
      .getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') })
      .tap()
    await sheetOf(one).getByText(en('act.unconfirmed.place')).waitFor()
    await one.close()
    await two.getByText(en('act.never.place')).waitFor()
    assert.equal(sentByTwo.length, 0)
    assert.deepEqual(await ordersInDatabase(phones.app(), two), [])
  })
})
