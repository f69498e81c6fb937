import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { putFinger, swipe } from '#test/browser/ui/finger.ts'
import { takeShowcase } from '#test/browser/ui/showcase-page.ts'

const showcase = takeShowcase({ stillClock: true })

const mark = (page: Page, text: string) => page.locator('main').getByText(text, { exact: true })
const refreshed = (page: Page) => page.getByText('Refreshed', { exact: true })

describe('pull to refresh', () => {
  test('says what a release would do, and closes half a second after it', async () => {
    const { page } = showcase
    const finger = await putFinger(page, [195, 300])
    await finger.moveTo([195, 380])
    await mark(page, 'Pull to refresh').waitFor()
    await finger.moveTo([195, 520])
    await mark(page, 'Release to refresh').waitFor()
    assert.equal(await refreshed(page).count(), 0)
    await finger.lift()
    await mark(page, 'Refreshing').waitFor()
    assert.equal(await refreshed(page).count(), 1)
    await page.clock.runFor(499)
    assert.equal(await mark(page, 'Refreshing').count(), 1)
    await page.clock.runFor(1)
    await mark(page, 'Refreshing').waitFor({ state: 'detached' })
  })

  test('does nothing after a pull that was too short, or taken back', async () => {
    const { page } = showcase
    await swipe(page, [195, 300], [195, 380])
    const finger = await putFinger(page, [195, 300])
    await finger.moveTo([195, 520])
    await finger.moveTo([195, 340])
    await finger.lift()
    await mark(page, 'Pull to refresh').waitFor({ state: 'detached' })
    assert.equal(await refreshed(page).count(), 0)
  })

  test('leaves a finger alone that goes sideways, or down from further below', async () => {
    const { page } = showcase
    await swipe(page, [300, 500], [200, 550])
    assert.equal(await refreshed(page).count(), 0)
    await page.locator('main').evaluate((element) => element.scrollTo(0, 600))
    const finger = await putFinger(page, [195, 300])
    await finger.moveTo([195, 520])
    assert.equal(await mark(page, 'Release to refresh').count(), 0)
    await finger.lift()
    assert.equal(await refreshed(page).count(), 0)
  })
})
