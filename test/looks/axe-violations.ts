import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Given instead of axe's long source text if the document has already loaded axe. */
const alreadyLoaded = 'undefined'

/**
 * Violations that axe finds on the page or within the selector. Other result types are skipped, because describing
 * them takes longer than the check.
 */
export async function axeViolations(page: Page, within?: string): Promise<readonly string[]> {
  const isKnown = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isKnown ? { axeSource: alreadyLoaded } : {}) })
    .options({ resultTypes: ['violations'] })
    // The page has no cross-origin iframes, so legacy mode suffices; otherwise axe opens a second page.
    .setLegacyMode()
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
