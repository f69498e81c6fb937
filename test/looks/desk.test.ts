import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleFreezes, exampleProposals } from '#test/browser/desk/example-desk.ts'
import {
  exampleDeposit,
  exampleProposal,
  exampleRisks,
  exampleWithdrawal,
} from '#test/browser/desk/example-funds.ts'
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
  '/desk/freezes',
  '/desk/freezes?state=lifted',
  '/desk/operators',
  '/desk/audit',
  '/desk/settings',
  '/desk/account',
]

describe('every screen of the console', () => {
  for (const [colorScheme, locale] of [
    ['light', 'en'],
    ['dark', 'zh-HK'],
  ] as const) {
    test(`passes axe in ${colorScheme} and ${locale}`, async () => {
      const { page } = await open('/desk/identity', {
        role: 'owner',
        checks,
        freezes: exampleFreezes,
        proposals: exampleProposals,
        isTwoPersonWaived: true,
        funds,
        options: { colorScheme, locale },
      })
      for (const path of places) {
        await page.goto(page.url().replace(/\/desk.*/, path))
        await page.locator('h1').waitFor()
        if (path.endsWith('identity/1')) await page.locator('figure img').nth(1).waitFor()
        if (path.endsWith('deposits/1')) await page.locator('figure img').waitFor()
        await settle(page)
        assert.deepEqual(await axeViolations(page), [], path)
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

  test('fits from a large screen down to a phone without horizontal scrolling', async () => {
    const { page } = await open('/desk/identity', {
      role: 'owner',
      checks,
      freezes: exampleFreezes,
      proposals: exampleProposals,
      isTwoPersonWaived: true,
      funds,
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
