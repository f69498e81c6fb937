import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import type { KlinePoint } from '#contract/calls/market.ts'
import { connectionAlert } from '#test/browser/connection-banner.ts'
import { type DevPages, ownPath, serveDevPages } from '#test/browser/dev-page.ts'
import {
  createMarketPhones,
  type MarketPhones,
  waitForRequests,
} from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import type {} from '#test/browser/trade-screen/candles-app.tsx'
import {
  busyMarket,
  chartOf,
  choosePeriod,
  openTrade,
  screenOf,
  waitForChart,
  zoomOut,
} from '#test/browser/trade-screen/trade-page.ts'
import { swipe } from '#test/browser/ui/touch.ts'
import { en } from '#test/browser/words.ts'

const script = fileURLToPath(import.meta.resolve('#test/browser/trade-screen/candles-app.tsx'))

let app: ServedApp
let phones: MarketPhones

before(async () => {
  app = await serveApp({ FEED: 'sim', SIM_HOURS: 'always' })
  phones = await createMarketPhones()
})
after(async () => {
  await phones.stop()
  await app.stop()
})

describe('a server outage', () => {
  // Neither the page nor the browser itself may log errors while the server is down.
  afterEach(() => phones.closeAll())

  test('marks the prices as stale, and updates them after the restart', async () => {
    const page = await openTrade(phones, app.address, busyMarket(app.address))
    assert.equal(await connectionAlert(page).count(), 0)
    const panel = screenOf(page).locator('footer')
    await waitForNewPrices(panel)
    assert.equal(await panel.locator('.text-dim[data-flash], .text-dim.text-17').count(), 0)

    await waitForRequests(page)
    await app.kill()
    await connectionAlert(page).waitFor()
    // The last prices stay visible, marked as stale.
    assert.equal(await panel.locator('.text-17.text-dim').count(), 2)

    await app.restart()
    await connectionAlert(page).waitFor({ state: 'detached' })
    await waitForNewPrices(panel)
    assert.equal(await panel.locator('.text-17.text-dim').count(), 0)
    assert.deepEqual(await shownToasts(page), [])
  })
})

/** Waits until bid or ask has changed twice, so that the prices move and were not just loaded. */
async function waitForNewPrices(panel: Locator): Promise<void> {
  for (let change = 0; change < 2; change += 1) {
    const before = await panel.textContent()
    await panel
      .page()
      .waitForFunction(([element, text]) => element?.textContent !== text, [
        await panel.elementHandle(),
        before,
      ] as const)
  }
}

describe('the candles of the chart', () => {
  let pages: DevPages
  before(async () => {
    pages = await serveDevPages({ script, api: app.address })
  })
  after(() => pages.stop())

  const address = () => `${pages.address}${ownPath}`

  test('match the server page by page, without duplicates', async () => {
    const page = await phones.open(address())
    await waitForChart(page)
    await choosePeriod(page, en('trade.period.5min'))
    await zoomOut(page)
    for (let drag = 0; drag < 40 && (await drawn(page)).length < 2_000; drag += 1) await dragBack(page)
    const bars = await drawn(page)
    assert.ok(bars.length >= 2_000, String(bars.length))
    await assertSameAsServer(bars, '5min')
  })

  test('belong to one period, also when a page of another period arrives late', async () => {
    const page = await phones.open(address())
    await waitForChart(page)
    await zoomOut(page)
    const late = Promise.withResolvers<void>()
    await page.route(/[?&]before=/, async (route) => {
      await late.promise
      await route.continue()
    })
    const asked = page.waitForRequest(/period=15min.*before=|before=.*period=15min/)
    let isAsked = false
    asked.then(() => {
      isAsked = true
    })
    for (let drag = 0; drag < 40 && !isAsked; drag += 1) await dragBack(page)
    await asked
    await choosePeriod(page, en('trade.period.60min'))
    late.resolve()
    await page.waitForFunction(() => (window.drawnBars?.().length ?? 0) >= 500)
    await zoomOut(page)
    for (let drag = 0; drag < 40 && (await drawn(page)).length < 1_000; drag += 1) await dragBack(page)
    await assertSameAsServer(await drawn(page), '60min')
  })

  test('have no gap after an outage', async () => {
    const missed = 5
    const page = await phones.open('about:blank')
    // Removes the last minutes from the answers, as if the page or the server had been offline that long.
    await page.route(/forex\/kline/, async (route) => {
      const response = await route.fetch()
      // The request was sent while the server was stopping. Passes on the error response.
      if (!response.ok()) return await route.fulfill({ response })
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, data: body.data.slice(0, -missed) } })
    })
    await page.addInitScript(() => localStorage.setItem('openlot.trade.period', '1min'))
    await page.goto(address())
    await waitForChart(page)
    const before = await drawn(page)
    assert.equal(before.length, 500 - missed)

    await waitForRequests(page)
    await app.kill()
    await connectionAlert(page).waitFor()
    // Waits for handlers in progress, which cannot fulfil their requests once the route is removed.
    await page.unrouteAll({ behavior: 'wait' })
    await app.restart()
    await connectionAlert(page).waitFor({ state: 'detached' })
    await page.waitForFunction((count) => (window.drawnBars?.().length ?? 0) >= count, before.length + missed)
    await assertSameAsServer(await drawn(page), '1min')
  })
})

const drawn = (page: Page) =>
  page.evaluate(
    () =>
      window
        .drawnBars?.()
        .map(({ timestamp, open, high, low, close, volume }) => [
          timestamp,
          open,
          high,
          low,
          close,
          volume,
        ]) ?? [],
  )

/** Compares all candles except the last one, which is still changing. */
async function assertSameAsServer(bars: Awaited<ReturnType<typeof drawn>>, period: string): Promise<void> {
  const points: KlinePoint[] = []
  const first = bars[0]?.[0] ?? 0
  let before: number | undefined
  while ((points[0]?.Time ?? Number.MAX_SAFE_INTEGER) > first) {
    const older = await readPage(period, before)
    assert.ok(older.length > 0, 'the server still has the candles of the chart')
    points.unshift(...older)
    before = older[0]?.Time
  }
  const expected = points
    .filter(({ Time }) => Time >= first && Time < (bars.at(-1)?.[0] ?? 0))
    .map(({ Time, Open, High, Low, Close, Volume }) => [Time, Open, High, Low, Close, Volume])
  assert.deepEqual(bars.slice(0, -1), expected)
}

async function readPage(period: string, before: number | undefined): Promise<KlinePoint[]> {
  const list = await (await fetch(`${app.address}/v1/api/forex/trade_list`)).json()
  const market = list.data.find(({ Code }: { Code: string }) => Code === 'EURUSD')
  const query = new URLSearchParams({ forex_id: String(market.Id), period })
  if (before !== undefined) query.set('before', String(before))
  return (await (await fetch(`${app.address}/v1/api/forex/kline?${query}`)).json()).data
}

async function dragBack(page: Page): Promise<void> {
  const box = await chartOf(page).boundingBox()
  assert.ok(box)
  await swipe(page, [box.x + 20, box.y + 100], [box.x + box.width - 80, box.y + 100])
}
