import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { settle } from '#test/browser/ui/settle.ts'
import { axeViolations, rulesOfTheme } from '#test/looks/axe-violations.ts'
import { themeOfCommit } from '#test/looks/commit-theme.ts'
import { faultsAfterResize, overflowingElements, smallTargets } from '#test/looks/layout-checks.ts'
import { longLanguages } from '#tools/looks-languages.ts'

/** Checks the visible screen for axe violations, horizontal overflow and small touch targets. */
export async function assertAccessible(page: Page, message?: string): Promise<void> {
  await settle(page)
  assert.deepEqual(await newAxeViolations(page), [], message)
  assert.deepEqual(await overflowingElements(page), [], message)
  assert.deepEqual(await smallTargets(page), [], message)
}

/**
 * Violations that the other appearances cannot show: of all rules in English or Chinese, and of those of the theme in one
 * of the long languages. The rules depend on the colours and the structure, not on the words, and all of them take as
 * long as loading the page.
 */
async function newAxeViolations(page: Page): Promise<readonly string[]> {
  if (!(await isInLongLanguage(page))) return await axeViolations(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const isOtherTheme = isDark !== (themeOfCommit === 'dark')
  return isOtherTheme ? await axeViolations(page, { rules: rulesOfTheme }) : []
}

/** Checks that nothing overflows the narrowest screen with the largest text: where the words are the longest. */
export async function assertFitsLargeText(page: Page, message?: string): Promise<void> {
  if (!(await isInLongLanguage(page))) return
  await page.setViewportSize({ width: 320, height: 640 })
  await doubleTextSize(page)
  assert.deepEqual(await faultsAfterResize(page, () => overflowingElements(page)), [], message)
}

async function isInLongLanguage(page: Page): Promise<boolean> {
  const language = await page.evaluate(() => document.documentElement.lang)
  return longLanguages.some((code) => code === language)
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
