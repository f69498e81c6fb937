import type { Locator, Page } from 'playwright-core'
import { en } from '#test/browser/words.ts'

/** What a screen reader says of a line that is gone; on the page for exactly as long as the banner. */
export const lineAlert = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: en('connection.gone') })

/** The banner as it is seen. */
export const lineBanner = (page: Page): Locator => page.locator('[data-banner=line] > [aria-hidden]')
