import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleFreezes, exampleProposals } from '#test/browser/desk/example-desk.ts'
import { exampleCheck } from '#test/browser/desk/fake-desk.ts'
import { setUpDesks } from '#test/browser/desk/open-desk.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { deskEn, startingWith } from '#test/browser/words.ts'
import { axeViolations } from '#test/looks/axe-violations.ts'
import { overflowingElements } from '#test/looks/layout-checks.ts'

const open = setUpDesks()

const checks = [exampleCheck(1, { same_document: 1, earlier: 2 }), exampleCheck(2)]

const places = [
  '/desk/identity',
  '/desk/identity/1',
  '/desk/approvals',
  '/desk/approvals?state=decided',
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
        options: { colorScheme, locale },
      })
      for (const path of places) {
        await page.goto(page.url().replace(/\/desk.*/, path))
        await page.locator('h1').waitFor()
        if (path.endsWith('/1')) await page.locator('figure img').nth(1).waitFor()
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

  test('fits from a large screen down to a phone without horizontal scrolling', async () => {
    const { page } = await open('/desk/identity', {
      role: 'owner',
      checks,
      freezes: exampleFreezes,
      proposals: exampleProposals,
      isTwoPersonWaived: true,
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
