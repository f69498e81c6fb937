// Every view of trading with the steps that lead to it, in any language.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { everyKind, logOf, logPath } from '#test/browser/account/account-log.ts'
import { doubleLetters, type Wishes } from '#test/browser/account/account-phones.ts'
import { everything } from '#test/browser/orders/detail-page.ts'
import { type OrderPhone, type OrderPhones, quoteRow } from '#test/browser/orders/order-phones.ts'
import { submitPath, ticketCalls } from '#test/browser/trade/ticket-page.ts'
import { cutWords, sidewaysFaults } from '#test/browser/ui/layout-checks.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'

type View = {
  readonly path: string
  /** Element to wait for before the steps. */
  readonly there: string
  readonly lead?: (page: Page) => Promise<void>
}

const sheet = '[role=dialog]'
/** By index: side, then market or pending. */
const choose = (page: Page, at: number) => page.locator(`${sheet} label:has([type=radio])`).nth(at).tap()
const turn = (page: Page, at: number) => page.locator(`${sheet} [role=switch]`).nth(at).tap()
const fill = (page: Page, at: number, text: string) =>
  page.locator(`${sheet} input[type=text]`).nth(at).fill(text)
const place = (page: Page) => page.locator(`${sheet} button`).last().tap()

export const views: Readonly<Record<string, View>> = {
  'the market': { path: '/trade', there: '[data-screen=trade] [role=tablist]' },
  'a ticket at market': { path: '/trade?ticket=buy', there: `${sheet} [role=switch]` },
  'a pending ticket with stops': {
    path: '/trade?ticket=sell',
    there: `${sheet} [role=switch]`,
    async lead(page) {
      await choose(page, 3)
      await fill(page, 0, '1.0911')
      await turn(page, 0)
      await turn(page, 1)
      await fill(page, 2, '1.09500')
      await fill(page, 3, '1.07500')
    },
  },
  'a ticket with faults': {
    path: '/trade?ticket=buy',
    there: `${sheet} [role=switch]`,
    async lead(page) {
      await choose(page, 3)
      await fill(page, 0, '')
      await fill(page, 1, '0.005')
      await choose(page, 2)
      await turn(page, 0)
      await turn(page, 1)
    },
  },
  'a ticket that cannot be paid for': {
    path: '/trade?ticket=buy',
    there: `${sheet} [role=switch]`,
    lead: (page) => fill(page, 0, '100'),
  },
  'an order that was filled': {
    path: '/trade?ticket=buy',
    there: `${sheet} [role=switch]`,
    async lead(page) {
      await place(page)
      await page.locator(`${sheet} dt`).first().waitFor()
    },
  },
  'open orders': { path: '/order', there: '[role=tabpanel] li' },
  'pending orders': { path: '/order?type=0', there: '[role=tabpanel] li' },
  'orders that are over': { path: '/order?type=3', there: '[role=tabpanel] li' },
  'an open order': { path: '/order?id=1012', there: `${sheet} dt` },
  'the stops of an order': { path: '/order?id=1012.stops', there: `${sheet} [role=switch]` },
  'closing an order': { path: '/order?id=1012.close', there: `${sheet} dt` },
  'a pending order': { path: '/order?type=0&id=1013', there: `${sheet} dt` },
  'an order that was closed out': { path: '/order?type=3&id=1010', there: `${sheet} dt` },
  'the account log': { path: '/mine/history', there: '[data-screen=history] li' },
}

/** A phone with orders of every state. */
export async function openViews(phones: OrderPhones, wishes: Wishes): Promise<OrderPhone> {
  const filled = { ...orderWire({ Id: 77, OriginPrice: '1.08437' }), QuoteSeq: 7 }
  const calls = { ...ticketCalls, [submitPath]: filled, [logPath]: logOf(everyKind) }
  return await phones.open('/order', everything, { calls, wishes })
}

export async function goTo({ page, socket }: OrderPhone, { path, there, lead }: View): Promise<void> {
  // Clears the input of an earlier view.
  await page.evaluate(() => sessionStorage.removeItem('openlot.ticket'))
  await page.goto(path)
  await page.locator(there).first().waitFor()
  if (!path.startsWith('/mine')) await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
  await lead?.(page)
  await settle(page)
}

const widths = [480, 390, 320]

/** Visits every view: no overflow and no truncated text at any width, and no overflow with large text. */
export async function assertWhole(phone: OrderPhone): Promise<void> {
  const { page } = phone
  for (const [name, view] of Object.entries(views)) {
    await goTo(phone, view)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 })
      assert.deepEqual(await faultsOnceDrawn(page), [], `${name}, ${width} px`)
    }
    await doubleLetters(page)
    assert.deepEqual(await sidewaysFaults(page), [], `${name}, large letters`)
  }
}

/** Frames a chart needs to adapt to another width; until then its canvases overflow. */
const mostPictures = 30

async function faultsOnceDrawn(page: Page): Promise<readonly string[]> {
  for (let picture = 0; ; picture += 1) {
    await settle(page)
    const faults = [...(await sidewaysFaults(page)), ...(await cutWords(page))]
    if (faults.length === 0 || picture === mostPictures) return faults
  }
}
