import type { Locator, Page } from 'playwright-core'
import { en } from '#test/browser/words.ts'

/** The alert for screen readers; present exactly as long as the banner. */
export const lineAlert = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: en('connection.gone') })

/** The visible banner. */
export const lineBanner = (page: Page): Locator => page.locator('[data-banner=line] > [aria-hidden]')
