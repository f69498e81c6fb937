import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { applyAppearance, setUpShowcase } from '#test/browser/ui/showcase-page.ts'

const showcase = setUpShowcase()

const part = (page: Page) => page.locator('[data-part=Choices]')
const chosenTab = (row: Locator) => row.locator('[aria-selected=true]').evaluate((tab) => tab.textContent)
const chosen = (group: Locator) => group.locator(':checked').inputValue()

/** Waits until the row has scrolled the element to the centre. */
async function waitUntilCentred(page: Page, locator: Locator): Promise<void> {
  await page.waitForFunction(
    (shown) => {
      const { left, right } = shown?.getBoundingClientRect() ?? { left: 0, right: 0 }
      return Math.abs((left + right) / 2 - innerWidth / 2) < 2
    },
    await locator.elementHandle(),
  )
}

describe('tabs', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    test(`follow the arrow keys in reading direction in ${direction}`, async () => {
      const { page } = showcase
      await applyAppearance(page, { theme: 'light', direction })
      const row = part(page).getByRole('tablist', { name: 'Orders' })
      const [onward, back] = direction === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
      await row.getByRole('tab', { name: /Positions/ }).focus()
      for (const [key, expected] of [
        [onward, /^Pending/],
        [back, /^Positions/],
        [back, /^History/],
        ['Home', /^Positions/],
        ['End', /^History/],
      ] as const) {
        await page.keyboard.press(key ?? '')
        assert.match(await chosenTab(row), expected)
        assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), expected)
      }
    })
  }

  test('show the panel of the selected tab', async () => {
    const { page } = showcase
    await part(page)
      .getByRole('tab', { name: /Pending/ })
      .tap()
    const panel = page.getByRole('tabpanel', { name: /Pending/ })
    assert.equal(await panel.textContent(), 'The panel of “pending”.')
  })

  test('scroll the selected tab to the middle', async () => {
    const { page } = showcase
    const tab = part(page).getByRole('tab', { name: 'Transfers' })
    await tab.tap()
    await waitUntilCentred(page, tab)
  })
})

describe('chips', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    test(`scroll the selected chip to the middle in ${direction}, and only their row`, async () => {
      const { page } = showcase
      await applyAppearance(page, { theme: 'light', direction })
      const group = part(page).getByRole('radiogroup', { name: 'Category' })
      const chip = group.getByText('Metals')
      await chip.scrollIntoViewIfNeeded()
      const { y } = await boxOf(group)
      await chip.tap()
      assert.equal(await chosen(group), 'Metals')
      await waitUntilCentred(page, chip)
      assert.equal((await boxOf(group)).y, y)
    })
  }
})

describe('a segmented control', () => {
  test('reacts to presses and arrow keys, and skips disabled options', async () => {
    const { page } = showcase
    const group = part(page).getByRole('radiogroup', { name: 'Kind' })
    await group.getByText('Pending').tap()
    assert.equal(await chosen(group), 'pending')
    await page.keyboard.press('ArrowRight')
    assert.equal(await chosen(group), 'market')
    await group.getByText('Never').tap({ force: true })
    assert.equal(await chosen(group), 'market')
  })
})

describe('a switch', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    test(`toggles by press and space bar, towards the end of the line in ${direction}`, async () => {
      const { page } = showcase
      await applyAppearance(page, { theme: 'light', direction })
      const toggle = part(page).getByRole('switch', { name: 'Take profit' })
      const knob = async () => {
        await settle(page)
        const [inside, whole] = [await boxOf(toggle.locator('+ span')), await boxOf(toggle)]
        return inside.x + inside.width / 2 > whole.x + whole.width / 2 ? 'right' : 'left'
      }
      assert.deepEqual(
        [await toggle.isChecked(), await knob()],
        [true, direction === 'ltr' ? 'right' : 'left'],
      )
      await toggle.tap()
      assert.deepEqual(
        [await toggle.isChecked(), await knob()],
        [false, direction === 'ltr' ? 'left' : 'right'],
      )
      await toggle.press('Space')
      assert.equal(await toggle.isChecked(), true)
    })
  }
})
