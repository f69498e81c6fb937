import type { Page } from 'playwright-core'
import { realUser, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { complaintCalls, paths } from '#test/browser/complaints/example-complaints.ts'
import { type Appearance, testAllAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText, usualTextSize } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'

const phones = setUpAccountPhones()
const calls = complaintCalls()

const fullDraft = [
  'openlot.complaint_draft',
  JSON.stringify({
    userId: realUser.id,
    text: 'Why?',
    records: Array.from({ length: 20 }, (_, at) => ({ kind: 'order', id: at + 1, note: 'EURUSD 0.10' })),
  }),
] as const

type Visit = {
  readonly path: string
  /** Visible once the screen is complete. */
  readonly shown: string
  readonly changed?: StubbedCalls
  readonly act?: (page: Page) => Promise<void>
}

const visits: readonly Visit[] = [
  { path: '/mine/email', shown: 'main ul li' },
  {
    path: '/mine/email?empty',
    shown: 'main a, main p',
    changed: { [paths.email]: { email: '' }, [paths.list]: { data: [], total: 0 } },
  },
  { path: '/mine/email?show=new&order=12', shown: 'main li' },
  {
    path: '/mine/email?show=new&pick=history',
    shown: '[role=dialog] input[type=checkbox]',
    act: (page) => page.locator('[role=dialog] input[type=checkbox]').first().check(),
  },
  {
    path: '/mine/email?show=new&errors',
    shown: 'main textarea',
    async act(page) {
      await page.locator('textarea').fill('')
      await page.locator('footer button[type=submit], button[form]').first().tap()
      await page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    path: '/mine/email?show=new&full',
    shown: 'main textarea',
    async act(page) {
      await page.evaluate(([key, draft]) => localStorage.setItem(key, draft), fullDraft)
      await page.goto('/mine/email?show=new&order=99')
      await page.locator('main form [role=status]').waitFor()
    },
  },
  { path: '/mine/email?id=14', shown: 'main section:nth-of-type(3)' },
  { path: '/mine/email?id=12', shown: 'main code' },
]

async function check(page: Page, name: string, appearance: Appearance): Promise<void> {
  await assertAccessible(page, name)
  await savePicture(page, name, appearance)
  const size = page.viewportSize()
  if ((await page.locator('[role=dialog]').count()) > 0) return
  await assertFitsLargeText(page, name)
  await usualTextSize(page)
  if (size !== null) await page.setViewportSize(size)
}

// One phone for all views of an appearance: opening one takes longer than the checks.
testAllAppearances('complaints', async (appearance) => {
  const { page, calls: answers } = await phones.open('/mine/email', calls, appearance)
  for (const { path, shown, changed = {}, act } of visits) {
    Object.assign(answers, calls, changed)
    await page.goto(path)
    await page.locator(shown).first().waitFor()
    await act?.(page)
    await check(page, path, appearance)
  }
})
