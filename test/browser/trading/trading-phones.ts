// The real server with prices that the test writes, and fresh phones for each test of a file.
import { after, afterEach, before, beforeEach } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type MarketPhones, takeMarketPhones } from '#test/browser/markets/market-phones.ts'
import { firstPrices, type PricedApp, servePricedApp } from '#test/browser/markets/priced-app.ts'
import { openDemo } from '#test/browser/trading/trading-page.ts'

export type TradingPhones = {
  readonly app: () => PricedApp
  /** A visitor who has never been here. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** Somebody with a demo account of their own, at home. */
  readonly demo: (options?: BrowserContextOptions) => Promise<Page>
}

/**
 * Call it once at the top of a test file. Each test begins at the first prices, and fails if a page had a problem that is
 * not the point of the file.
 */
export function takeTradingPhones(isExpected?: (problem: string) => boolean): TradingPhones {
  let served: PricedApp | undefined
  let phones: MarketPhones | undefined
  const app = () => {
    if (served === undefined) throw new Error('there is a server only in a test')
    return served
  }
  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    if (phones === undefined) throw new Error('there are phones only in a test')
    const look = { baseURL: app().address, reducedMotion: 'reduce', ...options } as const
    return await phones.open(`${app().address}${path}`, look)
  }
  before(async () => {
    served = await servePricedApp()
    phones = await takeMarketPhones()
  })
  // Before and not after, where a test that failed would leave its prices to the next.
  beforeEach(() => {
    for (const [code, bid, ask] of firstPrices) app().price(code, bid, ask)
  })
  afterEach(async () => {
    await phones?.layAway(isExpected)
  })
  after(async () => {
    await phones?.stop()
    await served?.stop()
  })
  return {
    app,
    visit,
    async demo(options) {
      const page = await visit('/login', options)
      await openDemo(page)
      return page
    },
  }
}
