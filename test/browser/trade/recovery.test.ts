import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { KlinePoint } from '#contract/calls/kline.ts'
import { type DevPages, ownPath, serveDevPages } from '#test/browser/dev-page.ts'
import { lineAlert } from '#test/browser/line-banner.ts'
import { isFetched, type MarketPhones, takeMarketPhones } from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import {
  chartIsThere,
  chartOf,
  choosePeriod,
  lively,
  looksOtherThan,
  openTrade,
  pictureOf,
  screenOf,
  zoomOut,
} from '#test/browser/trade/trade-page.ts'
import type {} from '#test/browser/trade/traded-app.tsx'
import { swipe } from '#test/browser/ui/finger.ts'

const script = fileURLToPath(import.meta.resolve('#test/browser/trade/traded-app.tsx'))

let app: ServedApp
let phones: MarketPhones

before(async () => {
  app = await serveApp({ FEED: 'sim', SIM_HOURS: 'always' })
  phones = await takeMarketPhones()
})
after(async () => {
  await phones.stop()
  await app.stop()
})

describe('a server that goes away', () => {
  // No console error either, not even from the browser itself while nothing answers.
  afterEach(() => phones.layAway())

  test('leaves a chart that says it is stale, and that moves again when the server is back', async () => {
    const page = await openTrade(phones, app.address, lively(app.address))
    await looksOtherThan(page, await pictureOf(page), 'the market ticks')
    assert.equal(await lineAlert(page).count(), 0)
    const panel = screenOf(page).locator('footer')
    assert.equal(await panel.locator('.text-dim[data-flash], .text-dim.text-17').count(), 0)

    await isFetched(page)
    await app.kill()
    await lineAlert(page).waitFor()
    const still = await pictureOf(page)
    // What was there stays on show, and is marked as old.
    assert.equal(await panel.locator('.text-17.text-dim').count(), 2)

    await app.startAgain()
    await lineAlert(page).waitFor({ state: 'detached' })
    await looksOtherThan(page, await looksOtherThan(page, still, 'the server is back'), 'it ticks again')
    assert.equal(await panel.locator('.text-17.text-dim').count(), 0)
    assert.equal(await page.locator('.toast').count(), 0)
  })
})

describe('what the chart holds', () => {
  let pages: DevPages
  before(async () => {
    pages = await serveDevPages({ script, api: app.address })
  })
  after(() => pages.stop())

  const address = () => `${pages.address}${ownPath}`

  test('is what the server tells, page after page, and nothing twice', async () => {
    const page = await phones.open(address())
    await chartIsThere(page)
    await choosePeriod(page, '5M')
    await zoomOut(page)
    for (let drag = 0; drag < 40 && (await drawn(page)).length < 2_000; drag += 1) await dragBack(page)
    const bars = await drawn(page)
    assert.ok(bars.length >= 2_000, String(bars.length))
    await sameAsServer(bars, '5min')
  })

  test('is of one period only, also when a page of another comes late', async () => {
    const page = await phones.open(address())
    await chartIsThere(page)
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
    await choosePeriod(page, '1H')
    late.resolve()
    await page.waitForFunction(() => (window.drawnBars?.().length ?? 0) >= 500)
    await zoomOut(page)
    for (let drag = 0; drag < 40 && (await drawn(page)).length < 1_000; drag += 1) await dragBack(page)
    await sameAsServer(await drawn(page), '60min')
  })

  test('has no hole after the server was away', async () => {
    const missed = 5
    const page = await phones.open('about:blank')
    // The page has not heard of the last minutes: as if it, or the server, had been away for so long.
    await page.route(/forex\/kline/, async (route) => {
      const response = await route.fetch()
      // Asked while the server was going: the answer of the one between is passed on.
      if (!response.ok()) return await route.fulfill({ response })
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, data: body.data.slice(0, -missed) } })
    })
    await page.addInitScript(() => localStorage.setItem('openlot.trade.period', '1min'))
    await page.goto(address())
    await chartIsThere(page)
    const before = await drawn(page)
    assert.equal(before.length, 500 - missed)

    await isFetched(page)
    await app.kill()
    await lineAlert(page).waitFor()
    // Waits for running handlers: removing a route continues its pending requests, and a handler cannot answer those.
    await page.unrouteAll({ behavior: 'wait' })
    await app.startAgain()
    await lineAlert(page).waitFor({ state: 'detached' })
    await page.waitForFunction((count) => (window.drawnBars?.().length ?? 0) >= count, before.length + missed)
    await sameAsServer(await drawn(page), '1min')
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

/** All but the last, which goes on while one compares. */
async function sameAsServer(bars: Awaited<ReturnType<typeof drawn>>, period: string): Promise<void> {
  const points: KlinePoint[] = []
  const first = bars[0]?.[0] ?? 0
  let before: number | undefined
  while ((points[0]?.Time ?? Number.MAX_SAFE_INTEGER) > first) {
    const older = await readPage(period, before)
    assert.ok(older.length > 0, 'the server still has what the chart shows')
    points.unshift(...older)
    before = older[0]?.Time
  }
  const told = points
    .filter(({ Time }) => Time >= first && Time < (bars.at(-1)?.[0] ?? 0))
    .map(({ Time, Open, High, Low, Close, Volume }) => [Time, Open, High, Low, Close, Volume])
  assert.deepEqual(bars.slice(0, -1), told)
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
