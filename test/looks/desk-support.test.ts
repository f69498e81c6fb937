import { describe, test } from 'node:test'
import {
  exampleCanned,
  exampleFigures,
  exampleMessages,
  exampleOrder,
  exampleThreads,
  exampleUser,
} from '#test/browser/desk/fake-support.ts'
import { setUpDesks } from '#test/browser/desk/open-desk.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { someMessage } from '#test/desk/support-fixtures.ts'
import { propertySeed } from '#test/fast-check.ts'
import type { Appearance } from '#test/looks/appearances.ts'
import { assertFits, assertLooksRight, type DeskVisit, overlayOf } from '#test/looks/desk-dialogs.ts'
import { deskWords } from '#test/looks/desk-words.ts'
import { savePicture } from '#test/looks/save-picture.ts'

const open = setUpDesks()

/** Both themes of English and Chinese come up from commit to commit. */
const seed = propertySeed()
const appearances: readonly Appearance[] = [
  { colorScheme: seed % 2 === 0 ? 'light' : 'dark', locale: seed % 4 < 2 ? 'en' : 'zh-HK' },
  { colorScheme: 'light', locale: 'de' },
  { colorScheme: 'dark', locale: 'ar' },
]

const desktop = { width: 1280, height: 800 }
const narrow = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]

const support = {
  ...{ threads: exampleThreads(), user: exampleUser, canned: exampleCanned },
  ...{ figures: exampleFigures, order: exampleOrder },
  messages: { 1: exampleMessages, 4: [someMessage(1), someMessage(2, { author: 'desk' })] },
  episodes: [
    {
      ...{ opened_at: '2026-03-05T09:20:00.000Z', first_answer_at: null, resolved_at: null },
      resolved_by: '',
    },
    {
      ...{ opened_at: '2026-02-05T09:20:00.000Z', first_answer_at: '2026-02-05T09:24:00.000Z' },
      ...{
        resolved_at: '2026-02-06T08:00:00.000Z',
        resolved_by: 'bartholomew.featherstonehaugh@example.com',
      },
    },
  ],
}

describe('support in the console', () => {
  for (const appearance of appearances) {
    const { colorScheme, locale } = appearance
    test(`is accessible and fits: ${colorScheme}, ${locale}`, async () => {
      const { page, desk } = await open('/desk/support', {
        role: 'owner',
        support,
        options: { colorScheme, locale },
      })
      const words = await deskWords(locale)
      const axeRules = locale === 'de' ? [] : undefined
      const visit: DeskVisit = { page, desk, appearance, words, axeRules }
      await page.locator('tbody tr').first().waitFor()
      await visitPlace(visit, 'support inbox')
      await page.getByPlaceholder(words('support.search')).fill('quotes')
      await page.keyboard.press('Enter')
      await page.locator('tbody tr').first().waitFor()
      await visitPlace(visit, 'support search')
      await visitThread(visit)
      await page.goto('/desk/support/answers')
      await page.locator('tbody tr').first().waitFor()
      await visitPlace(visit, 'prepared answers')
      await page.getByRole('button', { name: words('canned.add') }).click()
      await visitDialog(visit, 'prepared answer')
      await page.goto('/desk/support/figures')
      await page.locator('tbody tr').first().waitFor()
      await visitPlace(visit, 'answer times')
    })
  }

  async function visitThread(visit: DeskVisit): Promise<void> {
    const { page, desk, words } = visit
    await page.goto('/desk/support/1')
    await page.getByRole('log').waitFor()
    await page.getByRole('button', { name: words('support.order.show') }).click()
    await page.getByRole('log').getByText(words('support.receipt'), { exact: true }).waitFor()
    await visitPlace(visit, 'thread with an order')
    await page.getByRole('button', { name: words('canned.insert'), exact: true }).click()
    await page
      .getByRole('region', { name: words('canned.insert') })
      .getByRole('listitem')
      .first()
      .waitFor()
    desk.answer('support/answer', () => ({
      code: 0,
      msg: words('support.answer.empty'),
      data: { reason: 'support_empty' },
    }))
    const field = page.getByLabel(words('support.answer.label'))
    await field.fill('Hello')
    await field.press('Control+Enter')
    await page.getByRole('log').getByRole('alert').waitFor()
    await visitPlace(visit, 'thread with a refused answer')
    desk.live.go()
    await page.getByText(words('support.live.down')).waitFor()
    await page.goto('/desk/support/4')
    await page.getByRole('button', { name: words('support.take_over') }).click()
    await visitDialog(visit, 'take-over')
    desk.live.come()
  }

  async function visitPlace(visit: DeskVisit, name: string): Promise<void> {
    const { page } = visit
    await assertLooksRight(visit, name)
    for (const size of narrow) {
      await page.setViewportSize(size)
      await settle(page)
      await assertFits(page, `${name} at ${size.width}`)
      await savePicture(page, `${name} at ${size.width}`, visit.appearance)
    }
    await page.setViewportSize(desktop)
  }

  async function visitDialog(visit: DeskVisit, name: string): Promise<void> {
    await overlayOf(visit.page).waitFor()
    await assertLooksRight(visit, name)
    await visit.page.keyboard.press('Escape')
    await overlayOf(visit.page).waitFor({ state: 'detached' })
  }
})
