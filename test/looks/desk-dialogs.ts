// The dialogs of funds, the calendar, companies and articles of the console.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { titleIn } from '#core/calendar/calendar-event.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { languageFromTag } from '#i18n/languages.ts'
import type { Translate } from '#i18n/translator.ts'
import { exampleArticle } from '#test/browser/desk/example-content.ts'
import type { OpenDesk } from '#test/browser/desk/open-desk.ts'
import { settle } from '#test/browser/ui/settle.ts'
import type { Appearance } from '#test/looks/appearances.ts'
import { axeViolations } from '#test/looks/axe-violations.ts'
import { overflowingElements, tightControls } from '#test/looks/layout-checks.ts'
import { savePicture } from '#test/looks/save-picture.ts'

export type DeskVisit = Pick<OpenDesk, 'page' | 'desk'> & {
  readonly words: Translate<DeskKey>
  readonly appearance: Appearance
  /** The rules of axe to check; undefined for all. */
  readonly axeRules: readonly string[] | undefined
}

export const overlayOf = (page: Page) => page.locator('[role=alertdialog], dialog[open]')

export async function assertLooksRight(visit: DeskVisit, name: string): Promise<void> {
  const { page, appearance, axeRules } = visit
  await settle(page)
  if (axeRules?.length !== 0) assert.deepEqual(await axeViolations(page, { rules: axeRules }), [], name)
  await assertFits(page, name)
  await savePicture(page, name, appearance)
}

export async function assertFits(page: Page, name: string): Promise<void> {
  assert.deepEqual(await overflowingElements(page), [], name)
  assert.deepEqual(await tightControls(page), [], name)
}

export async function visitFundsDialogs(visit: DeskVisit): Promise<void> {
  const { page, words } = visit
  await page.goto('/desk/deposits/2')
  await page.locator('figure img').waitFor()
  for (const key of ['a', 'r', 'i', 'v']) {
    await page.keyboard.press(key)
    await checkOverlay(visit, `deposit ${key}`)
  }
  await page.goto('/desk/withdrawals/1')
  await page.getByText(words('withdrawal.pay_to'), { exact: true }).waitFor()
  for (const key of ['s', 'r']) {
    await page.keyboard.press(key)
    await checkOverlay(visit, `withdrawal ${key}`)
  }
  await page.goto('/desk/currencies/2')
  await press(visit, words('wire.add'))
  await checkOverlay(visit, 'bank account')
  await page.getByLabel(words('currency.field.deposit_rate'), { exact: true }).fill('2')
  await press(visit, words('currency.save'))
  await checkOverlay(visit, 'terms')
}

export async function visitCalendarDialogs(visit: DeskVisit): Promise<void> {
  const { page, desk, words, appearance } = visit
  await page.goto('/desk/calendar?month=2026-03')
  const { title } = titleIn(desk.events[0]?.titles ?? {}, languageFromTag(appearance.locale) ?? 'en')
  await press(visit, words('calendar.change_of', { title }))
  await checkOverlay(visit, 'event')
  await press(visit, words('calendar.remove_of', { title }))
  await checkOverlay(visit, 'removal of an event')
  await press(visit, words('calendar.import'))
  const overlay = overlayOf(page)
  await overlay.getByLabel(words('calendar.import.file'), { exact: true }).setInputFiles({
    ...{ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('time,title') },
  })
  await overlay.getByRole('button', { name: words('calendar.import.preview') }).click()
  await overlay.getByText(words('calendar.import.faulty')).waitFor()
  await checkOverlay(visit, 'import')
}

export async function visitCompanyDialogs(visit: DeskVisit): Promise<void> {
  const { page, desk, words } = visit
  await page.goto('/desk/companies')
  const rows = page.locator('main tbody tr')
  await rows.first().waitFor()
  for (const at of desk.companies.keys()) {
    await rows.nth(at).getByRole('button').first().click()
    await checkOverlay(visit, `company ${at}`)
  }
  await press(visit, words('companies.add'))
  await checkOverlay(visit, 'new company')
}

/** Ends with unsaved text. */
export async function visitArticleDialogs(visit: DeskVisit): Promise<void> {
  const { page, desk, words } = visit
  await page.goto('/desk/news/12')
  await press(visit, words('article.publish'))
  await overlayOf(page).getByText(words('article.publish.later'), { exact: true }).click()
  await checkOverlay(visit, 'publication')
  await press(visit, words('article.insert_picture'))
  await overlayOf(page).locator('img').first().waitFor()
  await checkOverlay(visit, 'choice of a picture')
  await press(visit, words('article.history.view_of', { edition: 2 }))
  await overlayOf(page).getByRole('tab').first().waitFor()
  await checkOverlay(visit, 'version')
  await page.getByLabel(words('article.title'), { exact: true }).fill('Mine')
  desk.content.articles = [exampleArticle(12, { texts: [] })]
  await page.keyboard.press('Control+s')
  await page.getByText(words('article.conflict.removed')).waitFor()
  await page.getByText(words('article.help')).click()
  await assertLooksRight(visit, 'conflict')
}

async function press({ page }: DeskVisit, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
}

async function checkOverlay(visit: DeskVisit, name: string): Promise<void> {
  const overlay = overlayOf(visit.page)
  await overlay.waitFor()
  await assertLooksRight(visit, name)
  await visit.page.keyboard.press('Escape')
  await overlay.waitFor({ state: 'detached' })
}
