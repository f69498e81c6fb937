import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useShowcase } from '#test/browser/ui/showcase-page.ts'

const showcase = useShowcase()

describe('a screen', () => {
  test('scrolls by itself between its header and the tab bar, which stay', async () => {
    const { page } = showcase
    const places = async () => [
      await page.locator('header').boundingBox(),
      await page.getByRole('navigation').boundingBox(),
    ]
    const before = await places()
    const main = page.locator('main')
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    assert.ok((await main.evaluate((element) => element.scrollTop)) > 1000)
    assert.equal(await page.evaluate(() => document.scrollingElement?.scrollTop), 0)
    assert.deepEqual(await places(), before)
  })
})
