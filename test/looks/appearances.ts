// Themes, languages and widths in which `npm run test:looks` checks every screen.
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { languages } from '#i18n/languages.ts'
import { translatedLanguages } from '#i18n/translated-languages.ts'
import { propertySeed } from '#test/fast-check.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { themeOfCommit } from '#test/looks/commit-theme.ts'
import { longLanguages } from '#tools/looks-languages.ts'

export type Appearance = {
  readonly colorScheme: 'light' | 'dark'
  readonly locale: string
  readonly viewport?: { readonly width: number; readonly height: number }
}

const originals: readonly Appearance[] = [
  { colorScheme: 'dark', locale: 'en' },
  { colorScheme: 'light', locale: 'zh-HK' },
]

/**
 * German and Arabic show the longest translation of every message (see tools/looks-languages.ts), and so cover the widths
 * of all languages.
 */
const synthetic: readonly Appearance[] = [
  { colorScheme: 'light', locale: 'de' },
  { colorScheme: 'dark', locale: 'ar', viewport: { width: 320, height: 640 } },
]

/** English and Chinese take turns from commit to commit, and so do the other languages. */
export const appearances: readonly Appearance[] = [
  ...originals.filter(({ colorScheme }) => colorScheme === themeOfCommit),
  ...synthetic,
  ...languageOfCommit().map((locale) => ({ colorScheme: 'light', locale }) as const),
]

/** Another language at each commit. Empty while only English and Chinese are translated. */
function languageOfCommit(): readonly string[] {
  const always: readonly string[] = ['en', 'hk', ...longLanguages]
  const others = translatedLanguages.filter((code) => !always.includes(code))
  const chosen = others[propertySeed() % others.length]
  return languages.filter(({ code }) => code === chosen).map(({ locale }) => locale)
}

/** One test per appearance. */
export function testAppearances(name: string, check: (appearance: Appearance) => Promise<void>): void {
  testEach(appearances, name, check)
}

/** English and Chinese both, for screens of texts that operators and users write. */
export function testAllAppearances(name: string, check: (appearance: Appearance) => Promise<void>): void {
  testEach([...originals, ...synthetic], name, check)
}

function testEach(
  list: readonly Appearance[],
  name: string,
  check: (appearance: Appearance) => Promise<void>,
): void {
  for (const appearance of list) {
    const { colorScheme, locale, viewport } = appearance
    test(`${name}: ${colorScheme}, ${locale}, ${viewport?.width ?? 390} px`, () => check(appearance))
  }
}

/** Checks a screen in every appearance, and then at 320 px with double text size. */
export function testScreen(
  name: string,
  open: (appearance: BrowserContextOptions) => Promise<{ readonly page: Page }>,
): void {
  testAppearances(name, async (appearance) => {
    const { page } = await open(appearance)
    await assertAccessible(page)
    await assertFitsLargeText(page)
  })
}
