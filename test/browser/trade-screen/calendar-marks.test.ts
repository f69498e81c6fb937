// Economic events on the time axis of the chart: marks, their sheet, and the choice of what is marked.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page, Request } from 'playwright-core'
import { minuteMs } from '#core/candle/period.ts'
import { calendarItem, calendarOf, calendarPath } from '#test/browser/content/example-calendar.ts'
import { type DevPages, ownPath, serveDevPages } from '#test/browser/dev-page.ts'
import { assertInert, hostileNames } from '#test/browser/hostile-texts.ts'
import { createMarketPhones, type MarketPhones } from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import {
  chartBox,
  chartHash,
  choosePeriod,
  nextFrames,
  waitForChart,
  waitForChartChange,
  withStorage,
} from '#test/browser/trade-screen/trade-page.ts'
import { en } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const script = fileURLToPath(import.meta.resolve('#test/browser/trade-screen/calendar-marks-app.tsx'))
const marksPath = '/api/calendar/marks'

let app: ServedApp
let pages: DevPages
let phones: MarketPhones

before(async () => {
  app = await serveApp({ FEED: 'sim', SIM_HOURS: 'always' })
  pages = await serveDevPages({ script, api: app.address })
  phones = await createMarketPhones()
})
afterEach(() => phones.closeAll())
after(async () => {
  await phones.stop()
  await pages.stop()
  await app.stop()
})

/** Start of a 15min candle that is in view. */
const candleMs = Math.floor(Date.now() / (15 * minuteMs)) * 15 * minuteMs - 20 * 15 * minuteMs
const timeAt = (minutes: number) => new Date(candleMs + minutes * minuteMs).toISOString()
const events = [
  calendarItem(1, timeAt(1), { title: hostileNames[0] ?? '', forecast: hostileNames[1] ?? '' }),
  calendarItem(2, timeAt(6), { title: hostileNames[2] ?? '', previous: hostileNames[3] ?? '' }),
  calendarItem(3, timeAt(7), { title: 'Building permits', importance: 2 }),
  calendarItem(4, timeAt(-240), { title: 'Factory orders', importance: 2 }),
  calendarItem(5, timeAt(-120), { title: 'Rate decision', country: 'EU', currency: 'EUR', actual: '2.15%' }),
]

const answersTo = (request: Request) => {
  const { data } = calendarOf(events)(request)
  return {
    currencies: 'EUR,USD',
    data: data
      .map(({ time, importance }) => ({ time, importance }))
      .sort((one, other) => one.time.localeCompare(other.time)),
  }
}

/** A phone with these events, and the requests for marks that it has made. */
async function open(options = {}) {
  const page = await phones.open('about:blank', options)
  const asked: URLSearchParams[] = []
  await page.route(new RegExp(marksPath), (route) => {
    asked.push(new URL(route.request().url()).searchParams)
    return route.fulfill({ json: { code: 1, msg: '', data: answersTo(route.request()) } })
  })
  await page.route(new RegExp(calendarPath), (route) =>
    route.fulfill({ json: { code: 1, msg: '', data: calendarOf(events)(route.request()) } }),
  )
  await page.goto(`${pages.address}${ownPath}`)
  await waitForChart(page)
  return { page, asked }
}

const marks = (page: Page) => page.evaluate(() => window.seenEvents?.() ?? [])
const sheet = (page: Page) => page.getByRole('dialog')

async function waitForMarks(page: Page, importances: readonly number[]): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      window
        .seenEvents?.()
        .map(({ importance }) => importance)
        .join() === wanted,
    importances.join(),
  )
  await nextFrames(page)
}

/** Taps beside a mark: its reach is wider than what is drawn. */
async function tapMark(page: Page, place: number): Promise<void> {
  const { x, y, height } = await chartBox(page)
  const mark = (await marks(page))[place]
  assert.ok(mark)
  await page.touchscreen.tap(x + mark.x + 15, y + height - 22)
}

