import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { createMarketPhones, type MarketPhones, rowsOf } from '#test/browser/markets/market-phones.ts'
import { type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { overflowingElements } from '#test/looks/layout-checks.ts'

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

testAppearances('home and search', async (appearance) => {
  for (const path of ['/', '/product']) {
    const page = await phones.open(`${app.address}${path}`, appearance)
    if (path === '/product') await page.getByRole('searchbox').or(page.getByRole('textbox')).fill('usd')
    await rowsOf(page).first().waitFor()
    await assertAccessible(page, path)
    await assertFitsLargeText(page, path)
    await rowsOf(page).last().scrollIntoViewIfNeeded()
    assert.deepEqual(await overflowingElements(page), [], path)
  }
})
