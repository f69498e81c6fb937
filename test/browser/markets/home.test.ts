import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  codesOf,
  createMarketPhones,
  type MarketPhones,
  rowOf,
  rowsOf,
  waitForRow,
} from '#test/browser/markets/market-phones.ts'
import { type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { startTouch } from '#test/browser/ui/touch.ts'
import { en } from '#test/browser/words.ts'

let app: PricedApp
let phones: MarketPhones

before(async () => {
  app = await servePricedApp()
  phones = await createMarketPhones()
})
afterEach(() => phones.closeAll())
after(async () => {
  await phones.stop()
  await app.stop()
})

const list = /trade_list/
const chip = (page: Page, name: string) => page.getByRole('radio', { name })

/** Counts requests of the market list from now on. */
function countLists(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (list.test(request.url())) count += 1
  })
  return () => count
}

async function openHome(options = {}): Promise<Page> {
  const page = await phones.open(`${app.address}/`, options)
  await rowsOf(page).first().waitFor()
  return page
}

describe('prices on the home screen', () => {
  test('show the prices of the feed, and update in place', async () => {
    const page = await openHome()
    await waitForRow(page, 'EUR/USD', /1\.08420 0\.00.%/)
    const row = await rowOf(page, 'EUR/USD').elementHandle()
    app.price('EURUSD', '1.08529', '1.08537')
    await waitForRow(page, 'EUR/USD', /1\.08529 \+0\.10.%/)
    app.price('EURUSD', '1.08312', '1.08320')
    await waitForRow(page, 'EUR/USD', /1\.08312 −0\.10.%/)
    assert.equal(
      await row?.evaluate((element) => element.isConnected),
      true,
      'the row is still the same element',
    )
    app.price('EURUSD', '1.08420', '1.08428')
  })

  test('flash when they change', async () => {
    const page = await openHome()
    // A flash is too short for the test to observe, so the page records all flashes.
    const flashes = await rowOf(page, 'GBP/USD').evaluateHandle((row) => {
      const seen: string[] = []
      const record = () => {
        const light = row.querySelector('[data-flash]')?.getAttribute('data-flash')
        if (light) seen.push(light)
      }
      new MutationObserver(record).observe(row, { subtree: true, attributeFilter: ['data-flash'] })
      return seen
    })
    const nextIs = (light: string) =>
      page.waitForFunction(({ seen, wanted }) => seen.at(-1) === wanted, { seen: flashes, wanted: light })
    app.price('GBPUSD', '1.26990', '1.26998')
    await nextIs('rise')
    app.price('GBPUSD', '1.26904', '1.26912')
    await nextIs('fall')
  })

  test('are marked as simulated', async () => {
    const page = await openHome()
    await page.getByText(en('prices.simulated')).waitFor()
  })

  test('are current for a market that is scrolled into view', async () => {
    const page = await openHome()
    const apple = rowOf(page, 'AAPL')
    const before = await apple.textContent()
    app.price('EURUSD', '1.08421', '1.08429')
    app.price('AAPL', '228.55', '228.59')
    await waitForRow(page, 'EUR/USD', /1\.08421 .*/)
    assert.equal(await apple.textContent(), before, 'an offscreen row is not updated')
    await apple.evaluate((element) => element.scrollIntoView())
    await waitForRow(page, 'AAPL', /228\.55 .*/)
    app.price('AAPL', '228.01', '228.05')
  })
})

describe('closed markets', () => {
  test('show their state instead of the change, and reopen without a reload', async () => {
    const page = await openHome()
    await waitForRow(page, 'AUD/USD', /— Closed/)
    app.close('USDJPY')
    await waitForRow(page, 'USD/JPY', /154\.281 Closed/)
    app.price('USDJPY', '154.300', '154.309')
    await waitForRow(page, 'USD/JPY', /154\.300 \+0\.01.%/)
    app.makeStale('USDJPY')
    await waitForRow(page, 'USD/JPY', /154\.300 Stale/)
    await rowOf(page, 'USD/JPY').getByText(en('market.stale')).waitFor()
    app.price('USDJPY', '154.281', '154.290')
    await waitForRow(page, 'USD/JPY', /154\.281 0\.00.%/)
  })

  test('show when they open, in local time', async () => {
    const page = await phones.open('about:blank', { timezoneId: 'Asia/Hong_Kong' })
    await page.clock.setFixedTime('2026-08-05T10:00:00Z')
    await page.route(list, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const openings = new Map([
        ['AUDUSD', Date.parse('2026-08-05T14:00:00Z')],
        ['NZDUSD', Date.parse('2026-08-09T21:00:00Z')],
      ])
      for (const item of body.data) item.NextOpen = openings.get(item.Code) ?? null
      await route.fulfill({ response, json: body })
    })
    await page.goto(`${app.address}/`)
    await waitForRow(page, 'AUD/USD', /— Closed · opens 22:00/)
    await waitForRow(page, 'NZD/USD', /— Closed · opens Mon 05:00/)
    await waitForRow(page, 'USD/CHF', /— Closed/)
  })
})

