import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sizeOf } from '#test/browser/ui/box-of.ts'
import { applyAppearance, setUpShowcase } from '#test/browser/ui/showcase-page.ts'

const showcase = setUpShowcase()

const part = (page: Page, name: string) => page.locator(`[data-part="${name}"]`)
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
const colourOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)

/** Records every flash of a figure with its background colour in the page, because a flash is too short to observe. */
async function recordFlashes(figure: Locator) {
  const flashes = await figure.evaluateHandle((element) => {
    const flash = () => [element.getAttribute('data-flash'), getComputedStyle(element).backgroundColor]
    const recorded = [flash()]
    new MutationObserver(() => recorded.push(flash())).observe(element, { attributeFilter: ['data-flash'] })
    return recorded
  })
  return {
    changed: (times: number) =>
      figure.page().waitForFunction(({ recorded, count }) => recorded.length > count, {
        recorded: flashes,
        count: times,
      }),
    async recorded() {
      const [[, bare] = [], ...changes] = await flashes.jsonValue()
      return { bare, changes }
    },
  }
}

describe('a figure', () => {
  test('flashes in the colour of each movement and keeps its size', async () => {
    const { page } = showcase
    const figure = part(page, 'Figure').locator('.text-28').first()
    const before = await sizeOf(figure)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const flashes = await recordFlashes(figure)
    const directions = ['rise', 'fall', 'rise', 'fall', 'rise']
    for (const [count] of directions.entries()) {
      await page.getByRole('button', { name: 'Next tick' }).tap()
      // Each flash sets an attribute and removes it again: two changes.
      await flashes.changed(2 * (count + 1))
    }
    const { bare, changes } = await flashes.recorded()
    const grounds = new Map(changes.map(([light = null, ground]) => [light, ground]))
    // The fifth tick returns from the last of five prices to the first.
    const expected = directions.flatMap((direction) => [direction, null])
    assert.deepEqual(
      changes.map(([light]) => light),
      expected,
    )
    assert.equal(grounds.get(null), bare)
    assert.equal(new Set([bare, grounds.get('rise'), grounds.get('fall')]).size, 3)
    assert.deepEqual(await sizeOf(figure), before)
  })

  test('does not flash with reduced motion', async () => {
    const { page } = showcase
    const figure = part(page, 'Figure').locator('.text-28').first()
    const flashes = await recordFlashes(figure)
    await page.getByRole('button', { name: 'Next tick' }).tap()
    await flashes.changed(2)
    const { bare, changes } = await flashes.recorded()
    assert.deepEqual(changes, [
      ['rise', bare],
      [null, bare],
    ])
  })

  test('reads left to right in both writing directions', async () => {
    const { page } = showcase
    await applyAppearance(page, { theme: 'light', direction: 'rtl' })
    const loss = part(page, 'Figure').getByText('−0.47')
    const range = (text: string) =>
      loss.evaluate((element, wanted) => {
        const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
        const at = node?.textContent?.indexOf(wanted) ?? -1
        if (node === null || at < 0) throw new Error(`no ${wanted} in ${element.textContent}`)
        const place = document.createRange()
        place.setStart(node, at)
        place.setEnd(node, at + wanted.length)
        return place.getBoundingClientRect().x
      }, text)
    assert.ok((await range('−')) < (await range('47')))
  })

  test('shows a dash without a value', async () => {
    const missing = part(showcase.page, 'Figure').getByText('Missing').locator('..')
    assert.equal((await missing.textContent())?.replace('Missing', ''), '—')
  })

  test("swaps its colours with the user's choice for rises", async () => {
    const { page } = showcase
    const [rise, fall] = [
      part(page, 'Figure').locator('.text-rise').first(),
      part(page, 'Figure').locator('.text-fall').first(),
    ]
    const before = [await colourOf(rise), await colourOf(fall)]
    await page.getByText('Red up').tap()
    await page.locator('html[data-rise=red]').waitFor({ state: 'attached' })
    assert.deepEqual([await colourOf(fall), await colourOf(rise)], before)
  })
})

describe('a button', () => {
  test('keeps its size and the focus while busy', async () => {
    const button = part(showcase.page, 'Button').getByRole('button', { name: 'Buy 0.50 at 1.08435' })
    const before = await sizeOf(button)
    await button.tap()
    await button.and(showcase.page.locator('[aria-busy=true]')).waitFor()
    assert.deepEqual(await sizeOf(button), before)
    assert.equal(await button.getAttribute('aria-disabled'), 'true')
    assert.ok(await isFocused(button))
  })

  test('copies its text to the clipboard and confirms it', async () => {
    const { page } = showcase
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy address' }).tap()
    await page.getByText('Copied').waitFor({ state: 'attached' })
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied, 'TXk4mQ9v7Jp2Lr8Yb3Nc6Wd1Ze5Sf0Ga')
  })
})

describe('a field', () => {
  test('is described by its hint or by its error', async () => {
    const { page } = showcase
    const said = await part(page, 'Field').ariaSnapshot()
    assert.match(said, /textbox "Email with an error"/)
    const noted = (label: string) =>
      page.getByLabel(label, { exact: true }).evaluate((element) => {
        const note = document.getElementById(element.getAttribute('aria-describedby') ?? '')
        return [element.getAttribute('aria-invalid'), note?.textContent]
      })
    assert.deepEqual(await noted('Email'), [null, 'We send a code there.'])
    assert.deepEqual(await noted('Email with an error'), ['true', 'This is not an email address'])
  })

  test('reveals a password and hides it again', async () => {
    const { page } = showcase
    const field = page.getByLabel('Password', { exact: true })
    assert.equal(await field.getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Show password' }).first().tap()
    assert.equal(await field.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Hide password' }).tap()
    assert.equal(await field.getAttribute('type'), 'password')
    assert.equal(await field.inputValue(), 'correct horse')
  })

  test('is cleared by its button, which keeps the keyboard open', async () => {
    const field = part(showcase.page, 'Field').getByRole('textbox', { name: 'Search markets' })
    const cross = part(showcase.page, 'Field').getByRole('button', { name: 'Clear' })
    await cross.tap()
    assert.equal(await field.inputValue(), '')
    assert.ok(await isFocused(field))
    assert.equal(await cross.count(), 0)
  })
})
