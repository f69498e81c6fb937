import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import {
  codesOf,
  createMarketPhones,
  type MarketPhones,
  rowOf,
  waitForRow,
} from '#test/browser/markets/market-phones.ts'
import { type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'

let app: PricedApp
let phones: MarketPhones

before(async () => {
  app = await servePricedApp()
  app.makeStale('GBPUSD')
  phones = await createMarketPhones()
})
afterEach(() => phones.closeAll())
after(async () => {
  await phones.stop()
  await app.stop()
})

const field = (page: Page) => page.getByRole('searchbox').or(page.getByRole('textbox'))
const open = (path: string, options: BrowserContextOptions = {}) =>
  phones.open(`${app.address}${path}`, options)

async function openSearch(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open('/product', options)
  await field(page).waitFor()
  return page
}

/** Earlier results stay visible until the answer. Only then is there a text for screen readers. */
async function search(page: Page, text: string): Promise<readonly string[]> {
  await field(page).fill(text)
  await page.locator('main p[role=status]').filter({ hasText: /\S/ }).waitFor({ state: 'attached' })
  return codesOf(page)
}

describe('the market search', () => {
  test('focuses its input, also when opened from home a second time', async () => {
    const page = await open('/')
    for (let visit = 1; visit <= 2; visit += 1) {
      await page.getByRole('link', { name: en('home.search') }).tap()
      await field(page).and(page.locator(':focus')).waitFor()
      await page.getByRole('link', { name: en('control.back') }).tap()
      await page.locator('[data-screen=home]').waitFor()
    }
  })

  test('finds by code and by name while typing, with live prices', async () => {
    const page = await openSearch()
    assert.deepEqual(await search(page, 'eurus'), ['EUR/USD'])
    await waitForRow(page, 'EUR/USD', /1\.08420 0\.00.%/)
    app.price('EURUSD', '1.08529', '1.08537')
    await waitForRow(page, 'EUR/USD', /1\.08529 \+0\.10.%/)
    app.price('EURUSD', '1.08420', '1.08428')
    assert.deepEqual(await search(page, 'gold'), ['XAU/USD'])
    await page.getByText('1 market found').waitFor({ state: 'attached' })
  })

  test('finds by the translated name and by the English one', async () => {
    const page = await openSearch({ locale: 'zh-HK' })
    assert.deepEqual(await search(page, '黃金'), ['XAU/USD'])
    assert.deepEqual(await search(page, 'gold'), ['XAU/USD'])
    await waitForRow(page, 'XAU/USD', /2.647\.18 0\.00.%/)
  })

  test('reports an empty result and a failure', async () => {
    const page = await openSearch()
    assert.deepEqual(await search(page, 'xyzzy'), [])
    await page.getByText(en('product.none_text', { text: 'xyzzy' })).waitFor()
    await page.route(/searchCurrency/, (route) =>
      route.fulfill({ json: { code: 500, msg: 'No.', data: null } }),
    )
    await field(page).fill('euro')
    await page.getByText(en('product.failed')).waitFor()
    await page.unroute(/searchCurrency/)
    await page.getByRole('button', { name: en('app.failed.retry') }).tap()
    await rowOf(page, 'EUR/USD').waitFor()
    assert.deepEqual(await shownToasts(page), [])
  })

  test('opens the trade screen of the tapped result, and stores the search term', async () => {
    const page = await openSearch()
    await search(page, 'gold')
    await rowOf(page, 'XAU/USD').tap()
    await page.locator('[data-screen=trade]').waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('openlot.market')), 'XAUUSD')
    await page.goto(`${app.address}/product`)
    await page.getByRole('button', { name: 'gold', exact: true }).tap()
    assert.equal(await field(page).inputValue(), 'gold')
    await rowOf(page, 'XAU/USD').waitFor()
  })

  test('clears remembered terms', async () => {
    const page = await openSearch()
    for (const text of ['gold', 'euro', 'yen']) {
      await search(page, text)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: en('control.clear'), exact: true }).tap()
    const recent = page.getByRole('region', { name: en('product.recent') }).getByRole('listitem')
    assert.deepEqual(await recent.allTextContents(), ['yen', 'euro', 'gold'])
    await page.getByRole('button', { name: en('product.remove', { text: 'euro' }) }).tap()
    assert.deepEqual(await recent.allTextContents(), ['yen', 'gold'])
    await page.reload()
    await recent.first().waitFor()
    assert.deepEqual(await recent.allTextContents(), ['yen', 'gold'])
    await page.getByRole('button', { name: en('product.clear') }).tap()
    await page.getByText(en('product.hint')).waitFor()
  })
})
