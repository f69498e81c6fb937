import { demoUser, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { noticeServer, paths, preferences } from '#test/browser/notices/example-notices.ts'
import { testAllAppearances } from '#test/looks/appearances.ts'
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
  ...['/', '/trade', '/order', '/user', '/news', '/rank'].map((path) => ({
    path,
    shown: 'header a[href="/mine/notices"]',
    changed: { [info]: demoUser },
  })),
]

// One phone for all views of an appearance: opening one takes longer than the checks.
testAllAppearances('notices, and the bell beside the longest titles', async (appearance) => {
  const { calls } = noticeServer()
  const { page, calls: answers, socket } = await phones.open('/mine/notices', calls, appearance)
  const usual = { ...answers }
  for (const { path, shown, changed = {} } of visits) {
    Object.assign(answers, usual, changed)
    await page.goto(path)
    await socket.push('NOTICE', many)
    await page.locator(shown).locator('visible=true').first().waitFor()
    await assertAccessible(page, path)
    await savePicture(page, `notices ${path}`, appearance)
    const size = page.viewportSize()
    await assertFitsLargeText(page, path)
    await usualTextSize(page)
    if (size !== null) await page.setViewportSize(size)
  }
})
