// The calendar beside the news: days in local time, the next event, weeks, importance and failures.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { calendarItem, calendarOf, calendarPath } from '#test/browser/content/example-calendar.ts'
import { contentCalls } from '#test/browser/content/example-content.ts'
import { assertInert, hostileNames } from '#test/browser/hostile-texts.ts'
import { swipe } from '#test/browser/ui/touch.ts'
import { en } from '#test/browser/words.ts'

const phones = setUpAccountPhones()

/** Wednesday, 7 January 2026, 21:00 in Hong Kong. */
const now = new Date('2026-01-07T13:00:00Z')

async function open(calls: StubbedCalls, hash = '') {
  const phone = await phones.open('/', contentCalls(), {
    timezoneId: 'Asia/Hong_Kong',
    allowConsoleErrors: true,
  })
  await phone.page.clock.setFixedTime(now)
  Object.assign(phone.calls, calls)
  await phone.page.goto(`/news?view=calendar${hash}`)
  return phone
}

const events = [
  calendarItem(1, '2026-01-05T12:00:00.000Z', {
    is_all_day: 1,
    title: 'Bank holiday',
    country: 'GB',
    importance: 1,
  }),
  calendarItem(2, '2026-01-05T15:00:00.000Z', { title: 'Factory orders', importance: 2, actual: '0.4%' }),
  calendarItem(3, '2026-01-07T16:30:00.000Z', { title: 'Rate decision', country: 'EU', currency: 'EUR' }),
  calendarItem(4, '2026-01-15T13:30:00.000Z', { title: 'Retail sales' }),
]

const row = (page: Page, title: string) => page.locator('main li li').filter({ hasText: title })
const days = (page: Page) => page.locator('main h2').allTextContents()

describe('the calendar', () => {
  test('has local days with the next event marked, and goes from week to week', async () => {
    const { page, made } = await open({ [calendarPath]: calendarOf(events) })
    await row(page, 'Rate decision').waitFor()
    assert.deepEqual(await days(page), ['Monday, January 5', 'Thursday, January 8'])
    assert.equal(await page.getByText(en('calendar.next'), { exact: true }).count(), 1)
    await row(page, 'Rate decision').getByText(en('calendar.next'), { exact: true }).waitFor()
    await row(page, 'Rate decision').getByText('00:30').waitFor()
    await row(page, 'Rate decision').getByText('EUR', { exact: true }).waitFor()
    await row(page, 'Bank holiday').getByText(en('calendar.all_day')).waitFor()
    await row(page, 'Bank holiday').getByText('UK', { exact: true }).waitFor()
    await page.getByText('Hong Kong Standard Time (GMT+8)').waitFor()
    await page.getByRole('button', { name: en('calendar.next_week') }).tap()
    await row(page, 'Retail sales').waitFor()
    assert.equal(await row(page, 'Retail sales').getByText(en('calendar.importance.3')).count(), 1)
    await page.getByRole('button', { name: en('calendar.this_week') }).tap()
    await row(page, 'Factory orders').waitFor()
    await page.getByText(en('calendar.filter.3')).tap()
    await row(page, 'Factory orders').waitFor({ state: 'detached' })
    await row(page, 'Rate decision').waitFor()
    assert.match(made(calendarPath).at(-1)?.url() ?? '', /importance=3/)
    await page.getByRole('button', { name: en('calendar.previous_week') }).tap()
    await page.getByText(en('calendar.none')).waitFor()
  })

  test('says that it could not be loaded, and tries again', async () => {
    const { page, calls } = await open({ [calendarPath]: { refused: 'Not now.' } })
    await page.getByText(en('calendar.failed')).waitFor()
    calls[calendarPath] = calendarOf(events)
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await row(page, 'Rate decision').waitFor()
  })

  test('keeps its events after a failed pull to refresh, says so, and tries again', async () => {
    const { page, calls } = await open({ [calendarPath]: calendarOf(events) })
    await row(page, 'Rate decision').waitFor()
    calls[calendarPath] = { refused: 'Not now.' }
    await swipe(page, [195, 320], [195, 560])
    const failure = page.getByRole('status').getByText(en('calendar.failed'))
    await failure.waitFor()
    assert.equal(await row(page, 'Rate decision').getByText('2.9%').count(), 0)
    calls[calendarPath] = calendarOf(events.map((event) => ({ ...event, actual: '2.9%' })))
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await row(page, 'Rate decision').getByText('2.9%').waitFor()
    assert.equal(await failure.count(), 0)
  })

  test('shows hostile titles and values as text', async () => {
    const hostile = hostileNames.map((title, id) =>
      calendarItem(id, '2026-01-07T16:30:00.000Z', {
        ...{ title, forecast: title.slice(0, 40), previous: title.slice(0, 40), actual: title.slice(0, 40) },
      }),
    )
    const { page } = await open({ [calendarPath]: calendarOf(hostile) })
    for (const title of hostileNames) await page.getByText(title, { exact: true }).first().waitFor()
    await assertInert(page)
  })
})
