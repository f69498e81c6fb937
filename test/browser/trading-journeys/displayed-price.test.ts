import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoUser, noOrdersOf, ordersPath } from '#test/browser/account/account-phones.ts'
import { quoteRow, someFunds } from '#test/browser/orders/order-phones.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import {
  lotsOf,
  sheetOf,
  submitPath,
  ticketCalls,
  waitForButton,
} from '#test/browser/trade-screen/ticket-page.ts'
import { sentTo } from '#test/browser/trading-journeys/lost-requests.ts'
import {
  openPageWithSocket,
  pushToPage,
  type SocketWindow,
} from '#test/browser/trading-journeys/page-socket.ts'
import { plain } from '#test/browser/trading-journeys/trading-page.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { en, orderLabel } from '#test/browser/words.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

const phones = setUpStubbedPhones()

/** A ticket for one lot at 1.08427 / 1.08435. */
async function openTicket(): Promise<Page> {
  const page = await openPageWithSocket(phones, '/trade?ticket=buy', {
    ...ticketCalls,
    '/api/user/info': demoUser,
    [ordersPath]: noOrdersOf(someFunds),
    [submitPath]: { ...orderWire(), QuoteSeq: 7 },
  })
  await sheetOf(page).getByRole('switch').first().waitFor()
  await pushToPage(page, 'DAY_MARKET', [quoteRow(1.08427, 1.08435)])
  await lotsOf(page).fill('1')
  await waitForButton(page, orderLabel('buy', '1.00', '1.08435'))
  await settle(page)
  return page
}

test('a press sends the price on the button, although the page has received a newer one', async () => {
  const page = await openTicket()
  const sent = sentTo(page, submitPath)
  const button = await waitForButton(page, orderLabel('buy', '1.00', '1.08435'))
  const worst = await sheetOf(page)
    .getByText(en('ticket.worst.buy', { price: '' }).trim())
    .textContent()
  const words = await button.evaluate(
    (pressed: HTMLButtonElement, row) => {
      ;(window as unknown as SocketWindow).pushFrame('DAY_MARKET', [row])
      const seen = pressed.textContent
      pressed.click()
      return seen
    },
    quoteRow(1.08527, 1.0854),
  )
  await sheetOf(page).getByText(en('ticket.placed.open'), { exact: true }).waitFor()
  const { price, deviation } = sent[0]?.postDataJSON() ?? {}
  assert.deepEqual(
    [words, worst],
    [orderLabel('buy', '1.00', '1.08435'), en('ticket.worst.buy', { price: '1.08443' })],
  )
  assert.deepEqual([sent.length, price, deviation], [1, '1.08435', 8])
})

test('a new price appears everywhere in the ticket in the same frame', async () => {
  const page = await openTicket()
  await pushToPage(page, 'DAY_MARKET', [quoteRow(1.08527, 1.0854)])
  const shown = await sheetOf(page).evaluate((sheet) => sheet.textContent)
  for (const words of [
    '1.08527 / ',
    '1.08540',
    orderLabel('buy', '1.00', '1.08540'),
    en('ticket.worst.buy', { price: '1.08553' }),
    '1 085.400000',
  ])
    assert.ok(plain(shown).includes(words), `${words} in ${plain(shown)}`)
  assert.ok(!plain(shown).includes('1.08435'), plain(shown))
})
