import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openOverlay } from '#test/browser/ui/open-overlay.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { applyAppearance, setUpShowcase } from '#test/browser/ui/showcase-page.ts'
import { axeViolations } from '#test/looks/axe-violations.ts'

const showcase = setUpShowcase()

describe('axe passes', () => {
  test('on the whole page in light and dark, left to right and right to left', async () => {
    const { page } = showcase
    // A tall viewport, because axe does not check contrast outside of it.
    await page.setViewportSize({ width: 390, height: 8000 })
    for (const [theme, direction, listState] of [
      ['light', 'ltr', 'failed'],
      ['light', 'rtl', 'loading'],
      ['dark', 'rtl', 'empty'],
    ] as const) {
      await applyAppearance(page, { theme, direction })
      await page.locator('[data-part=List]').getByText(listState, { exact: true }).tap()
      await settle(page)
      assert.deepEqual(await axeViolations(page), [], `${theme} ${direction}`)
    }
  })

  for (const [name, theme, direction] of [
    ['ticket', 'dark', 'ltr'],
    ['start', 'light', 'rtl'],
    ['danger', 'dark', 'rtl'],
  ] as const) {
    test(`with “${name}” open over the page in ${theme} and ${direction}`, async () => {
      const { page } = showcase
      await applyAppearance(page, { theme, direction })
      await openOverlay(page, name)
      // Checks only the dialog, because the previous test checks the page below it.
      assert.deepEqual(await axeViolations(page, { within: '[role=dialog], [role=alertdialog]' }), [])
    })
  }

  test('with toasts above a list of rows', async () => {
    const { page } = showcase
    await page.getByRole('list', { name: 'Orders' }).scrollIntoViewIfNeeded()
    for (const tone of ['good', 'danger', 'with action']) {
      await page.getByRole('button', { name: `toast ${tone}`, exact: true }).dispatchEvent('click')
    }
    // Toasts stay open while the pointer is over them.
    await page.getByText('Order cancelled').hover()
    await settle(page)
    assert.deepEqual(await axeViolations(page, { within: '.toast' }), [])
  })
})
