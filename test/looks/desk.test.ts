import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
import { axeViolations } from '#test/looks/axe-violations.ts'
import { overflowingElements } from '#test/looks/layout-checks.ts'

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

/** Places with texts of operators and users. */
const textPlaces = /^\/desk\/(complaints|news|texts|pictures|calendar|companies)/

describe('every screen of the console', () => {
  for (const [colorScheme, locale] of [
    ['light', 'en'],
    ['dark', 'zh-HK'],
  ] as const) {
    test(`passes axe without overflow in ${colorScheme} and ${locale}`, async () => {
      const { page } = await open('/desk/identity', {
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
      for (const path of places) {
        await page.goto(page.url().replace(/\/desk.*/, path))
        await page.locator('h1').waitFor()
        if (path.endsWith('identity/1')) await page.locator('figure img').nth(1).waitFor()
        if (path.endsWith('deposits/1')) await page.locator('figure img').waitFor()
        await settle(page)
        assert.deepEqual(await axeViolations(page), [], path)
        assert.deepEqual(await overflowingElements(page), [], path)
        // All widths are tested in English below.
        if (locale === 'en' || !textPlaces.test(path)) continue
        await page.setViewportSize({ width: 390, height: 844 })
        await settle(page)
        assert.deepEqual(await overflowingElements(page), [], `${path} on a phone`)
        await page.setViewportSize({ width: 1280, height: 800 })
      }
    })
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
      await page.locator('[role=alertdialog], dialog[open]').waitFor()
      await settle(page)
      assert.deepEqual(await axeViolations(page), [], key)
      await page.keyboard.press('Escape')
      await page.locator('[role=alertdialog], dialog[open]').waitFor({ state: 'detached' })
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

  test('passes axe with the dialogs of funds open', async () => {
    const { page } = await open('/desk/deposits/2', { role: 'owner', funds })
    await page.locator('figure img').waitFor()
    const overlay = page.locator('[role=alertdialog], dialog[open]')
    const check = async (name: string) => {
      await overlay.waitFor()
      await settle(page)
      assert.deepEqual(await axeViolations(page), [], name)
      await page.keyboard.press('Escape')
      await overlay.waitFor({ state: 'detached' })
    }
    for (const key of ['a', 'r', 'i', 'v']) {
      await page.keyboard.press(key)
      await check(`deposit ${key}`)
    }
    await page.goto(page.url().replace(/\/desk.*/, '/desk/withdrawals/1'))
    await page.getByText(deskEn('withdrawal.pay_to')).waitFor()
    for (const key of ['s', 'r']) {
      await page.keyboard.press(key)
      await check(`withdrawal ${key}`)
    }
    await page.goto(page.url().replace(/\/desk.*/, '/desk/currencies/2'))
    await page.getByRole('button', { name: deskEn('wire.add') }).click()
    await check('bank account')
    await page.getByLabel(deskEn('currency.field.deposit_rate')).fill('2')
    await page.getByRole('button', { name: deskEn('currency.save') }).click()
    await check('terms')
  })

  test('passes axe with the dialogs of articles open', async () => {
    const { page, desk } = await open('/desk/news/12', { role: 'content', content })
    const overlay = page.locator('[role=alertdialog], dialog[open]')
    const check = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).first().click()
      await overlay.waitFor()
      await overlay.locator('img, [role=tab], input').first().waitFor()
      await settle(page)
      assert.deepEqual(await axeViolations(page), [], name)
      await page.keyboard.press('Escape')
      await overlay.waitFor({ state: 'detached' })
    }
    await check(deskEn('article.publish'))
    await check(deskEn('article.insert_picture'))
    await check(deskEn('article.history.view_of', { edition: 2 }))
    await page.getByLabel(deskEn('article.title'), { exact: true }).fill('Mine')
    desk.content.articles = [exampleArticle(12, { texts: [] })]
    await page.keyboard.press('Control+s')
    await page.getByText(deskEn('article.conflict.removed')).waitFor()
    await page.getByText(deskEn('article.help')).click()
    await settle(page)
    assert.deepEqual(await axeViolations(page), [], 'conflict')
  })

  test('passes axe with the dialogs of the calendar and of companies open', async () => {
    const { page } = await open('/desk/calendar?month=2026-03', {
      ...{ role: 'content', events: exampleEvents, companies: exampleCompanies },
      options: { colorScheme: 'dark' },
    })
    const overlay = page.locator('[role=alertdialog], dialog[open]')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    const check = async (name: string) => {
      await overlay.waitFor()
      await settle(page)
      assert.deepEqual(await axeViolations(page), [], name)
      assert.deepEqual(await overflowingElements(page), [], name)
      await page.keyboard.press('Escape')
      await overlay.waitFor({ state: 'detached' })
    }
    const title = 'Non-farm payrolls'
    await press(deskEn('calendar.change_of', { title }))
    await check('event')
    await press(deskEn('calendar.remove_of', { title }))
    await check('removal')
    await press(deskEn('calendar.import'))
    await overlay.getByLabel(deskEn('calendar.import.file'), { exact: true }).setInputFiles({
      ...{ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('time,title') },
    })
    await overlay.getByRole('button', { name: deskEn('calendar.import.preview') }).click()
    await overlay.getByText(deskEn('calendar.import.faulty')).waitFor()
    await check('import')
    await page.getByRole('link', { name: deskEn('nav.companies') }).click()
    for (const { name } of exampleCompanies) {
      await press(name)
      await check(name)
    }
    await press(deskEn('companies.add'))
    await check('new company')
  })

  test('fits from a large screen down to a phone without horizontal scrolling', async () => {
    const { page } = await open('/desk/identity', {
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
    })
    for (const path of places) {
      await page.goto(page.url().replace(/\/desk.*/, path))
      await page.locator('h1').waitFor()
      for (const [width, height] of [
        [1440, 900],
        [1280, 800],
        [1024, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        await settle(page)
        assert.deepEqual(await overflowingElements(page), [], `${path} at ${width}`)
        // On a desktop, no table needs horizontal scrolling.
        const hidden = await page
          .locator('main section')
          .evaluateAll((lists) => lists.filter((list) => list.scrollWidth > list.clientWidth + 1).length)
        if (width >= 1024) assert.equal(hidden, 0, `a list of ${path} at ${width}`)
      }
    }
  })
})
