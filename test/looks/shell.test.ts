import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { faultsAfterResize, overflowingElements } from '#test/looks/layout-checks.ts'

const phones = setUpStubbedPhones()

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1:visible').waitFor()
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
}

// The other screens have their own files.
testAppearances('language, news and an unknown page', async (appearance) => {
  for (const path of ['/language', '/news', '/nowhere']) {
    const { page } = await phones.create(appearance)
    await goTo(page, path)
    await assertAccessible(page, path)
    await assertFitsLargeText(page, path)
  }
})

describe('widths', () => {
  test('no screen needs horizontal scrolling from 320 to 480 px', async () => {
    const { page } = await phones.create({})
    for (const path of ['/', '/language', '/trade']) {
      await goTo(page, path)
      for (const width of [320, 390, 480]) {
        await page.setViewportSize({ width, height: 700 })
        const overflow = await faultsAfterResize(page, () => overflowingElements(page))
        assert.deepEqual(overflow, [], `${path} at ${width}`)
      }
    }
  })
})

describe('a right-to-left language', () => {
  test('turns the page at once, also after a reload', async () => {
    const { page } = await phones.create({})
    await goTo(page, '/language')
    await page.getByText('العربية').click()
    await page.locator('html[dir=rtl][lang=ar]').waitFor()
    await goTo(page, '/')
    await page.locator('html[dir=rtl][lang=ar]').waitFor()
  })

  test('turns the page before the app has loaded', async () => {
    const { page } = await phones.create({ locale: 'ar' })
    await goTo(page, '/language')
    // The app's script never loads, so only the script of the page itself has run.
    await page.route(/assets\/index-.*\.js/, () => undefined)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('html[dir=rtl]').waitFor()
  })
})
