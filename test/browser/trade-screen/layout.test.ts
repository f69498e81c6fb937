import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createMarketPhones, doubleTextSize, type MarketPhones } from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import {
  chartBox,
  chartOf,
  nextFrames,
  openTrade,
  screenOf,
  withStorage,
} from '#test/browser/trade-screen/trade-page.ts'
import { axeViolations } from '#test/browser/ui/axe-violations.ts'
import { overflowingElements, smallTargets } from '#test/browser/ui/layout-checks.ts'
import { settle } from '#test/browser/ui/settle.ts'

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
  const appearances = [
    { colorScheme: 'light', locale: 'en' },
    { colorScheme: 'dark', locale: 'ar' },
    { colorScheme: 'light', locale: 'zh-HK' },
  ] as const
  for (const appearance of appearances) {
    test(`passes axe: ${appearance.colorScheme}, ${appearance.locale}`, async () => {
      await assertAccessible(await open(appearance))
    })
  }

  test('passes axe with its overlays open', async () => {
    const page = await open()
    await menu(page).tap()
    await page.getByRole('switch').first().waitFor()
    await assertAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await title(page).tap()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await assertAccessibleInBothThemes(page)
  })

  for (const locale of ['en', 'ar', 'zh-HK']) {
    test(`fits 320 px and double text size: ${locale}`, async () => {
      const page = await open({ locale, viewport: { width: 320, height: 700 } })
      assert.deepEqual(await overflowingElements(page), [])
      await doubleTextSize(page)
      assert.deepEqual(await overflowingElements(page), [])
      assert.deepEqual(await coveredPrices(page), [])
      await chartOf(page).scrollIntoViewIfNeeded()
      assert.ok((await chartBox(page)).height >= 200, 'the chart keeps its minimum height')
    })
  }

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

async function assertAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await assertAccessible(page)
  }
}

async function assertAccessible(page: Page): Promise<void> {
  await settle(page)
  assert.deepEqual(await axeViolations(page), [])
  assert.deepEqual(await smallTargets(page), [])
}

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
