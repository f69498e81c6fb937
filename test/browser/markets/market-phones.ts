// Phones for the tests of the markets, and what they look for on them.
import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { openBrowser, type Phone, takePhone } from '#test/browser/phone.ts'

export type MarketPhones = {
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<Page>
  /** Lays the phones away, and fails if anything went wrong on one of them that is not the point of the test. */
  readonly layAway: (isExpected?: (problem: string) => boolean) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function takeMarketPhones(): Promise<MarketPhones> {
  const browser: Browser = await openBrowser()
  let phones: Phone[] = []
  return {
    async open(url, options = {}) {
      const phone = await takePhone(browser, { timezoneId: 'UTC', ...options })
      phones.push(phone)
      await phone.page.goto(url)
      return phone.page
    },
    async layAway(isExpected = () => false) {
      const problems = phones.flatMap((phone) => phone.problems).filter((problem) => !isExpected(problem))
      for (const phone of phones) await phone.close()
      phones = []
      assert.deepEqual(problems, [])
    },
    stop: () => browser.close(),
  }
}

/** The rows of the screen one looks at: each is one button, and its name says everything that is shown of it. */
export function rowsOf(page: Page): Locator {
  return page.locator('[data-screen] main li > div > button')
}

/** The row of a market by what it is called for people. */
export function rowOf(page: Page, showCode: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${showCode} `) })
}

/** Waits until a row says this between its code and its name. A thin space stands before the percent sign. */
export async function rowSays(page: Page, showCode: string, text: RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${showCode} ${text.source} \\S`) }).waitFor()
}

/** Waits until the page has everything it asked for: what breaks from here on breaks nothing that was under way. */
export async function isFetched(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
}

/** The codes of all rows, in order. */
export async function codesOf(page: Page): Promise<readonly string[]> {
  return await rowsOf(page).locator('[dir=ltr]').allTextContents()
}

/** Letters as large as a reader can make them in the browser's settings. */
export async function doubleLetters(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}
