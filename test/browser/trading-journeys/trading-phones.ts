// The real server with a replay feed, and new phones for each test.
import { after, afterEach, before, beforeEach } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createMarketPhones, type MarketPhones } from '#test/browser/markets/market-phones.ts'
import { firstPrices, type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { withStorage } from '#test/browser/trade-screen/trade-page.ts'
import { openDemoAccount, screenOf } from '#test/browser/trading-journeys/trading-page.ts'

export type TradingPhones = {
  readonly app: () => PricedApp
  /** Opens the path as a first-time visitor. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens a new demo account, and shows the home screen. */
  readonly demo: (options?: BrowserContextOptions) => Promise<Page>
}

/**
 * Call once at the top of a test file. Each test starts at the first prices, and fails if a page reported an
 * unexpected problem.
 */
export function setUpTradingPhones(isExpected?: (problem: string) => boolean): TradingPhones {
  let served: PricedApp | undefined
  let phones: MarketPhones | undefined
  const app = () => {
    if (served === undefined) throw new Error('the server runs only during tests')
    return served
  }
  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    if (phones === undefined) throw new Error('phones exist only during tests')
    const contextOptions = { baseURL: app().address, reducedMotion: 'reduce', ...options } as const
    return await phones.open(`${app().address}${path}`, contextOptions)
  }
  before(async () => {
    served = await servePricedApp()
    phones = await createMarketPhones()
  })
  // Resets prices before each test, because a failed test would leave its prices behind.
  beforeEach(() => {
    for (const [code, bid, ask] of firstPrices) app().price(code, bid, ask)
  })
  afterEach(async () => {
    await phones?.closeAll(isExpected)
  })
  after(async () => {
    await phones?.stop()
    await served?.stop()
  })
  return {
    app,
    visit,
    async demo(options) {
      const session = { 'openlot.session': await openDemoAccount(app().address) }
      const page = await visit('/', { ...withStorage(app().address, session), ...options })
      await screenOf(page, 'home').waitFor()
      return page
    },
  }
}
