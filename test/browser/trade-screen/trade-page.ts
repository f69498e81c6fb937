// Locators of /trade.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { MarketPhones } from '#test/browser/markets/market-phones.ts'
import { eventually } from '#test/eventually.ts'

export const screenOf = (page: Page): Locator => page.locator('[data-screen=trade]')
/**
 * Located by its role attribute: the name of the chart depends on the language, and behind a sheet the accessibility
 * tree does not contain it.
 */
export const chartOf = (page: Page): Locator => screenOf(page).locator('[role=application]')
const loading = (page: Page): Locator => screenOf(page).getByRole('tabpanel').getByRole('status')

export async function openTrade(
  phones: MarketPhones,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await phones.open(`${address}/trade`, options)
  await waitForChart(page)
  return page
}

/** A phone with this content of localStorage. */
export function withStorage(
  address: string,
  entries: Readonly<Record<string, string>>,
): BrowserContextOptions {
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  return { storageState: { cookies: [], origins: [{ origin: address, localStorage }] } }
}

/** A market that trades every day, shown in the shortest period. */
export const busyMarket = (address: string): BrowserContextOptions =>
  withStorage(address, { 'openlot.market': 'BTCUSD', 'openlot.trade.period': '1min' })

/** Waits until the chart's code and candles are loaded and drawn. */
export async function waitForChart(page: Page): Promise<void> {
  await chartOf(page).locator('canvas').first().waitFor()
  await loading(page).waitFor({ state: 'detached' })
  await nextFrames(page)
}

export async function nextFrames(page: Page, count = 3): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  }, count)
}

/** A section of the chart, measured from its edges. */
export type Cut = { readonly top?: number; readonly bottom?: number; readonly right?: number }

/** A hash of the pixels of the chart or a section of it. */
export async function chartHash(page: Page, { top, bottom, right = 0 }: Cut = {}): Promise<string> {
  await nextFrames(page)
  const box = await chartBox(page)
  const height = top ?? bottom ?? box.height
  const y = bottom === undefined ? box.y : box.y + box.height - bottom
  const picture = await page.screenshot({ clip: { x: box.x, y, width: box.width - right, height } })
  return createHash('sha256').update(picture).digest('hex').slice(0, 16)
}

export async function chartBox(page: Page) {
  const box = await chartOf(page).boundingBox()
  assert.ok(box, 'the chart is not visible')
  return box
}

const maxAttempts = 60

/** Waits until the chart looks different. */
export async function waitForChartChange(page: Page, before: string, why: string): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const now = await chartHash(page)
    if (now !== before) return now
  }
  return assert.fail(`the chart still looks the same: ${why}`)
}

/** Finds the first mark of economic events with the pointer, and taps it. */
export async function tapEventMark(page: Page): Promise<void> {
  const { x, y, width, height } = await chartBox(page)
  const top = y + height - 22
  let found: number | undefined
  await eventually(async () => {
    for (let left = x + 10; left < x + width && found === undefined; left += 20) {
      await page.mouse.move(left, top)
      if ((await chartOf(page).getAttribute('data-mark')) !== null) found = left
    }
    return found !== undefined
  }, 'the chart has a mark of events')
  await page.touchscreen.tap(found ?? 0, top)
}

export const period = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })

export async function choosePeriod(page: Page, name: string): Promise<void> {
  await period(page, name).tap()
  await page.locator(`[role=tab][aria-selected=true]`, { hasText: name }).waitFor()
  await waitForChart(page)
}

/** Zooms out fully, so that a page of candles nearly fits the screen. */
export async function zoomOut(page: Page): Promise<void> {
  await chartOf(page).focus()
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('-')
  await nextFrames(page)
}
