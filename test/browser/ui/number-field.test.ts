import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { takeShowcase } from '#test/browser/ui/showcase-page.ts'

const showcase = takeShowcase({ stillClock: true })

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
  test('goes by its step, exact to the last digit, with its buttons and the arrow keys', async () => {
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

  test('takes a comma for a point and keeps what is being typed', async () => {
    const { input } = field('Lots')
    await input.fill('1,')
    assert.equal(await input.inputValue(), '1.')
    assert.match(await reported(), /^1 ·/)
    await input.pressSequentially('5x07')
    assert.equal(await input.inputValue(), '1.507')
  })

  test('settles on its step and its bounds when it is left', async () => {
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

  test('leaves what was typed where the form is to judge it', async () => {
    const { input } = field('Amount')
    await input.fill('33')
    await input.blur()
    assert.equal(await input.inputValue(), '33')
  })

  test('stops at its bounds and says so', async () => {
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

  test('begins at the present price when it is empty', async () => {
    const { input, plus } = field('Stop loss')
    await plus.tap()
    assert.equal(await input.inputValue(), '1.08427')
    await plus.tap()
    assert.equal(await input.inputValue(), '1.08428')
  })

  test('goes on while its button is held, faster with time, and stops on release', async () => {
    const { page } = showcase
    const { input, plus } = field('Lots')
    await plus.scrollIntoViewIfNeeded()
    const { x, y } = await boxOf(plus)
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    const heard: string[] = []
    for (const passMs of [399, 1, 119, 1, 107, 1]) {
      await page.clock.runFor(passMs)
      heard.push(await input.inputValue())
    }
    assert.deepEqual(heard, ['0.50', '0.51', '0.51', '0.52', '0.52', '0.53'])
    await page.clock.runFor(1000)
    const after = await input.inputValue()
    assert.ok(Number(after) > 0.63, `${after} after another second`)
    await page.mouse.up()
    await page.clock.runFor(1000)
    assert.equal(await input.inputValue(), after)
  })

  test('stops when the pointer leaves the button it holds', async () => {
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
