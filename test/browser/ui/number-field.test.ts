import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { setUpShowcase } from '#test/browser/ui/showcase-page.ts'

const showcase = setUpShowcase({ stillClock: true })

type Parts = { readonly input: Locator; readonly plus: Locator; readonly minus: Locator }

function field(label: string): Parts {
  const group = showcase.page.locator('[data-part=Field]').getByRole('group', { name: label })
  return {
    input: group.getByRole('textbox'),
    plus: group.getByRole('button', { name: 'Increase' }),
    minus: group.getByRole('button', { name: 'Decrease' }),
  }
}

const reported = () => showcase.page.getByTestId('lots').evaluate((output) => output.textContent)

describe('a number field', () => {
  test('steps exactly with its buttons and the arrow keys', async () => {
    const { input, plus, minus } = field('Lots')
    await plus.tap()
    assert.equal(await input.inputValue(), '0.51')
    await minus.tap()
    await minus.tap()
    assert.equal(await input.inputValue(), '0.49')
    await input.press('ArrowUp')
    assert.equal(await input.inputValue(), '0.50')
    await input.press('ArrowDown')
    assert.equal(await input.inputValue(), '0.49')
    assert.match(await reported(), /^0\.49 ·/)
  })

  test('reads a comma as a point and keeps the text while typing', async () => {
    const { input } = field('Lots')
    await input.fill('1,')
    assert.equal(await input.inputValue(), '1.')
    assert.match(await reported(), /^1 ·/)
    await input.pressSequentially('5x07')
    assert.equal(await input.inputValue(), '1.507')
  })

  test('rounds to its step and bounds on blur', async () => {
    const { input } = field('Lots')
    for (const [typed, settled] of [
      ['1.507', '1.51'],
      ['999', '50.00'],
      ['0', '0.01'],
      ['', ''],
    ] as const) {
      await input.fill(typed)
      await input.blur()
      assert.equal(await input.inputValue(), settled)
    }
  })

  test('keeps the typed text for forms that validate it', async () => {
    const { input } = field('Amount')
    await input.fill('33')
    await input.blur()
    assert.equal(await input.inputValue(), '33')
  })

  test('stops at its bounds and marks the button as disabled', async () => {
    const { input, plus, minus } = field('Lots')
    await input.fill('0.02')
    await minus.tap()
    assert.equal(await minus.getAttribute('aria-disabled'), 'true')
    await minus.tap({ force: true })
    await input.press('ArrowDown')
    assert.equal(await input.inputValue(), '0.01')
    await plus.tap()
    assert.equal(await input.inputValue(), '0.02')
    assert.equal(await minus.getAttribute('aria-disabled'), null)
  })

  test('starts at the current price when empty', async () => {
    const { input, plus } = field('Stop loss')
    await plus.tap()
    assert.equal(await input.inputValue(), '1.08427')
    await plus.tap()
    assert.equal(await input.inputValue(), '1.08428')
  })

  test('repeats faster while its button is held, and stops on release', async () => {
    const { page } = showcase
    const { input, plus } = field('Lots')
    await plus.scrollIntoViewIfNeeded()
    const { x, y } = await boxOf(plus)
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    const values: string[] = []
    for (const passMs of [399, 1, 119, 1, 107, 1]) {
      await page.clock.runFor(passMs)
      values.push(await input.inputValue())
    }
    assert.deepEqual(values, ['0.50', '0.51', '0.51', '0.52', '0.52', '0.53'])
    await page.clock.runFor(1000)
    const after = await input.inputValue()
    assert.ok(Number(after) > 0.63, `${after} after another second`)
    await page.mouse.up()
    await page.clock.runFor(1000)
    assert.equal(await input.inputValue(), after)
  })

  test('stops when the pointer leaves the held button', async () => {
    const { page } = showcase
    const { input, plus } = field('Lots')
    await plus.scrollIntoViewIfNeeded()
    const { x, y } = await boxOf(plus)
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 20, y - 100)
    await page.clock.runFor(2000)
    await page.mouse.up()
    assert.equal(await input.inputValue(), '0.50')
  })
})
