import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Given in the place of axe's own text, which is long to read: a document that has it once keeps it. */
const isThereAlready = 'undefined'

/**
 * What axe finds on the page as it stands, or only in what the selector names. It is asked for nothing but faults:
 * to describe what it found in order takes longer than to find it.
 */
export async function axeFaults(page: Page, within?: string): Promise<readonly string[]> {
  const isKnown = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isKnown ? { axeSource: isThereAlready } : {}) })
    .options({ resultTypes: ['violations'] })
    // There are no frames from elsewhere on the page, for which axe would open a second one.
    .setLegacyMode()
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
