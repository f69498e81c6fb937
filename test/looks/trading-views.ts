// Every view of trading with the steps that lead to it, in any language.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { everyKind, logOf, logPath } from '#test/browser/account/account-log.ts'
import type { PhoneOptions } from '#test/browser/account/account-phones.ts'
import { ordersOfEveryState } from '#test/browser/orders/detail-page.ts'
import { type OrderPhone, type OrderPhones, quoteRow } from '#test/browser/orders/order-phones.ts'
import { submitPath, ticketCalls } from '#test/browser/trade-screen/ticket-page.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { doubleTextSize } from '#test/looks/assert-accessible.ts'
import { faultsAfterResize, overflowingElements, truncatedTexts } from '#test/looks/layout-checks.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

type View = {
  readonly path: string
  /** Element to wait for before the steps. */
  readonly readySelector: string
  readonly steps?: (page: Page) => Promise<void>
}

const sheet = '[role=dialog]'
/** Taps a choice of the ticket by its index: the sides come first, then market and pending. */
const choose = (page: Page, at: number) => page.locator(`${sheet} label:has([type=radio])`).nth(at).tap()
const toggle = (page: Page, at: number) => page.locator(`${sheet} [role=switch]`).nth(at).tap()
const fill = (page: Page, at: number, text: string) =>
  page.locator(`${sheet} input[type=text]`).nth(at).fill(text)
const place = (page: Page) => page.locator(`${sheet} button`).last().tap()

export const views: Readonly<Record<string, View>> = {
  'the market': { path: '/trade', readySelector: '[data-screen=trade] [role=tablist]' },
  'a ticket at market': { path: '/trade?ticket=buy', readySelector: `${sheet} [role=switch]` },
  'a pending ticket with stops': {
    path: '/trade?ticket=sell',
    readySelector: `${sheet} [role=switch]`,
    async steps(page) {
      await choose(page, 3)
      await fill(page, 0, '1.0911')
      await toggle(page, 0)
      await toggle(page, 1)
      await fill(page, 2, '1.09500')
      await fill(page, 3, '1.07500')
    },
  },
  'an invalid ticket': {
    path: '/trade?ticket=buy',
    readySelector: `${sheet} [role=switch]`,
    async steps(page) {
      await choose(page, 3)
      await fill(page, 0, '')
      await fill(page, 1, '0.005')
      await choose(page, 2)
      await toggle(page, 0)
      await toggle(page, 1)
    },
  },
  'a ticket with insufficient margin': {
    path: '/trade?ticket=buy',
    readySelector: `${sheet} [role=switch]`,
    steps: (page) => fill(page, 0, '100'),
  },
  'an order that was filled': {
    path: '/trade?ticket=buy',
    readySelector: `${sheet} [role=switch]`,
    async steps(page) {
      await place(page)
      await page.locator(`${sheet} dt`).first().waitFor()
    },
  },
  'open orders': { path: '/order', readySelector: '[role=tabpanel] li' },
  'pending orders': { path: '/order?type=0', readySelector: '[role=tabpanel] li' },
  'closed orders': { path: '/order?type=3', readySelector: '[role=tabpanel] li' },
  'an open order': { path: '/order?id=1012', readySelector: `${sheet} dt` },
  'the stops of an order': { path: '/order?id=1012.stops', readySelector: `${sheet} [role=switch]` },
  'closing an order': { path: '/order?id=1012.close', readySelector: `${sheet} dt` },
  'a pending order': { path: '/order?type=0&id=1013', readySelector: `${sheet} dt` },
  'a stopped-out order': { path: '/order?type=3&id=1010', readySelector: `${sheet} dt` },
  'the account log': { path: '/mine/history', readySelector: '[data-screen=history] li' },
}

/** A phone with orders of every state. */
export async function openViews(phones: OrderPhones, phoneOptions: PhoneOptions): Promise<OrderPhone> {
  const filled = { ...orderWire({ Id: 77, OriginPrice: '1.08437' }), QuoteSeq: 7 }
  const calls = { ...ticketCalls, [submitPath]: filled, [logPath]: logOf(everyKind) }
  return await phones.open('/order', ordersOfEveryState, { calls, phoneOptions })
}

export async function goTo(
  { page, socket }: OrderPhone,
  { path, readySelector, steps }: View,
): Promise<void> {
  // Clears the input of an earlier view.
  await page.evaluate(() => sessionStorage.removeItem('openlot.ticket'))
  await page.goto(path)
  await page.locator(readySelector).first().waitFor()
  if (!path.startsWith('/mine')) await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
  await steps?.(page)
  await settle(page)
}

const widths = [480, 390, 320]

/** Checks every view: no overflow and no truncated text at any width, and no overflow with large text. */
export async function assertFits(phone: OrderPhone): Promise<void> {
  const { page } = phone
  for (const [name, view] of Object.entries(views)) {
    await goTo(phone, view)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 })
      assert.deepEqual(await faultsAfterResize(page, () => layoutFaults(page)), [], `${name}, ${width} px`)
    }
    await doubleTextSize(page)
    const overflow = await faultsAfterResize(page, () => overflowingElements(page))
    assert.deepEqual(overflow, [], `${name}, large letters`)
  }
}

async function layoutFaults(page: Page): Promise<readonly string[]> {
  return [...(await overflowingElements(page)), ...(await truncatedTexts(page))]
}
