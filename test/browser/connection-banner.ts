import type { Locator, Page } from 'playwright-core'
import { en } from '#test/browser/words.ts'

/** The alert for screen readers, which exists exactly as long as the banner. */
export const connectionAlert = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: en('connection.gone') })

/** The visible banner. */
export const connectionBanner = (page: Page): Locator => page.locator('[data-banner=line] > [aria-hidden]')
