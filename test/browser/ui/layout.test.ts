import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sidewaysFaults, smallTargets } from '#test/browser/ui/layout-faults.ts'
import { openOver } from '#test/browser/ui/open-over.ts'
import { takeShowcase, wear } from '#test/browser/ui/showcase-page.ts'

const showcase = takeShowcase()

const overlays = ['ticket', 'long', 'start', 'end', 'danger']

async function eachOverlay(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const name of overlays) {
    const over = await openOver(page, name)
    await look(name)
    await page.keyboard.press('Escape')
    await over.waitFor({ state: 'detached' })
  }
}

/** Rows this page makes by hand out of figures, which never break: at twice the size they want a wider screen. */
const tooWideAtTwice = ['Figure', 'Panel, card, entries', 'Side by side']
  .map((part) => `[data-part="${part}"]`)
  .join(', ')

describe('nothing goes beyond the sides of the screen', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    for (const width of [390, 320]) {
      test(`at ${width} px in ${direction}`, async () => {
        const { page } = showcase
        await wear(page, { theme: 'light', direction })
        await page.setViewportSize({ width, height: 844 })
        assert.deepEqual(await sidewaysFaults(page), [])
        await eachOverlay(page, async (name) => assert.deepEqual(await sidewaysFaults(page), [], name))
      })
    }

    test(`with letters of twice the size in ${direction}`, async () => {
      const { page } = showcase
      await wear(page, { theme: 'light', direction })
      await page.addStyleTag({ content: 'html { font-size: 200% }' })
      assert.deepEqual(await sidewaysFaults(page, tooWideAtTwice), [])
      await eachOverlay(page, async (name) =>
        assert.deepEqual(await sidewaysFaults(page, tooWideAtTwice), [], name),
      )
    })
  }
})

describe('everything that is pressed gives a finger 44 px', () => {
  for (const width of [390, 320]) {
    test(`at ${width} px`, async () => {
      const { page } = showcase
      await page.setViewportSize({ width, height: 844 })
      await page.getByRole('button', { name: 'toast with action' }).dispatchEvent('click')
      await page.getByRole('button', { name: 'Orders' }).first().waitFor()
      assert.deepEqual(await smallTargets(page), [])
      await eachOverlay(page, async (name) => assert.deepEqual(await smallTargets(page), [], name))
    })
  }
})
