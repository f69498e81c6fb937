// Phones and locators for the market tests.
import assert from 'node:assert/strict'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'

export type MarketPhones = {
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<Page>
  /** Closes the phones, and fails if one reported an unexpected problem. */
  readonly closeAll: (isExpected?: (problem: string) => boolean) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function createMarketPhones(): Promise<MarketPhones> {
  const browser: Browser = await openBrowser()
  let phones: Phone[] = []
  return {
    async open(url, options = {}) {
      const phone = await createPhone(browser, { timezoneId: 'UTC', ...options })
      phones.push(phone)
      await phone.page.goto(url)
      return phone.page
    },
    async closeAll(isExpected = () => false) {
      const problems = phones.flatMap((phone) => phone.problems).filter((problem) => !isExpected(problem))
      for (const phone of phones) await phone.close()
      phones = []
      assert.deepEqual(problems, [])
    },
    stop: () => browser.close(),
  }
}

/** Rows of the visible screen. Each is one button, whose accessible name contains everything shown. */
export function rowsOf(page: Page): Locator {
  return page.locator('[data-screen] main li > div > button')
}

/** The row of a market, by its display code. */
export function rowOf(page: Page, showCode: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${showCode} `) })
}

/** Waits until a row shows this text between its code and its name. A thin space precedes the percent sign. */
export async function waitForRow(page: Page, showCode: string, text: RegExp): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${showCode} ${text.source} \\S`) }).waitFor()
}

/** Waits until all requests of the page are done, so that a later connection failure interrupts none of them. */
export async function waitForRequests(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
}

/** The codes of all rows, in order. */
export async function codesOf(page: Page): Promise<readonly string[]> {
  return await rowsOf(page).locator('[dir=ltr]').allTextContents()
}
