import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import type { KlinePoint } from '#contract/calls/market.ts'
import { dayMarketTopic, klinePrefix } from '#contract/live.ts'
import { createMarketPhones, type MarketPhones } from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import {
  chartBox,
  chartHash,
  chartOf,
  choosePeriod,
  nextFrames,
  period,
  waitForChart,
  waitForChartChange,
  withStorage,
  zoomOut,
} from '#test/browser/trade-screen/trade-page.ts'
import { swipe } from '#test/browser/ui/touch.ts'
import { en } from '#test/browser/words.ts'

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

const isPricePush = (message: string) =>
  [dayMarketTopic, klinePrefix].some((topic) => message.includes(`"${topic}`))

/** Opens the chart without live prices, so that only the actions of a test change its picture. */
async function open(options = {}): Promise<Page> {
  const page = await phones.open('about:blank', options)
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isPricePush(String(message))) socket.send(message)
    })
  })
  await page.goto(`${app.address}/trade`)
  await waitForChart(page)
  return page
}

const isOlder = (request: Request) =>
  /forex\/kline/.test(request.url()) && /[?&]before=\d/.test(request.url())
const beforeOf = (request: Request) => Number(new URL(request.url()).searchParams.get('before'))

/**
 * The candles that the server answers to this request. Sends the request again, because the browser may have dropped
 * the first response. Past candles do not change.
 */
async function pointsOf(request: Request): Promise<readonly KlinePoint[]> {
  const response = await fetch(request.url())
  return ((await response.json()) as { readonly data: readonly KlinePoint[] }).data
}

describe('the chart', () => {
  test('is not loaded at home, and is a separate chunk', async () => {
    const page = await phones.open('about:blank')
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    const isChart = (path: string) => /\/assets\/chart-/.test(path)
    await page.goto(`${app.address}/`)
    await page.locator('[data-screen=home] main li').first().waitFor()
    assert.deepEqual(scripts.filter(isChart), [])
    await page.getByRole('link', { name: en('tab.trade') }).tap()
    await waitForChart(page)
    assert.equal(scripts.filter(isChart).length, 1)
  })

  test('shows each period, and stores the last one', async () => {
    const page = await open()
    assert.equal(await period(page, en('trade.period.15min')).getAttribute('aria-selected'), 'true')
    for (const [name, word] of [
      [en('trade.period.1min'), '1min'],
      [en('trade.period.5min'), '5min'],
      [en('trade.period.30min'), '30min'],
      [en('trade.period.60min'), '60min'],
      [en('trade.period.1day'), '1day'],
    ] as const) {
      const asked = page.waitForRequest(/forex\/kline/)
      const before = await chartHash(page)
      await choosePeriod(page, name)
      assert.equal(new URL((await asked).url()).searchParams.get('period'), word)
      await waitForChartChange(page, before, `the period is ${name}`)
      await page
        .getByRole('application', { name: en('trade.chart', { market: 'EUR/USD', period: name }) })
        .waitFor()
    }
    await page.reload()
    await waitForChart(page)
    assert.equal(await period(page, en('trade.period.1day')).getAttribute('aria-selected'), 'true')
  })

  test('shows each enabled indicator once, and stores it', async () => {
    const page = await open()
    const canvases = () => chartOf(page).locator('canvas').count()
    const menu = page.getByRole('button', { name: en('trade.indicators') })
    const onOff = (name: string) => page.getByRole('switch', { name, exact: true })
    const bare = await canvases()
    await menu.tap()
    assert.equal(await onOff('MA').isChecked(), true)
    for (const name of ['BOLL', 'MACD', 'RSI']) {
      const before = await chartHash(page)
      await onOff(name).tap()
      await waitForChartChange(page, before, `${name} is on`)
    }
    // MACD and RSI have their own panes.
    const full = await canvases()
    assert.ok(full > bare, `${full} and ${bare}`)
    await onOff('RSI').tap()
    await onOff('RSI').tap()
    await nextFrames(page)
    assert.equal(await canvases(), full)
    await onOff('MA').tap()
    await page.reload()
    await waitForChart(page)
    assert.equal(await canvases(), full)
    await menu.tap()
    const states = await Promise.all(['MA', 'BOLL', 'MACD', 'RSI'].map((name) => onOff(name).isChecked()))
    assert.deepEqual(states, [false, true, true, true])
    for (const name of ['BOLL', 'MACD', 'RSI']) await onOff(name).tap()
    await nextFrames(page)
    assert.equal(await canvases(), bare)
  })

  test('shows the values under a finger, and hides them again', async () => {
    const page = await open(withStorage(app.address, { 'openlot.trade.indicators': '' }))
    await choosePeriod(page, en('trade.period.1day'))
    // The legend row, which is empty while no finger is down and the moving averages are off.
    const legend = () => chartHash(page, { top: 16, right: 80 })
    const before = await legend()
    const { x, y, width, height } = await chartBox(page)
    await page.touchscreen.tap(x + width / 3, y + height / 3)
    assert.notEqual(await legend(), before)
    await page.touchscreen.tap(x + width / 1.5, y + height / 2)
    assert.equal(await legend(), before)
  })

  test('keeps its state while another screen is shown', async () => {
    const page = await open()
    await choosePeriod(page, en('trade.period.1day'))
    const canvas = await chartOf(page).locator('canvas').first().elementHandle()
    const newest = await axisOf(page)
    await visitOtherScreen(page)
    assert.equal(await canvas?.evaluate((element) => element.isConnected), true)
    assert.equal(await axisOf(page), newest, 'the latest candle stays in view')

    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowLeft')
    const past = await axisOf(page)
    assert.notEqual(past, newest)
    await visitOtherScreen(page)
    assert.equal(await axisOf(page), past, 'the scroll position is unchanged')
  })
})

