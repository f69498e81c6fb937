// Locators and calls of the ticket, with a stubbed server.

import type { Locator, Page } from 'playwright-core'
import { type PhoneOptions, placeOf } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  type OrderPhone,
  type OrderPhones,
  quoteRow,
  someMarkets,
} from '#test/browser/orders/order-phones.ts'
import { en } from '#test/browser/words.ts'

export const submitPath = '/v1/api/forex/submit'

const manyLeverages = [10, 25, 50, 100, 200, 400, 500].map((Value) => ({ Value }))

/** Calls of the ticket beyond the default ones. */
export const ticketCalls: StubbedCalls = {
  '/v1/api/forex/trade_list': someMarkets.map((market) => ({ ...market, HasForexMultiple: manyLeverages })),
  '/v1/api/forex/kline': [],
}

export async function openTicket(
  phones: OrderPhones,
  {
    calls = {},
    phoneOptions = {},
    side = 'buy',
  }: { calls?: StubbedCalls; phoneOptions?: PhoneOptions; side?: string } = {},
): Promise<OrderPhone> {
  const phone = await phones.open(
    `/trade?ticket=${side}`,
    {},
    { calls: { ...ticketCalls, ...calls }, phoneOptions },
  )
  await sheetOf(phone.page).getByRole('switch').first().waitFor()
  await phone.socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
  return phone
}

export const sheetOf = (page: Page): Locator => page.getByRole('dialog')
export const lotsOf = (page: Page): Locator => sheetOf(page).getByRole('textbox', { name: en('order.lots') })
export const stopOf = (page: Page, name: string): Locator => sheetOf(page).getByRole('textbox', { name })
export const stopSwitch = (page: Page, name: string): Locator => sheetOf(page).getByRole('switch', { name })

/** The switch to a unit of the stop loss: price, money or percent. */
export const unitOf = (page: Page, name: string): Locator =>
  sheetOf(page)
    .getByRole('radiogroup', { name: en('stop.by.stop_loss') })
    .getByText(name, { exact: true })

/** Waits until the main button shows this text. */
export async function waitForButton(page: Page, words: string | RegExp): Promise<Locator> {
  const button = sheetOf(page).getByRole('button', { name: words })
  await button.waitFor()
  return button
}

/** Waits until the URL has this path and query. */
export async function waitForPath(page: Page, place: string): Promise<void> {
  if (placeOf(page) !== place) await page.waitForURL((url) => `${url.pathname}${url.search}` === place)
}

/** Waits until the hint or error of the field shows this text. */
export async function waitForDescription(field: Locator, words: string): Promise<void> {
  const id = await field.getAttribute('aria-describedby')
  await field.page().locator(`[id="${id}"]`).getByText(words, { exact: true }).waitFor()
}
