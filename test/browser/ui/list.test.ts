import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setUpShowcase } from '#test/browser/ui/showcase-page.ts'
import { startTouch, swipe } from '#test/browser/ui/touch.ts'

const showcase = setUpShowcase({ stillClock: true })

const part = () => showcase.page.locator('[data-part=List]')
const rows = () => part().getByRole('list', { name: 'Orders' }).locator('> li')
const choose = (state: string) => part().getByText(state, { exact: true }).tap()
const scrollToEnd = () =>
  showcase.page.locator('main').evaluate((element) => element.scrollTo(0, element.scrollHeight))

const pullMark = (text: string) => showcase.page.locator('main').getByText(text, { exact: true })
const refreshed = () => showcase.page.getByText('Refreshed', { exact: true })

describe('a screen', () => {
  test('scrolls between its fixed header and the tab bar', async () => {
    const { page } = showcase
    const places = async () => [
      await page.locator('header').boundingBox(),
      await page.getByRole('navigation').boundingBox(),
    ]
    const before = await places()
    await scrollToEnd()
    assert.ok((await page.locator('main').evaluate((element) => element.scrollTop)) > 1000)
    assert.equal(await page.evaluate(() => document.scrollingElement?.scrollTop), 0)
    assert.deepEqual(await places(), before)
  })
})

describe('a list', () => {
  test('loads page by page while scrolling, and shows its end', async () => {
    assert.equal(await rows().count(), 12)
    await showcase.page.clock.resume()
    for (const count of [24, 36, 48]) {
      await scrollToEnd()
      await rows()
        .nth(count - 1)
        .waitFor({ state: 'attached' })
      assert.equal(await rows().count(), count)
    }
    await part().getByText('No more').waitFor()
    assert.equal(await rows().last().getByText('10047').count(), 1)
  })

  test('shows skeleton rows while loading', async () => {
    await choose('loading')
    const status = part().getByRole('status', { name: 'Loading' })
    assert.equal(await status.locator('> div').count(), 3)
    assert.equal(await rows().count(), 0)
  })

  test('shows an empty state', async () => {
    await choose('empty')
    await part().getByText('Nothing here').waitFor()
    assert.equal(await rows().count(), 0)
  })

  test('reports a failure, and retries', async () => {
    await choose('failed')
    await part().getByText('The list could not be fetched').waitFor()
    await part().getByRole('button', { name: 'Try again' }).tap()
    await rows().first().waitFor()
    assert.equal(await part().getByText('The list could not be fetched').count(), 0)
  })
})

describe('a list without further pages', () => {
  test('keeps its rows after a failure, says that it failed, and retries', async () => {
    await choose('outdated')
    await part().getByRole('status').getByText('The list could not be fetched').waitFor()
    assert.equal(await rows().count(), 12)
    await part().getByRole('button', { name: 'Try again' }).tap()
    await part().getByText('The list could not be fetched').waitFor({ state: 'detached' })
    assert.equal(await rows().count(), 12)
  })
})

describe('pull to refresh', () => {
  test('shows what a release does, and closes half a second later', async () => {
    const { page } = showcase
    const touch = await startTouch(page, [195, 300])
    await touch.moveTo([195, 380])
    await pullMark('Pull to refresh').waitFor()
    await touch.moveTo([195, 520])
    await pullMark('Release to refresh').waitFor()
    assert.equal(await refreshed().count(), 0)
    await touch.end()
    await pullMark('Refreshing').waitFor()
    assert.equal(await refreshed().count(), 1)
    await page.clock.runFor(499)
    assert.equal(await pullMark('Refreshing').count(), 1)
    await page.clock.runFor(1)
    await pullMark('Refreshing').waitFor({ state: 'detached' })
  })

  test('ignores a pull that was too short or taken back', async () => {
    const { page } = showcase
    await swipe(page, [195, 300], [195, 380])
    const touch = await startTouch(page, [195, 300])
    await touch.moveTo([195, 520])
    await touch.moveTo([195, 340])
    await touch.end()
    await pullMark('Pull to refresh').waitFor({ state: 'detached' })
    assert.equal(await refreshed().count(), 0)
  })

  test('ignores a horizontal drag, and a drag from a scrolled position', async () => {
    const { page } = showcase
    await swipe(page, [300, 300], [100, 480])
    assert.equal(await refreshed().count(), 0)
    await page.locator('main').evaluate((element) => element.scrollTo(0, 600))
    const touch = await startTouch(page, [195, 300])
    await touch.moveTo([195, 520])
    assert.equal(await pullMark('Release to refresh').count(), 0)
    await touch.end()
    assert.equal(await refreshed().count(), 0)
  })
})
