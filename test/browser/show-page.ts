import type { Page } from 'playwright-core'

/** What the browser reports when the user returns to the page from another one. */
export async function showPageAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
