import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openOverlay } from '#test/browser/ui/open-overlay.ts'
import { applyAppearance, setUpShowcase } from '#test/browser/ui/showcase-page.ts'
import { overflowingElements, smallTargets } from '#test/looks/layout-checks.ts'

const showcase = setUpShowcase()

/** Checks the page, and then again with a sheet, a drawer and a dialog open. */
async function checkEverywhere(
  page: Page,
  faultsOf: (page: Page) => Promise<readonly string[]>,
): Promise<void> {
  assert.deepEqual(await faultsOf(page), [])
  for (const name of ['ticket', 'start', 'danger']) {
    const over = await openOverlay(page, name)
    assert.deepEqual(await faultsOf(page), [], name)
    await page.keyboard.press('Escape')
    await over.waitFor({ state: 'detached' })
  }
}

/** Showcase rows built from unbreakable figures, which overflow at double text size. */
const tooWideAtTwice = ['Figure', 'Panel, card, entries', 'Side by side']
  .map((part) => `[data-part="${part}"]`)
  .join(', ')

describe('nothing overflows the screen', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    test(`at 390 and at 320 px in ${direction}`, async () => {
      const { page } = showcase
      await applyAppearance(page, { theme: 'light', direction })
      await checkEverywhere(page, overflowingElements)
      await page.setViewportSize({ width: 320, height: 844 })
      await checkEverywhere(page, overflowingElements)
    })

    test(`with double text size in ${direction}`, async () => {
      const { page } = showcase
      await applyAppearance(page, { theme: 'light', direction })
      await page.addStyleTag({ content: 'html { font-size: 200% }' })
      await checkEverywhere(page, () => overflowingElements(page, tooWideAtTwice))
    })
  }
})

describe('every touch target has 44 px', () => {
  for (const width of [390, 320]) {
    test(`at ${width} px`, async () => {
      const { page } = showcase
      await page.setViewportSize({ width, height: 844 })
      await page.getByRole('button', { name: 'toast with action' }).dispatchEvent('click')
      await page.getByText('Order cancelled').waitFor()
      await checkEverywhere(page, smallTargets)
    })
  }
})
