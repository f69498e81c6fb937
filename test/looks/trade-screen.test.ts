import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { minuteMs } from '#core/candle/period.ts'
import { calendarItem, calendarPath } from '#test/browser/content/example-calendar.ts'
import { createMarketPhones, type MarketPhones } from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import {
  chartBox,
  chartOf,
  nextFrames,
  openTrade,
  screenOf,
  tapEventMark,
  waitForChart,
  withStorage,
} from '#test/browser/trade-screen/trade-page.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'

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

/** Some candles before the newest. */
const time = new Date(Date.now() - 150 * minuteMs).toISOString()
const events = [
  calendarItem(1, time, {
    title: 'Donaudampfschifffahrtsgesellschaftsindex and the report on job openings and labour turnover',
    ...{ country: 'BA', forecast: 'between 7,600,000 and 7,650,000 jobs', previous: '7,670,000' },
  }),
  calendarItem(2, time, { title: '核心消費物價指數按年變動', language: 'hk', importance: 1, actual: '2.3%' }),
]

/** With these events on the chart. */
async function openWithEvents(options: BrowserContextOptions): Promise<Page> {
  const page = await phones.open('about:blank', options)
  const marks = { currencies: 'EUR,USD', data: [{ time, importance: 3 }] }
  for (const [path, data] of [
    ['/api/calendar/marks', marks],
    [calendarPath, { data: events, is_cut: 0 }],
  ] as const)
    await page.route(`**${path}?*`, (route) => route.fulfill({ json: { code: 1, msg: '', data } }))
  await page.goto(`${app.address}/trade`)
  await waitForChart(page)
  return page
}
const title = (page: Page) => screenOf(page).locator('h1 button')
/** The indicators; not the buttons of the footer, which open a ticket. */
const menu = (page: Page) => screenOf(page).locator('[aria-haspopup=dialog]:not(footer *)').last()

describe('the layout of the trade screen', () => {
  testAppearances('the screen and its overlays', async (appearance) => {
    const page = await openWithEvents(appearance)
    await tapEventMark(page)
    await page.getByRole('dialog').getByRole('listitem').nth(1).waitFor()
    await assertAccessible(page, 'events of a mark')
    await savePicture(page, 'events of a mark', appearance)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await assertAccessible(page)
    await menu(page).tap()
    await page.getByRole('switch').first().waitFor()
    await page.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' })
    await assertAccessible(page, 'settings of the chart')
    await savePicture(page, 'settings of the chart', appearance)
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
