import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type PhoneOptions,
  placeOf,
  setUpAccountPhones,
  storedItem,
} from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { announcement, contentCalls, paths } from '#test/browser/content/example-content.ts'
import { assertInert, hostileMarkdown, hostileNames } from '#test/browser/hostile-texts.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { en } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'

const phones = setUpAccountPhones()

const seenKey = 'openlot.announcement_seen'
const banner = (page: Page) => page.getByRole('complementary', { name: en('title.announcement') })

/** Opens the path as a visitor who has seen this edition. */
async function openHaving(seen: number, path: string, calls: StubbedCalls = {}, options: PhoneOptions = {}) {
  const phone = await phones.open('/language', { ...contentCalls(), ...calls }, options)
  await phone.page.evaluate(([name, edition]) => localStorage.setItem(name, edition), [
    seenKey,
    String(seen),
  ] as const)
  await phone.page.goto(path)
  return phone
}

describe('a new announcement', () => {
  test('shows once to a first visitor, moves nothing, and opens', async () => {
    const { page } = await openHaving(0, '/news')
    const row = page.locator('[data-screen=news] main li').first()
    await row.waitFor()
    const before = await row.boundingBox()
    await banner(page).waitFor()
    assert.deepEqual(await row.boundingBox(), before)
    await banner(page).getByRole('link').tap()
    await page.locator('.article').waitFor()
    assert.deepEqual([placeOf(page), await storedItem(page, seenKey)], ['/mine/announcement', '4'])
    await page.getByText('Vanuatu').waitFor()
    await page.goto('/')
    await page.locator('[data-screen=home]').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await banner(page).count(), 0)
  })

  test('is dismissed in every tab, until the next one', async () => {
    const { page, calls } = await openHaving(3, '/')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await banner(page).waitFor()
    await banner(page)
      .getByRole('button', { name: en('control.close') })
      .tap()
    await eventually(async () => (await banner(page).count()) === 0)
    assert.equal(await storedItem(page, seenKey), '4')
    await other.close()
    calls[paths.announcement] = { ...announcement, edition: 5, title: 'Another' }
    await showPageAgain(page)
    await banner(page).getByText('Another').waitFor()
  })

  test('does not show where positions are managed', async () => {
    const { page } = await openHaving(0, '/')
    await banner(page).waitFor()
    await page.getByRole('link', { name: en('tab.trade') }).tap()
    await page.locator('[data-screen=trade]').waitFor()
    assert.equal(await banner(page).count(), 0)
    await page.getByRole('link', { name: en('tab.markets') }).tap()
    await banner(page).waitFor()
  })

  test('is inert if it is hostile, as are the countries', async () => {
    const hostile = {
      ...announcement,
      title: hostileNames.join(' '),
      content: `<p>safe</p>${hostileMarkdown}`,
      countries: hostileNames.map((name, position) => ({ code: String(position), name })),
    }
    // The browser reports that it has blocked the styles in this text.
    const options = { allowConsoleErrors: true } as const
    const { page } = await openHaving(0, '/', { [paths.announcement]: hostile }, options)
    await banner(page).waitFor()
    await assertInert(page)
    await banner(page).getByRole('link').tap()
    await page.getByText('safe', { exact: true }).waitFor()
    await assertInert(page)
  })
})

test('without an announcement, its page says so and lists the countries', async () => {
  const none = { ...announcement, edition: 0, title: '', content: '', updated_at: null }
  const { page } = await phones.open('/mine/announcement', { ...contentCalls(), [paths.announcement]: none })
  await page.getByText(en('announcement.none')).waitFor()
  await page.getByText('North Korea').waitFor()
})
