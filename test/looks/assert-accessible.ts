import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { settle } from '#test/browser/ui/settle.ts'
import { axeViolations } from '#test/looks/axe-violations.ts'
import { faultsAfterResize, overflowingElements, smallTargets } from '#test/looks/layout-checks.ts'
import { longLanguages } from '#tools/looks-languages.ts'

/**
 * The appearance that axe does not check: there are others in light and dark. Its rules depend on the colours and the
 * structure, not on the words, and it takes as long as loading the page.
 */
const languageWithoutAxe = 'ar'

/** Checks the visible screen for axe violations, horizontal overflow and small touch targets. */
export async function assertAccessible(page: Page, message?: string): Promise<void> {
  await settle(page)
  const language = await languageOf(page)
  if (language !== languageWithoutAxe) assert.deepEqual(await axeViolations(page), [], message)
  assert.deepEqual(await overflowingElements(page), [], message)
  assert.deepEqual(await smallTargets(page), [], message)
}

/** Checks that nothing overflows the narrowest screen with the largest text: where the words are the longest. */
export async function assertFitsLargeText(page: Page, message?: string): Promise<void> {
  const language = await languageOf(page)
  if (!longLanguages.some((code) => code === language)) return
  await page.setViewportSize({ width: 320, height: 640 })
  await doubleTextSize(page)
  assert.deepEqual(await faultsAfterResize(page, () => overflowingElements(page)), [], message)
}

async function languageOf(page: Page): Promise<string> {
  return await page.evaluate(() => document.documentElement.lang)
}

/** Sets the largest text size that the browser settings offer. */
export async function doubleTextSize(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  // The size change is animated.
  await settle(page)
}

/** Ends `doubleTextSize`. */
export async function usualTextSize(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}
