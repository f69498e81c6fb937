import { setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { calendarItem, calendarOf, calendarPath } from '#test/browser/content/example-calendar.ts'
import { contentCalls } from '#test/browser/content/example-content.ts'
import { swipe } from '#test/browser/ui/touch.ts'
import { testAllAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'

const phones = setUpAccountPhones()

const now = new Date('2026-01-07T13:00:00Z')

const events = [
  calendarItem(1, '2026-01-05T12:00:00.000Z', {
    ...{ is_all_day: 1, title: 'Epiphany, banks closed', country: 'AT', currency: 'EUR', importance: 1 },
    ...{ forecast: '', previous: '' },
  }),
  calendarItem(2, '2026-01-07T10:00:00.000Z', {
    ...{ title: '核心消費物價指數按年變動', language: 'hk', country: 'EU', currency: 'EUR', importance: 2 },
    ...{ forecast: '2.4%', previous: '2.4%', actual: '2.3%' },
  }),
  calendarItem(3, '2026-01-07T15:00:00.000Z', {
    title: 'Donaudampfschifffahrtsgesellschaftsindex and the report on job openings and labour turnover',
    ...{ country: 'BA', forecast: 'between 7,600,000 and 7,650,000 jobs', previous: '7,670,000' },
  }),
  calendarItem(4, '2026-01-09T13:30:00.000Z'),
]

testAllAppearances('the calendar', async (appearance) => {
  const { page, calls } = await phones.open('/', contentCalls(), appearance)
  await page.clock.setFixedTime(now)
  calls[calendarPath] = calendarOf(events)
  await page.goto('/news?view=calendar')
  await page.locator('main li li').first().waitFor()
  await assertAccessible(page, 'calendar')
  await savePicture(page, 'calendar', appearance)
  calls[calendarPath] = { refused: 'Not now.' }
  await swipe(page, [160, 320], [160, 560])
  await page.locator('main [role=status]').getByRole('button').waitFor()
  await assertAccessible(page, 'outdated calendar')
  await savePicture(page, 'outdated calendar', appearance)
  await assertFitsLargeText(page, 'calendar')
})
