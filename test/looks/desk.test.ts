import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleArticle, examplePictures, exampleTexts } from '#test/browser/desk/example-content.ts'
import { exampleFreezes, exampleProposals } from '#test/browser/desk/example-desk.ts'
import {
  exampleDeposit,
  exampleProposal,
  exampleRisks,
  exampleWithdrawal,
} from '#test/browser/desk/example-funds.ts'
import { exampleCompanies, exampleEvents } from '#test/browser/desk/example-lists.ts'
import { exampleComplaint, overdueSince } from '#test/browser/desk/fake-complaints.ts'
import type { FakeContent } from '#test/browser/desk/fake-content.ts'
import { exampleCheck } from '#test/browser/desk/fake-desk.ts'
import type { FakeFunds } from '#test/browser/desk/fake-funds.ts'
import { setUpDesks } from '#test/browser/desk/open-desk.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { deskEn, serverEn, startingWith } from '#test/browser/words.ts'
import { propertySeed } from '#test/fast-check.ts'
import type { Appearance } from '#test/looks/appearances.ts'
import { axeViolations, rulesOfTheme } from '#test/looks/axe-violations.ts'
import {
  assertFits,
  assertLooksRight,
  type DeskVisit,
  overlayOf,
  visitArticleDialogs,
  visitCalendarDialogs,
  visitCompanyDialogs,
  visitFundsDialogs,
} from '#test/looks/desk-dialogs.ts'
import { deskWords } from '#test/looks/desk-words.ts'

const open = setUpDesks()

const checks = [exampleCheck(1, { same_document: 1, earlier: 2 }), exampleCheck(2)]

const funds: Partial<FakeFunds> = {
  deposits: [
    exampleDeposit(1, {
      same_voucher: [7, 9],
      failure: {
        reason: 'notional_limit',
        message: serverEn('reason.notional_limit'),
        at: '2026-03-05T09:00:00Z',
      },
      proposal: exampleProposal,
    }),
    exampleDeposit(2, { kind: 'wire', currency: 'EUR', protocol: '' }),
  ],
  withdrawals: [
    exampleWithdrawal(1, {
      state: 'paying',
      is_own_payment: 1,
      ...{ reviewer: 'ben@example.com', approver: 'cleo@example.com', payer: 'anna@example.com' },
      ...{ risks: exampleRisks.length, risk_marks: exampleRisks, needs_second: 1, memo: 'Rent' },
    }),
    exampleWithdrawal(2),
  ],
}

const longWord = 'Hebelzertifikate'.repeat(8)

const content: FakeContent = {
  articles: [
    exampleArticle(12, {
      ...{ scheduled_at: '2026-03-08T08:00:00.000Z', scheduled_edition: 3 },
      languages: ['hk', 'en', 'de', 'fr', 'ar'],
    }),
    exampleArticle(13, { title: longWord }),
    ...exampleTexts,
  ],
  pictures: examplePictures,
  history: (['scheduled', 'published', 'cancelled', 'unpublished'] as const).map((action, at) => ({
    ...{ action, edition: at === 3 ? 0 : 3 - at, asks_consent: 1, languages: ['hk', 'en', 'de', 'fr'] },
    ...{ from_at: '2026-03-08T08:00:00.000Z', decided_at: `2026-03-0${5 - at}T08:00:00.000Z` },
    decided_by: at === 0 ? '' : 'bartholomew.featherstonehaugh@example.com',
  })),
}
const complaints = [exampleComplaint(1, { due_at: overdueSince, is_demo: 1 }), exampleComplaint(2)]

const places = [
  '/desk/identity',
  '/desk/identity/1',
  '/desk/approvals',
  '/desk/approvals?state=decided',
  '/desk/deposits',
  '/desk/deposits/1',
  '/desk/withdrawals',
  '/desk/withdrawals/1',
  '/desk/adjustment',
  '/desk/currencies',
  '/desk/currencies/1',
  '/desk/currencies/2',
  '/desk/reconciliation',
  '/desk/complaints',
  '/desk/complaints/1',
  '/desk/freezes',
  '/desk/freezes?state=lifted',
  '/desk/news',
  '/desk/news/12',
  '/desk/news/13',
  '/desk/texts',
  '/desk/texts/103',
  '/desk/pictures',
  '/desk/calendar?month=2026-03',
  '/desk/companies',
  '/desk/operators',
  '/desk/audit',
  '/desk/settings',
  '/desk/account',
]

const seed = propertySeed()

/**
 * Both themes of English and Chinese come up from commit to commit. German and Arabic as in the tests of the app.
 */
