import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createMarketPhones, type MarketPhones } from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import {
  chartBox,
  chartOf,
  nextFrames,
  openTrade,
  screenOf,
  withStorage,
} from '#test/browser/trade-screen/trade-page.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'

let app: ServedApp
let phones: MarketPhones

before(async () => {
  app = await serveApp({ FEED: 'sim', SIM_HOURS: 'always' })
  phones = await createMarketPhones()
})
afterEach(() => phones.closeAll())
after(async () => {
  await phones.stop()
  await app.stop()
})

const open = (options = {}) => openTrade(phones, app.address, options)
const title = (page: Page) => screenOf(page).locator('h1 button')
const menu = (page: Page) => screenOf(page).locator('[aria-haspopup=dialog]').last()

describe('the layout of the trade screen', () => {
  testAppearances('the screen and its overlays', async (appearance) => {
    const page = await open(appearance)
    await assertAccessible(page)
    await menu(page).tap()
    await page.getByRole('switch').first().waitFor()
    await assertAccessible(page, 'settings of the chart')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await title(page).tap()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await assertAccessible(page, 'choice of the market')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await assertFitsLargeText(page)
    assert.deepEqual(await coveredPrices(page), [])
    await chartOf(page).scrollIntoViewIfNeeded()
    assert.ok((await chartBox(page)).height >= 200, 'the chart keeps its minimum height')
  })

  test('gives the chart the remaining height, without scrolling at the default size', async () => {
    const page = await open()
    const box = await chartBox(page)
    const footer = await screenOf(page).locator('footer').boundingBox()
    assert.ok(box.height > 400, String(box.height))
    assert.ok(Math.abs((footer?.y ?? 0) - (box.y + box.height)) <= 1)
  })

  test('keeps a minimum chart height on a small phone', async () => {
    const page = await open({
      ...withStorage(app.address, { 'openlot.trade.indicators': 'MA,BOLL,MACD,RSI' }),
      viewport: { width: 320, height: 568 },
    })
    const candles = await chartOf(page).locator('canvas').first().boundingBox()
    assert.ok((candles?.height ?? 0) >= 120, String(candles?.height))
  })

  test('follows a rotation of the phone', async () => {
    const page = await open()
    await page.setViewportSize({ width: 700, height: 390 })
    await nextFrames(page)
    const { width } = await chartBox(page)
    const canvas = await chartOf(page).locator('canvas').first().boundingBox()
    assert.equal(width, 480)
    assert.ok((canvas?.width ?? 0) > 350 && (canvas?.width ?? 0) <= 480, String(canvas?.width))
  })
})

describe('the chart in a right-to-left language', () => {
  test('still runs from left to right', async () => {
    const page = await open({ locale: 'ar' })
    assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl')
    const direction = await chartOf(page)
      .locator('canvas')
      .first()
      .evaluate((canvas) => getComputedStyle(canvas).direction)
    assert.equal(direction, 'ltr')
    const axis = await chartOf(page).evaluate((place) => {
      const right = place.getBoundingClientRect().right
      // The price scale is on the right, as in every language.
      return [...place.querySelectorAll('canvas')].some((canvas) => {
        const box = canvas.getBoundingClientRect()
        return box.width < 100 && Math.abs(box.right - right) < 2
      })
    })
    assert.equal(axis, true)
    await screenOf(page).locator('footer').waitFor()
  })
})

/** Prices of the panel that the spread overlaps. */
async function coveredPrices(page: Page): Promise<readonly (string | null)[]> {
  return await screenOf(page)
    .locator('footer')
    .evaluate((panel) => {
      const spread = panel.querySelector('.pointer-events-none')?.getBoundingClientRect()
      return [...panel.querySelectorAll('.text-17')]
        .filter((price) => {
          const { left, right, top, bottom } = price.getBoundingClientRect()
          if (spread === undefined) return true
          const isBeside = right <= spread.left || left >= spread.right
          return !isBeside && bottom > spread.top && top < spread.bottom
        })
        .map((price) => price.textContent)
    })
}
