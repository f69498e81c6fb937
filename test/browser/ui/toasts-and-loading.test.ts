import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { endOfMotion } from '#test/browser/ui/settle.ts'
import { setUpShowcase } from '#test/browser/ui/showcase-page.ts'
import { startTouch, swipe } from '#test/browser/ui/touch.ts'
import { eventually } from '#test/eventually.ts'

const showcase = setUpShowcase({ stillClock: true })

const stayMs = 4000
const fadeMs = 200

const toastsOn = (page: Page) => page.getByRole('region', { name: 'Notifications' }).locator('li')
const textsOn = (page: Page) => toastsOn(page).allInnerTexts()

async function show(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('button', { name: `toast ${name}`, exact: true })
    await button.dispatchEvent('click')
  }
  await toastsOn(page).first().waitFor()
  await endOfMotion(page)
}

/** Opens the ticket. Advances the clock for its first frames, because the clock is stopped. */
async function openTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ticket', exact: true }).tap()
  await page.clock.runFor(100)
  await page.locator('.sheet:not([data-starting-style])').waitFor()
  await endOfMotion(page)
}

describe('a toast', () => {
  test('disappears after four seconds', async () => {
    const { page } = showcase
    await show(page, 'warn')
    assert.deepEqual(await textsOn(page), ['Prices are stale'])
    await page.clock.runFor(stayMs - 1)
    assert.equal(await toastsOn(page).and(page.locator('[data-leaving]')).count(), 0)
    await page.clock.runFor(1)
    await toastsOn(page).and(page.locator('[data-leaving]')).waitFor()
    await page.clock.runFor(fadeMs)
    await toastsOn(page).waitFor({ state: 'detached' })
  })

  test('is limited to three at once, without duplicates', async () => {
    const { page } = showcase
    await show(page, 'neutral', 'good', 'danger', 'warn', 'good')
    await page.clock.runFor(fadeMs)
    await toastsOn(page).nth(3).waitFor({ state: 'detached' })
    const texts = await textsOn(page)
    assert.deepEqual(
      texts.map((text) => text.slice(0, 10)),
      ['Not enough', 'Prices are', 'Order plac'],
    )
  })

  test('stays while the pointer is over it', async () => {
    const { page } = showcase
    await show(page, 'good', 'warn')
    await toastsOn(page).first().hover()
    await page.clock.runFor(stayMs * 3)
    assert.equal((await textsOn(page)).length, 2)
    await page.mouse.move(195, 500)
    await page.clock.runFor(stayMs + fadeMs)
    await toastsOn(page).first().waitFor({ state: 'detached' })
    assert.deepEqual(await textsOn(page), [])
  })

  test('is dismissed by a swipe to either side or up, and the others stay', async () => {
    const { page } = showcase
    await show(page, 'warn')
    for (const [x, y] of [
      [100, 0],
      [-100, 0],
      [0, -40],
    ] as const) {
      await show(page, 'good')
      const box = await boxOf(toastsOn(page).nth(1))
      await swipe(page, [150, box.y + 30], [150 + x, box.y + 30 + y])
      await page.clock.runFor(fadeMs)
      await toastsOn(page).nth(1).waitFor({ state: 'detached' })
      assert.deepEqual(await textsOn(page), ['Prices are stale'])
    }
  })

  test('springs back after a short swipe', async () => {
    const { page } = showcase
    await show(page, 'good')
    const box = await boxOf(toastsOn(page))
    const touch = await startTouch(page, [150, box.y + 20])
    await touch.moveTo([200, box.y + 20])
    // The browser may deliver the last movements a frame later.
    const moved = { ...box, x: box.x + 50 }
    await eventually(async () => isDeepStrictEqual(await boxOf(toastsOn(page)), moved), 'the toast follows')
    await touch.end()
    await eventually(
      async () => isDeepStrictEqual(await boxOf(toastsOn(page)), box),
      'the toast springs back',
    )
  })

  test('closes when its action is chosen', async () => {
    const { page } = showcase
    await show(page, 'with action')
    await toastsOn(page).getByRole('button', { name: 'Orders' }).tap()
    await page.clock.runFor(fadeMs)
    await toastsOn(page).waitFor({ state: 'detached' })
  })

  test('over a sheet can be closed without closing the sheet', async () => {
    const { page } = showcase
    await show(page, 'good')
    await openTicket(page)
    await toastsOn(page).getByRole('button', { name: 'Close' }).tap()
    await page.clock.runFor(1000)
    await toastsOn(page).waitFor({ state: 'detached' })
    assert.equal(await page.locator('.sheet[data-open]').count(), 1)
  })
})

describe('the loading overlay', () => {
  test('blocks presses and keys for the sheet below, and restores the focus', async () => {
    const { page } = showcase
    await openTicket(page)
    const buy = page.locator('.sheet').getByRole('button', { name: 'Buy 0.50 at 1.08435' })
    await buy.tap()
    const overlay = page.getByRole('status', { name: 'Loading' }).and(page.locator('.fixed'))
    await overlay.waitFor()
    assert.ok(await overlay.evaluate((element) => element === document.activeElement))
    await page.touchscreen.tap(195, 60)
    await page.keyboard.press('Escape')
    await page.clock.runFor(1499)
    assert.equal(await overlay.count(), 1)
    await page.clock.runFor(1)
    await overlay.waitFor({ state: 'detached' })
    assert.equal(await page.locator('.sheet[data-open]').count(), 1)
    assert.ok(await buy.evaluate((element) => element === document.activeElement))
  })
})