/** Leaves the screen and returns. Waits until the page has fetched markets and candles again. */
async function visitOtherScreen(page: Page): Promise<void> {
  await page.getByRole('link', { name: en('tab.ranking') }).tap()
  await page.locator('[data-screen=rank]').waitFor()
  const candles = page.waitForResponse(/forex\/kline/)
  const markets = page.waitForResponse(/trade_list/)
  await page.getByRole('link', { name: en('tab.trade') }).tap()
  await Promise.all([candles, markets])
  await waitForChart(page)
}

describe('scrolling back', () => {
  test('loads older candles page by page', async () => {
    const page = await open()
    await zoomOut(page)
    const first = await dragBackUntil(page, page.waitForRequest(isOlder))
    const points = await pointsOf(first)
    assert.equal(points.length, 500)
    assert.ok(points.every(({ Time }) => Time < beforeOf(first)))
    const second = await dragBackUntil(page, page.waitForRequest(isOlder))
    assert.equal(beforeOf(second), points[0]?.Time)
  })

  test('requests a failed page again on the next scroll', async () => {
    const page = await open()
    await zoomOut(page)
    const refusal = { json: { code: 500, msg: 'No.', data: null } }
    await page.route(/before=/, (route) => route.fulfill(refusal), { times: 1 })
    let seen = 0
    const first = page.waitForRequest(isOlder)
    const second = page.waitForRequest((request) => isOlder(request) && ++seen === 2)
    const asked = await dragBackUntil(page, second)
    const failed = await first
    assert.equal(beforeOf(asked), beforeOf(failed))
    assert.equal((await pointsOf(asked)).length, 500)
    assert.deepEqual(await shownToasts(page), [])
  })

  test('ends where the server has no more candles', async () => {
    const page = await open()
    await choosePeriod(page, en('trade.period.1day'))
    await zoomOut(page)
    const lengths: Promise<number>[] = []
    page.on('response', (response) => {
      if (isOlder(response.request())) lengths.push(pointsOf(response.request()).then(({ length }) => length))
    })
    for (let drag = 0; drag < 12; drag += 1) await dragBack(page)
    const given = await Promise.all(lengths)
    assert.equal(given.at(-1), 0)
    assert.equal(given.filter((length) => length === 0).length, 1, 'a missing page is requested once')
  })

  test('works with keys, and End returns to the latest candle', async () => {
    const page = await open()
    await choosePeriod(page, en('trade.period.1day'))
    const newest = await axisOf(page)
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowLeft')
    assert.notEqual(await axisOf(page), newest)
    await page.keyboard.press('End')
    assert.equal(await axisOf(page), newest)
  })
})

async function dragBack(page: Page): Promise<void> {
  const { x, y, width, height } = await chartBox(page)
  await swipe(page, [x + 20, y + height / 3], [x + width - 80, y + height / 3])
  await nextFrames(page)
}

/** Drags the chart towards the past, again and again, until the event has happened. */
async function dragBackUntil<Event>(page: Page, event: Promise<Event>): Promise<Event> {
  let hasHappened = false
  const happened = event.finally(() => {
    hasHappened = true
  })
  for (let drag = 0; drag < 40 && !hasHappened; drag += 1) await dragBack(page)
  return await happened
}

/** A hash of the time axis, which no tick changes. Removes the focus first, because its ring overlaps the axis. */
async function axisOf(page: Page): Promise<string> {
  await chartOf(page).blur()
  const picture = await chartHash(page, { bottom: 20, right: 80 })
  await chartOf(page).focus()
  return picture
}