const translated: Appearance = {
  colorScheme: seed % 2 === 0 ? 'light' : 'dark',
  locale: seed % 4 < 2 ? 'en' : 'zh-HK',
}
const appearances: readonly Appearance[] = [
  translated,
  { colorScheme: 'light', locale: 'de' },
  { colorScheme: 'dark', locale: 'ar' },
]

/** All in one appearance, and in one of the other theme those of the theme: no rule depends on the words. */
function axeRulesFor(appearance: Appearance): readonly string[] | undefined {
  if (appearance === translated) return undefined
  return appearance.colorScheme === translated.colorScheme ? [] : rulesOfTheme
}

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** Sizes beside the desktop one. The long words of German need the most space. */
const otherSizes = ({ locale }: Appearance) =>
  locale === 'de' ? [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, phone] : [phone]

describe('the console', () => {
  for (const appearance of appearances) {
    const { colorScheme, locale } = appearance
    // One page for all screens and dialogs: opening one takes longer than the checks.
    test(`is accessible and fits: ${colorScheme}, ${locale}`, async () => {
      const { page, desk } = await open('/desk/identity', {
        role: 'owner',
        checks,
        freezes: exampleFreezes,
        proposals: exampleProposals,
        isTwoPersonWaived: true,
        funds,
        content,
        complaints,
        events: exampleEvents,
        companies: exampleCompanies,
        options: { colorScheme, locale },
      })
      const words = await deskWords(locale)
      const visit = { page, desk, appearance, words, axeRules: axeRulesFor(appearance) }
      for (const path of places) await visitPlace(visit, path)
      await visitFundsDialogs(visit)
      await visitCalendarDialogs(visit)
      await visitCompanyDialogs(visit)
      await visitArticleDialogs(visit)
    })
  }

  async function visitPlace(visit: DeskVisit, path: string): Promise<void> {
    const { page, appearance } = visit
    await page.goto(path)
    await page.locator('h1').waitFor()
    if (path.endsWith('identity/1')) await page.locator('figure img').nth(1).waitFor()
    if (path.endsWith('deposits/1')) await page.locator('figure img').waitFor()
    await assertLooksRight(visit, path)
    assert.equal(await hiddenTables(page), 0, path)
    for (const size of otherSizes(appearance)) {
      await page.setViewportSize(size)
      await settle(page)
      await assertFits(page, `${path} at ${size.width}`)
      if (size !== phone) assert.equal(await hiddenTables(page), 0, `${path} at ${size.width}`)
    }
    await page.setViewportSize(desktop)
  }

  /** The number of tables that need horizontal scrolling. On a desktop, none does. */
  async function hiddenTables(page: Page): Promise<number> {
    return await page
      .locator('main section')
      .evaluateAll((lists) => lists.filter((list) => list.scrollWidth > list.clientWidth + 1).length)
  }

  test('passes axe with an overlay open, and on the sign-in screen', async () => {
    const { page } = await open('/desk/identity/1', {
      role: 'owner',
      checks,
      freezes: exampleFreezes,
      proposals: exampleProposals,
      isTwoPersonWaived: true,
    })
    await page.locator('figure img').nth(1).waitFor()
    for (const key of ['a', 'r', 'f']) {
      await page.keyboard.press(key)
      await overlayOf(page).waitFor()
      await settle(page)
      assert.deepEqual(await axeViolations(page), [], key)
      await page.keyboard.press('Escape')
      await overlayOf(page).waitFor({ state: 'detached' })
    }
    await page.getByRole('link', { name: startingWith(deskEn('nav.approvals')) }).click()
    for (const action of ['approve', 'reject', 'withdraw'] as const) {
      await page
        .getByRole('button', { name: startingWith(deskEn(`approvals.${action}`)) })
        .first()
        .click()
      await page.locator('[role=alertdialog]').waitFor()
      await settle(page)
      assert.deepEqual(await axeViolations(page), [], action)
      await page.keyboard.press('Escape')
      await page.locator('[role=alertdialog]').waitFor({ state: 'detached' })
    }
    await page.getByRole('link', { name: startingWith(deskEn('nav.freezes')) }).click()
    await page
      .getByRole('button', { name: startingWith(deskEn('freezes.lift')) })
      .first()
      .click()
    await page.locator('[role=alertdialog]').waitFor()
    await settle(page)
    assert.deepEqual(await axeViolations(page), [], 'lift')
    await page.keyboard.press('Escape')
    await page.locator('[role=alertdialog]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: deskEn('nav.sign_out') }).click()
    await page.getByRole('heading', { name: deskEn('sign_in.title') }).waitFor()
    await settle(page)
    assert.deepEqual(await axeViolations(page), [])
  })
})
