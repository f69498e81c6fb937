import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitForToast } from '#test/browser/toasts.ts'
import {
  cardOf,
  cardsOf,
  closeDetail,
  closeLots,
  endedText,
  fill,
  leaveTicket,
  openDetail,
  openMarket,
  openOrders,
  openTicket,
  orderByCall,
  place,
  sheetOf,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, orderLabel, serverEn } from '#test/browser/words.ts'

const phones = setUpTradingPhones()

/** Paths of the calls about the user's orders and money that the page makes while the work runs. */
async function callsDuring(page: Page, work: () => Promise<void>): Promise<readonly string[]> {
  const calls: string[] = []
  const record = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url())
    if (/\/(forex|wallet|account|accountLog)\//.test(pathname)) calls.push(pathname)
  }
  page.on('request', record)
  await work()
  page.off('request', record)
  return calls
}

test('placing and closing an order costs one call each: the lists come by push', async () => {
  const page = await phones.demo()
  await openOrders(page)
  await cardsOf(page, 'open').first().waitFor({ state: 'detached' })
  await openMarket(page, 'EUR/USD')
  await openTicket(page, 'buy')
  await fill(page, { lots: '0.5' })
  const placing = await callsDuring(page, async () => {
    await place(page, orderLabel('buy', '0.50', '1.08428'))
    await leaveTicket(page)
    await openOrders(page)
    await cardOf(page, 'open', 'EUR/USD').getByText('−4.000000').waitFor()
  })
  assert.deepEqual(placing, ['/v1/api/forex/submit'])
  await openDetail(page, 'open', 'EUR/USD')
  const closing = await callsDuring(page, async () => {
    await closeLots(page, en('detail.close.act', { lots: '0.20' }), '0.2')
    await closeDetail(page)
    await cardOf(page, 'open', 'EUR/USD').getByText('0.30', { exact: true }).waitFor()
  })
  assert.deepEqual(closing, ['/v1/api/forex/close'])
})

test('an order that the busy server refuses costs one call: the lists are current', async () => {
  const page = await phones.demo()
  await openMarket(page, 'EUR/USD')
  await openTicket(page, 'buy')
  await fill(page, { lots: '0.5' })
  const refusal = { code: 0, msg: serverEn('reason.busy'), data: { reason: 'busy' } }
  await page.route(/forex\/submit/, (route) => route.fulfill({ json: refusal }))
  const calls = await callsDuring(page, async () => {
    await sheetOf(page)
      .getByRole('button', { name: orderLabel('buy', '0.50', '1.08428') })
      .tap()
    await sheetOf(page).getByText(serverEn('reason.busy')).waitFor()
  })
  assert.deepEqual(calls, ['/v1/api/forex/submit'])
})

test('an order that its stop loss ends costs no call: the push says why it ended', async () => {
  const page = await phones.demo()
  await orderByCall(page, 'GBP/USD', 'buy', { lots: '1', stopLoss: '1.265' })
  await openOrders(page)
  await cardOf(page, 'open', 'GBP/USD').waitFor()
  const calls = await callsDuring(page, async () => {
    phones.app().price('GBPUSD', '1.25700', '1.25708')
    await waitForToast(page, endedText('GBP/USD', 'stop_loss', '−1 212.00'))
    await cardOf(page, 'open', 'GBP/USD').waitFor({ state: 'detached' })
  })
  assert.deepEqual(calls, [])
})
