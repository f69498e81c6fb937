import type { Page } from 'playwright-core'
import { demoUser, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { noticeServer, paths, preferences } from '#test/browser/notices/example-notices.ts'
import { ticketCalls } from '#test/browser/trade-screen/ticket-page.ts'
import { type Appearance, testAllAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText, usualTextSize } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'

const phones = setUpAccountPhones()
const info = '/api/user/info'
const many = { Unread: 120, LastId: 12, Notices: [] }

type Visit = {
  readonly path: string
  /** Visible once the screen is complete. */
  readonly shown: string
  readonly changed?: StubbedCalls
}

const visits: readonly Visit[] = [
  { path: '/mine/notices', shown: 'main ul li' },
  {
    path: '/mine/notices?empty',
    shown: 'main p',
    changed: { [paths.list]: { data: [], total: 0, unread: 0 } },
  },
  {
    path: '/mine/notices/settings',
    shown: 'main table',
    changed: {
      [paths.preferences]: { ...preferences, quiet_from: 1320, quiet_to: 420, zone: 'Asia/Hong_Kong' },
    },
  },
  { path: '/mine/notices/settings?demo', shown: 'main table', changed: { [info]: demoUser } },
]

const mainScreens = {
  home: '/',
  trade: '/trade',
  order: '/order',
  user: '/user',
  news: '/news',
  rank: '/rank',
}

// One phone for all views of an appearance: opening one takes longer than the checks.
testAllAppearances('notices and their settings', async (appearance) => {
  const { calls } = noticeServer()
  const { page, calls: answers } = await phones.open('/mine/notices', calls, appearance)
  const usual = { ...answers }
  for (const { path, shown, changed = {} } of visits) {
    Object.assign(answers, usual, changed)
    await page.goto(path)
    await page.locator(shown).first().waitFor()
    await check(page, path, appearance)
  }
})

testAllAppearances('the bell beside titles and badges', async (appearance) => {
  const calls = { ...ticketCalls, [info]: demoUser }
  const { page, socket } = await phones.open('/', calls, appearance)
  await socket.push('NOTICE', many)
  for (const [name, path] of Object.entries(mainScreens)) {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await page.locator(`[data-screen=${name}] header a[href="/mine/notices"]`).getByText('99+').waitFor()
    await check(page, path, appearance)
  }
})

async function check(page: Page, path: string, appearance: Appearance): Promise<void> {
  await assertAccessible(page, path)
  await savePicture(page, `notices ${path}`, appearance)
  const size = page.viewportSize()
  await assertFitsLargeText(page, path)
  await usualTextSize(page)
  if (size !== null) await page.setViewportSize(size)
}
