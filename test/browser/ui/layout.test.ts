import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sidewaysFaults, smallTargets } from '#test/browser/ui/layout-checks.ts'
import { openOver } from '#test/browser/ui/open-overlay.ts'
import { takeShowcase, wear } from '#test/browser/ui/showcase-page.ts'

const showcase = takeShowcase()

/** Checks the page, and again with a sheet, a drawer and a dialog open. */
async function lookEverywhere(
  page: Page,
  faultsOf: (page: Page) => Promise<readonly string[]>,
): Promise<void> {
  assert.deepEqual(await faultsOf(page), [])
  for (const name of ['ticket', 'start', 'danger']) {
    const over = await openOver(page, name)
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
      await wear(page, { theme: 'light', direction })
      await lookEverywhere(page, sidewaysFaults)
      await page.setViewportSize({ width: 320, height: 844 })
      await lookEverywhere(page, sidewaysFaults)
    })

    test(`with double text size in ${direction}`, async () => {
      const { page } = showcase
      await wear(page, { theme: 'light', direction })
      await page.addStyleTag({ content: 'html { font-size: 200% }' })
      await lookEverywhere(page, () => sidewaysFaults(page, tooWideAtTwice))
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
      await lookEverywhere(page, smallTargets)
    })
  }
})
