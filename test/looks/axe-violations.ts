import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { longLanguages } from '#tools/looks-languages.ts'

/** Given instead of axe's long source text if the document has already loaded axe. */
const alreadyLoaded = 'undefined'

/** The long languages mix translations: the name of a button may be of another one than its text. */
const rulesOfOneLanguage = ['label-content-name-mismatch']

/** The only rules whose result depends on the theme. A screen that has passed all rules in one needs these in the other. */
export const rulesOfTheme = ['color-contrast', 'link-in-text-block']

type Limits = { readonly within?: string; readonly rules?: readonly string[] | undefined }

/**
 * Violations that axe finds on the page or within the selector. Other result types are skipped, because describing
 * them takes longer than the check.
 */
export async function axeViolations(page: Page, { within, rules }: Limits = {}): Promise<readonly string[]> {
  const { isKnown, language } = await page.evaluate(() => ({
    isKnown: 'axe' in window,
    language: document.documentElement.lang,
  }))
  const isMixed = longLanguages.some((code) => code === language)
  const axe = new AxeBuilder({ page, ...(isKnown ? { axeSource: alreadyLoaded } : {}) })
    .options({
      resultTypes: ['violations'],
      ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
    })
    .disableRules(isMixed ? rulesOfOneLanguage : [])
    // The page has no cross-origin iframes, so legacy mode suffices; otherwise axe opens a second page.
    .setLegacyMode()
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
