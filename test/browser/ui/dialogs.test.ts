import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { openOverlay } from '#test/browser/ui/open-overlay.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { setUpShowcase } from '#test/browser/ui/showcase-page.ts'

const showcase = setUpShowcase()

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('a dialog', () => {
  test('opens at the bottom, named and described by its texts', async () => {
    const dialog = await openOverlay(showcase.page, 'confirm')
    const { x, y, width, height } = await boxOf(dialog)
    assert.deepEqual([x, width, y + height], [16, 358, 844 - 16])
    const said = await dialog.ariaSnapshot()
    assert.match(said, /alertdialog "Leave this page\?"/)
    assert.match(said, /You will be taken to the deposit page\./)
  })

  test('focuses the action, or Cancel if the action is destructive', async () => {
    const { page } = showcase
    const dialog = await openOverlay(page, 'confirm')
    assert.equal(await focusedText(page), 'Continue')
    await dialog.getByRole('button', { name: 'Not now' }).tap()
    await dialog.waitFor({ state: 'detached' })
    await openOverlay(page, 'danger')
    assert.equal(await focusedText(page), 'Keep it')
  })

  test('has one button without a cancel label, and focuses the given element', async () => {
    const { page } = showcase
    const dialog = await openOverlay(page, 'notice')
    assert.equal(await dialog.getByRole('textbox').evaluate((box) => box === document.activeElement), true)
    assert.deepEqual(await dialog.getByRole('button').allTextContents(), ['I have saved it'])
    await dialog.getByRole('button').tap()
    await dialog.waitFor({ state: 'detached' })
  })

  test('ignores a press outside', async () => {
    const { page } = showcase
    const dialog = await openOverlay(page, 'danger')
    await page.touchscreen.tap(195, 100)
    await settle(page)
    await dialog.getByRole('button', { name: 'Keep it' }).tap()
    await dialog.waitFor({ state: 'detached' })
  })

  test('closes on Escape, without the action', async () => {
    const { page } = showcase
    const dialog = await openOverlay(page, 'danger')
    await pressInOverlay(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByText('Order closed').count(), 0)
    assert.equal(await focusedText(page), 'danger')
  })

  test('acts on confirmation', async () => {
    const { page } = showcase
    const dialog = await openOverlay(page, 'danger')
    await dialog.getByRole('button', { name: 'Close order' }).tap()
    await page.getByText('Order closed').waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  test('ignores presses at first, also with reduced motion, and accepts keys and presses afterwards', async () => {
    const { page } = showcase
    const opener = page
      .locator('[data-part="Over the screen"]')
      .getByRole('button', { name: 'confirm', exact: true })
    const atFirst = await opener.evaluate(async (button: HTMLElement) => {
      button.click()
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (document.querySelector('[role=alertdialog]') === null) await frame()
      await frame()
      return [...document.querySelectorAll('[role=alertdialog] button')].map(
        (each) => getComputedStyle(each).pointerEvents,
      )
    })
    assert.deepEqual(atFirst, ['none', 'none'])
    await settle(page)
    assert.deepEqual(await page.evaluate(tappableButtons), [true, true])
    await pressInOverlay(page, 'Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })
})

/** True for each button of the dialog that a tap at its centre would hit. Runs in the page. */
function tappableButtons(): readonly boolean[] {
  return [...document.querySelectorAll('[role=alertdialog] button')].map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}
