import type { Page } from 'playwright-core'
import { demoUser, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  announcement,
  contentCalls,
  everyElement,
  missing,
  newsArticle,
  newsItem,
  newsPages,
  paths,
  picture,
  pictureInText,
} from '#test/browser/content/example-content.ts'
import { type Appearance, testAllAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText, usualTextSize } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpAccountPhones()

const rows = [
  newsItem(1, { logo: picture }),
  newsItem(2, { title: 'How to read a receipt', desc: '' }),
  newsItem(3, {
    title: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze und Leistungsbilanzüberschuss',
    logo: picture,
  }),
  newsItem(4, { title: '怎樣核對結餘', desc: '每一筆變動都有紀錄，任何人都可以重新計算。', language: 'hk' }),
  newsItem(5, {
    title: 'مخاطر الرافعة المالية',
    desc: 'ما الذي يمكن أن تخسره',
    language: 'ar',
    logo: picture,
  }),
]

type Visit = {
  readonly path: string
  /** Visible once the screen is complete. */
  readonly shown: string
  readonly changed?: StubbedCalls
}

const visits: readonly Visit[] = [
  { path: '/news', shown: 'main li img' },
  { path: '/news/detail?id=1', shown: '.article table' },
  { path: '/news/detail?id=x', shown: 'main a' },
  { path: '/mine/announcement', shown: '.article p' },
  {
    path: '/mine/announcement',
    shown: 'main ul',
    changed: {
      [paths.announcement]: {
        ...announcement,
        edition: 0,
        updated_at: null,
        countries: [{ code: 'KP', name: 'North Korea' }],
      },
    },
  },
  { path: '/legal/terms', shown: 'main section li' },
  { path: '/legal/terms?edition=2', shown: '.article p' },
]

async function check(page: Page, name: string, appearance: Appearance): Promise<void> {
  await assertAccessible(page, name)
  await savePicture(page, name, appearance)
  const size = page.viewportSize()
  await assertFitsLargeText(page, name)
  await usualTextSize(page)
  if (size !== null) await page.setViewportSize(size)
}

const seen = 'openlot.announcement_seen'

/** Notices that the app opens by itself. */
async function checkNotices(page: Page, calls: StubbedCalls, appearance: Appearance): Promise<void> {
  await page.evaluate((name) => localStorage.setItem(name, '3'), seen)
  await page.goto('/news')
  await page.locator('aside').waitFor()
  await check(page, 'banner', appearance)
  await page.evaluate((name) => localStorage.setItem(name, '4'), seen)
  calls[paths.missing] = missing('terms', 'privacy', 'risk')
  await page.goto('/news')
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await assertAccessible(page, 'consents')
  await savePicture(page, 'consents', appearance)
}

/** The texts that a new user accepts. Demo users may register. */
async function checkRegistration(page: Page, calls: StubbedCalls, appearance: Appearance): Promise<void> {
  calls['/api/user/info'] = demoUser
  await page.goto('/register')
  await page.locator('input[name=consent]').waitFor()
  await page.locator('button[type=submit]').tap()
  await page.locator('input[name=consent][aria-invalid=true]').waitFor()
  await check(page, 'register', appearance)
  await page.locator('main a[href^="/legal"]').first().tap()
  await page.locator('.article').waitFor()
  await assertAccessible(page, 'register text')
  await savePicture(page, 'register text', appearance)
}

// One phone for all screens of an appearance: opening one takes longer than the checks.
testAllAppearances('the screens of texts', async (appearance) => {
  const body = await photo({ width: 640, height: 360 })
  const calls = {
    ...contentCalls(),
    [paths.list]: newsPages(rows),
    [paths.info]: newsArticle(1, { logo: picture, content: everyElement + pictureInText }),
  }
  // A page without pictures: their answers are stubbed after it.
  const { page, calls: answers } = await phones.open('/legal/terms', calls, appearance)
  await page.route('**/content/pictures/*', (route) => route.fulfill({ body, contentType: 'image/jpeg' }))
  for (const { path, shown, changed = {} } of visits) {
    Object.assign(answers, calls, changed)
    await page.goto(path)
    await page.locator(shown).first().waitFor()
    await check(page, [path, ...Object.keys(changed)].join(' '), appearance)
  }
  Object.assign(answers, calls)
  await checkNotices(page, answers, appearance)
  await checkRegistration(page, answers, appearance)
})
