import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { openOver } from '#test/browser/ui/open-over.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { looks, takeShowcase, wear } from '#test/browser/ui/showcase-page.ts'

const showcase = takeShowcase()

/** Of the whole page, or of a part of it. There are no frames from elsewhere, for which axe would open a second page. */
async function violations(page: Page, part = 'html'): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  const { violations: found } = await axe.analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

describe('axe finds nothing', () => {
  test('on the whole page in light and dark, left to right and right to left', async () => {
    const { page } = showcase
    // Everything in sight at once: axe judges no contrast of what is out of sight.
    await page.setViewportSize({ width: 390, height: 11_000 })
    await page.getByText('No more').waitFor()
    for (const look of looks) {
      await wear(page, look)
      await settle(page)
      assert.deepEqual(await violations(page), [], `${look.theme} ${look.direction}`)
    }
  })

  for (const name of ['ticket', 'start', 'danger']) {
    test(`with something open over the page: ${name}`, async () => {
      const { page } = showcase
      await wear(page, { theme: 'light', direction: 'rtl' })
      await openOver(page, name)
      assert.deepEqual(await violations(page), [])
      await wear(page, { theme: 'dark', direction: 'rtl' })
      await settle(page)
      assert.deepEqual(await violations(page), [])
    })
  }

  test('in a list that loads, is empty or failed', async () => {
    const { page } = showcase
    for (const state of ['loading', 'empty', 'failed']) {
      await page.locator('[data-part=List]').getByText(state, { exact: true }).tap()
      await settle(page)
      assert.deepEqual(await violations(page, '[data-part=List]'), [], state)
    }
  })

  test('in toasts', async () => {
    const { page } = showcase
    for (const tone of ['good', 'danger', 'with action']) {
      await page.getByRole('button', { name: `toast ${tone}`, exact: true }).dispatchEvent('click')
    }
    // A pointer on them keeps them up.
    await page.getByText('Order cancelled').hover()
    for (const theme of ['light', 'dark'] as const) {
      await wear(page, { theme, direction: 'ltr' })
      await settle(page)
      assert.deepEqual(await violations(page, '[aria-label=Notifications]'), [], theme)
    }
  })
})