async function choose(page: Page, level: 'off' | 'high' | 'all'): Promise<void> {
  await page.getByRole('button', { name: en('trade.indicators') }).tap()
  await sheet(page)
    .getByText(en(`calendar.marks.${level}`), { exact: true })
    .tap()
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
}

describe('economic events on the chart', () => {
  test('of high importance are marked, once for each candle, and listed on a tap', async () => {
    const { page, asked } = await open()
    await waitForMarks(page, [3, 3])
    assert.ok(asked.length > 0 && asked.every((query) => query.get('importance') === '3'))
    await tapMark(page, 1)
    await sheet(page)
      .getByRole('heading', { name: en('calendar.marks.sheet') })
      .waitFor()
    await sheet(page).locator('li').nth(1).waitFor()
    assert.equal(await sheet(page).locator('li').count(), 2)
    for (const name of hostileNames) await sheet(page).getByText(name, { exact: true }).waitFor()
    await assertInert(page)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await tapMark(page, 0)
    const row = sheet(page).locator('li').filter({ hasText: 'Rate decision' })
    for (const text of ['2.15%', '180K', '172K', en('calendar.importance.3')])
      await row.getByText(text).waitFor()
    await row.getByText(timeAt(-120).slice(11, 16)).waitFor()
    await sheet(page)
      .getByRole('link', { name: en('calendar.marks.open') })
      .tap()
    await page.waitForURL('**/news?view=calendar')
    assert.equal(await sheet(page).count(), 0)
  })

  test('can be switched off, which is stored, and then cause no request', async () => {
    const { page, asked } = await open()
    await waitForMarks(page, [3, 3])
    await choose(page, 'all')
    await waitForMarks(page, [2, 3, 3])
    assert.equal(asked.at(-1)?.get('importance'), '1')
    const axis = () => chartHash(page, { bottom: 40, right: 80 })
    const before = await axis()
    await choose(page, 'off')
    await waitForChartChange(page, before, 'marks are off')
    assert.deepEqual(await marks(page), [])
    const { x, y, width, height } = await chartBox(page)
    await page.touchscreen.tap(x + width / 2, y + height - 22)
    await page.goto(`${pages.address}${ownPath}`)
    await waitForChart(page)
    const made = asked.length
    await choosePeriod(page, en('trade.period.1min'))
    await waitForChart(page)
    await choosePeriod(page, en('trade.period.15min'))
    await waitForChart(page)
    assert.equal(asked.length, made)
    assert.equal(await sheet(page).count(), 0)
    await choose(page, 'high')
    await waitForMarks(page, [3, 3])
  })

  test('that cannot be read leave the chart without marks and without a message', async () => {
    const { page } = await open(withStorage(pages.address, { 'openlot.trade.events': 'all' }))
    await waitForMarks(page, [2, 3, 3])
    await page.route(new RegExp(marksPath), (route) =>
      route.fulfill({ json: { code: 500, msg: 'No.', data: null } }),
    )
    const failed = page.waitForResponse(new RegExp(marksPath))
    await choosePeriod(page, en('trade.period.1day'))
    await failed
    await waitForMarks(page, [])
    assert.deepEqual(await shownToasts(page), [])
  })

  test('are read in ranges that the server accepts, and for daily candles with all-day events', async () => {
    const page = await phones.open('about:blank')
    const answers: { code: number; data: { currencies: string } }[] = []
    const allDay: (string | null)[] = []
    await page.route(new RegExp(marksPath), async (route) => {
      const response = await route.fetch()
      answers.push(await response.json())
      allDay.push(new URL(route.request().url()).searchParams.get('all_day'))
      await route.fulfill({ response })
    })
    await page.goto(`${pages.address}${ownPath}`)
    await eventually(() => answers.length > 0)
    await choosePeriod(page, en('trade.period.1day'))
    await eventually(() => allDay.includes('1'))
    for (const { code, data } of answers) assert.deepEqual([code, data.currencies], [1, 'EUR,USD'])
    assert.equal(allDay[0], '0')
  })
})