describe('the market list', () => {
  test('shows ten skeleton rows while loading', async () => {
    const page = await phones.open('about:blank')
    const held = Promise.withResolvers<void>()
    await page.route(list, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${app.address}/`)
    const skeleton = page.locator('[data-screen=home] main').getByRole('status', { name: en('app.loading') })
    await skeleton.waitFor()
    assert.equal(await skeleton.locator('> div').count(), 10)
    const height = (await skeleton.locator('> div').first().boundingBox())?.height
    held.resolve()
    await skeleton.waitFor({ state: 'detached' })
    const row = await rowsOf(page).first().boundingBox()
    assert.ok(Math.abs((row?.height ?? 0) - (height ?? 0)) < 1, `${row?.height} and ${height}`)
  })

  test('reports a failed load, and a retry succeeds', async () => {
    const page = await phones.open('about:blank')
    await page.route(list, (route) => route.fulfill({ json: { code: 500, msg: 'No.', data: null } }))
    await page.goto(`${app.address}/`)
    await page.getByText(en('home.failed')).waitFor()
    assert.deepEqual(await shownToasts(page), [])
    await page.unroute(list)
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await rowsOf(page).first().waitFor()
  })

  test('is filtered by the chips, and keeps the filter after navigation', async () => {
    const page = await openHome()
    const all = await rowsOf(page).count()
    assert.ok(all >= 60, String(all))
    await page.getByText('Metals').tap()
    await page.waitForFunction(() => document.querySelectorAll('main li').length < 10)
    const codes = await codesOf(page)
    assert.ok(codes.includes('XAU/USD') && !codes.includes('EUR/USD'), codes.join())
    await page.getByRole('link', { name: en('tab.ranking') }).tap()
    await page.locator('[data-screen=rank]').waitFor()
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await page.locator('[data-screen=home]').waitFor()
    assert.equal(await chip(page, 'Metals').isChecked(), true)
    assert.deepEqual(await codesOf(page), codes)
  })

  test('shows an empty state for an empty category', async () => {
    const page = await phones.open('about:blank')
    await page.route(/getCategories/, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      body.data.push({ Id: 99, NameShowTrans: 'Bonds' })
      await route.fulfill({ response, json: body })
    })
    await page.goto(`${app.address}/`)
    await page.getByText('Bonds').tap()
    await page.getByText(en('home.empty')).waitFor()
  })

  test('is fetched again each time it is opened', async () => {
    const page = await openHome()
    const lists = countLists(page)
    await page.getByRole('link', { name: en('tab.ranking') }).tap()
    await page.locator('[data-screen=rank]').waitFor()
    assert.equal(lists(), 0)
    const asked = page.waitForRequest(list)
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await asked
    assert.equal(lists(), 1)
  })

  test('is fetched again on a pull, and closes the indicator', async () => {
    const page = await openHome()
    const lists = countLists(page)
    const touch = await startTouch(page, [195, 400])
    await touch.moveTo([195, 620])
    await page.getByText(en('list.release')).waitFor()
    assert.equal(lists(), 0)
    const asked = page.waitForRequest(list)
    await touch.end()
    await asked
    await page.getByText(en('list.refreshing')).waitFor()
    await page.getByText(en('list.refreshing')).waitFor({ state: 'detached' })
    assert.equal(lists(), 1)
  })

  test('follows a language change at once', async () => {
    const page = await openHome()
    await rowOf(page, 'XAU/USD').getByText('Gold').waitFor({ state: 'attached' })
    await page.getByRole('link', { name: en('title.language') }).tap()
    const asked = page.waitForRequest(list)
    await page.getByText('繁體中文').tap()
    assert.equal((await asked).headers()['lang'], 'hk')
    await page.getByRole('link', { name: '返回' }).tap()
    await page.getByRole('radio', { name: '金屬' }).waitFor({ state: 'attached' })
    await page.locator('main').getByText('黃金').waitFor({ state: 'attached' })
  })

  test('opens the trade screen of the tapped market', async () => {
    const page = await openHome()
    await rowOf(page, 'GBP/USD').tap()
    await page.locator('[data-screen=trade]').waitFor()
    assert.equal(new URL(page.url()).pathname, '/trade')
    assert.equal(await page.evaluate(() => localStorage.getItem('openlot.market')), 'GBPUSD')
  })
})
