import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectionAlert } from '#test/browser/connection-banner.ts'
import {
  createMarketPhones,
  type MarketPhones,
  rowsOf,
  waitForRequests,
  waitForRow,
} from '#test/browser/markets/market-phones.ts'
import { type ServedApp, serveApp } from '#test/browser/served-app.ts'
import { shownToasts } from '#test/browser/toasts.ts'

let app: ServedApp
let phones: MarketPhones

before(async () => {
  app = await serveApp({ FEED: 'sim', SIM_HOURS: 'always' })
  phones = await createMarketPhones()
})
// Neither the page nor the browser itself may log errors while the server is down.
afterEach(() => phones.closeAll())
after(async () => {
  await phones.stop()
  await app.stop()
})

const colours = (page: Page) => rowsOf(page).locator('.text-rise, .text-fall')
/** Resolves once any visible row has changed. */
async function waitForPriceChange(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((moved) => {
        const list = document.querySelector('[data-screen=home] main ul')
        const watcher = new MutationObserver(() => {
          watcher.disconnect()
          moved()
        })
        if (list !== null) watcher.observe(list, { subtree: true, characterData: true })
      }),
  )
}

describe('a fresh start', () => {
  test('shows live prices as soon as the page is opened', async () => {
    const page = await phones.open(`${app.address}/`)
    await rowsOf(page).first().filter({ hasText: /\d/ }).waitFor()
    await waitForPriceChange(page)
  })
})

describe('a server outage', () => {
  test('marks prices as stale, and updates them after the restart', async () => {
    const page = await phones.open(`${app.address}/`)
    await rowsOf(page).first().waitFor()
    await waitForPriceChange(page)
    assert.equal(await connectionAlert(page).count(), 0)
    assert.ok((await colours(page).count()) > 0, 'live prices are coloured')

    await waitForRequests(page)
    await app.kill()
    await connectionAlert(page).waitFor()
    await waitForRow(page, 'EUR/USD', /\d\.\d{5} .*/)
    assert.equal(await colours(page).count(), 0)

    const listed = page.waitForResponse(/trade_list/)
    await app.restart()
    await connectionAlert(page).waitFor({ state: 'detached' })
    assert.equal((await listed).status(), 200)
    await waitForPriceChange(page)
    assert.deepEqual(await shownToasts(page), [])
  })
})
