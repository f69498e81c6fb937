import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { openOverlay } from '#test/browser/ui/open-overlay.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { applyAppearance, setUpShowcase } from '#test/browser/ui/showcase-page.ts'
import { startTouch, swipe } from '#test/browser/ui/touch.ts'
import { eventually } from '#test/eventually.ts'

const showcase = setUpShowcase()

const opener = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const waitUntilClosed = (over: Locator) => over.waitFor({ state: 'detached' })

describe('a sheet', () => {
  test('opens at the bottom edge over the full width', async () => {
    const box = await boxOf(await openOverlay(showcase.page, 'ticket'))
    assert.deepEqual([box.x, box.width, box.y + box.height], [0, 390, 844])
  })

  test('traps the focus, closes on Escape and restores the focus', async () => {
    const { page } = showcase
    const sheet = await openOverlay(page, 'ticket')
    const places = new Set<string>()
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab')
      // Passing the end of the sheet takes a moment, in which the page has the focus.
      const place = await page.waitForFunction(
        (element) => {
          const { activeElement } = document
          const isGuard = activeElement?.hasAttribute('data-base-ui-focus-guard') === true
          return isGuard || element?.contains(activeElement) ? activeElement?.outerHTML : undefined
        },
        await sheet.elementHandle(),
      )
      places.add(String(await place.jsonValue()))
    }
    assert.ok(places.size > 5)
    await page.keyboard.press('Escape')
    await waitUntilClosed(sheet)
    assert.ok(await opener(page, 'ticket').evaluate((element) => element === document.activeElement))
  })

  test('closes by a swipe down', async () => {
    const { page } = showcase
    const sheet = await openOverlay(page, 'ticket')
    const { y } = await boxOf(sheet)
    await swipe(page, [195, y + 12], [195, y + 400])
    await waitUntilClosed(sheet)
  })

  test('follows the finger, and stays open when the finger turns back', async () => {
    const { page } = showcase
    const sheet = await openOverlay(page, 'ticket')
    const { y } = await boxOf(sheet)
    const touch = await startTouch(page, [195, y + 12])
    await touch.moveTo([195, y + 212])
    await eventually(async () => (await boxOf(sheet)).y > y + 150, 'the sheet follows')
    await touch.moveTo([195, y + 112])
    await touch.end()
    await settle(page)
    assert.equal((await boxOf(sheet)).y, y)
  })

  test('slides in and out without reduced motion', async () => {
    const { page } = showcase
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const slides = () =>
      page.evaluate(() => document.getAnimations().some(({ effect }) => effect?.getTiming().duration === 340))
    await opener(page, 'ticket').tap()
    assert.ok(await slides())
  })

  test('closes by a press outside', async () => {
    const { page } = showcase
    const sheet = await openOverlay(page, 'ticket')
    await page.touchscreen.tap(195, 30)
    await waitUntilClosed(sheet)
  })

  test('that is not dismissible closes by its button only', async () => {
    const { page } = showcase
    const sheet = await openOverlay(page, 'persistent')
    const { y } = await boxOf(sheet)
    await page.touchscreen.tap(195, 30)
    await settle(page)
    await swipe(page, [195, y + 12], [195, y + 120])
    await settle(page)
    assert.equal((await boxOf(sheet)).y, y)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await waitUntilClosed(sheet)
  })

  test('with long content leaves a strip of the screen and scrolls inside', async () => {
    const { page } = showcase
    const sheet = await openOverlay(page, 'long')
    assert.equal((await boxOf(sheet)).y, 24)
    await swipe(page, [195, 700], [195, 300])
    const line = sheet.getByText('EUR/USD is one of many lines.')
    await page.waitForFunction(
      () => (document.querySelector('.sheet .overflow-y-auto')?.scrollTop ?? 0) > 100,
    )
    assert.ok((await boxOf(line.first())).y < 24)
    assert.equal((await boxOf(sheet)).y, 24)
  })
})

describe('a drawer', () => {
  for (const direction of ['ltr', 'rtl'] as const) {
    for (const side of ['start', 'end'] as const) {
      const isLeft = (side === 'start') === (direction === 'ltr')
      const edge = isLeft ? 'left' : 'right'
      test(`at the ${side} opens at the ${edge} edge in ${direction} and closes the same way`, async () => {
        const { page } = showcase
        await applyAppearance(page, { theme: 'light', direction })
        const drawer = await openOverlay(page, side)
        const box = await boxOf(drawer)
        assert.equal(isLeft ? box.x : box.x + box.width, isLeft ? 0 : 390)
        await swipe(page, [195, 780], isLeft ? [385, 780] : [5, 780])
        await settle(page)
        assert.deepEqual(await boxOf(drawer), box)
        await swipe(page, isLeft ? [320, 780] : [70, 780], isLeft ? [5, 780] : [385, 780])
        await waitUntilClosed(drawer)
      })
    }
  }
})
