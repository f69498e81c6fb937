import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleProposals } from '#test/browser/desk/example-desk.ts'
import { no } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn, startingWith } from '#test/browser/words.ts'

const open = setUpDesks()
const proposals = exampleProposals

const cards = (page: Page) => page.getByRole('article')
const button = (page: Page, action: 'approve' | 'reject' | 'withdraw') =>
  page.getByRole('button', { name: startingWith(`${deskEn(`approvals.${action}`)}:`) })
const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: `${deskEn('nav.approvals')} ${deskEn('nav.proposals', { count })}` })

describe('approvals', () => {
  test('show old and new values, who proposed them, and are counted in the side bar', async () => {
    const { page } = await open('/desk/approvals', { role: 'finance', proposals, stillClock: true })
    await cards(page).nth(1).waitFor()
    assert.equal(await cards(page).count(), 2)
    const first = cards(page).first()
    assert.deepEqual(await first.locator('tbody tr').first().locator('th, td').allTextContents(), [
      deskEn('approvals.field.amount'),
      deskEn('approvals.none'),
      '250.00 USD',
    ])
    await first.getByText(deskEn('approvals.proposed', { email: 'ben@example.com' })).waitFor()
    await first.getByText(deskEn('span.hours', { count: 2 })).waitFor()
    const second = cards(page).nth(1)
    await second.getByRole('heading', { name: 'brand new: pay address 3' }).waitFor()
    await second.getByText(deskEn('approvals.own')).waitFor()
    await badge(page, 2).waitFor()
  })

  test('are approved with a code, and the list is read again', async () => {
    const { page, desk } = await open('/desk/approvals', { role: 'finance', proposals })
    await button(page, 'approve').click()
    const dialog = page.getByRole('alertdialog', { name: deskEn('approvals.approve.title') })
    const confirm = dialog.getByRole('button', { name: deskEn('approvals.approve') })
    await confirm.click()
    await dialog.getByText(deskEn('code.fault.missing')).waitFor()
    assert.equal(desk.requestsTo('proposals/approve').length, 0)
    await dialog.getByLabel(deskEn('code.label')).fill('123456')
    desk.answer('proposals/approve', () => no('wrong_code', serverEn('reason.wrong_code')))
    await confirm.click()
    await dialog.getByText(serverEn('reason.wrong_code')).waitFor()
    desk.answer('proposals/approve', undefined)
    await confirm.click()
    await waitForToast(page, serverEn('done.proposal_done'))
    await badge(page, 1).waitFor()
    assert.equal(await cards(page).count(), 1)
    assert.deepEqual(desk.requestsTo('proposals/approve').at(-1)?.input, { id: 7, totp: '123456' })
  })

  for (const reason of ['already_decided', 'people_tied', 'insufficient_balance'] as const)
    test(`are read again if the approval is refused as ${reason}`, async () => {
      const { page, desk } = await open('/desk/approvals', { role: 'owner', proposals })
      await button(page, 'approve').click()
      desk.answer('proposals/approve', () => no(reason, serverEn(`reason.${reason}`)))
      const dialog = page.getByRole('alertdialog')
      await dialog.getByLabel(deskEn('code.label')).fill('123456')
      await dialog.getByRole('button', { name: deskEn('approvals.approve') }).click()
      await waitForToast(page, serverEn(`reason.${reason}`))
      await dialog.waitFor({ state: 'detached' })
      assert.ok(desk.requestsTo('proposals').length >= 2)
    })

  test('are rejected with a remark', async () => {
    const { page, desk } = await open('/desk/approvals', { role: 'finance', proposals })
    await button(page, 'reject').click()
    const dialog = page.getByRole('alertdialog', { name: deskEn('approvals.reject.title') })
    await dialog.getByRole('button', { name: deskEn('approvals.reject') }).click()
    await dialog.getByText(deskEn('approvals.reject.missing')).waitFor()
    await dialog.getByLabel(deskEn('approvals.reject.remark')).fill(' Wrong user ')
    await dialog.getByRole('button', { name: deskEn('approvals.reject') }).click()
    await waitForToast(page, serverEn('done.proposal_rejected'))
    assert.deepEqual(desk.requestsTo('proposals/reject').at(-1)?.input, { id: 7, remark: 'Wrong user' })
  })

  test('of one’s own can only be withdrawn', async () => {
    const own = proposals.filter(({ is_own }) => is_own === 1)
    const { page, desk } = await open('/desk/approvals', { role: 'finance', proposals: own })
    await button(page, 'withdraw').click()
    assert.equal(await button(page, 'approve').count(), 0)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: deskEn('approvals.withdraw') })
      .click()
    await page.getByText(deskEn('approvals.empty.open'), { exact: true }).waitFor()
    assert.deepEqual(desk.requestsTo('proposals/withdraw').at(-1)?.input, { id: 8 })
  })

  test('that were decided show the result, the remark and a missing second person', async () => {
    const { page } = await open('/desk/approvals', { role: 'finance', proposals })
    await page.getByRole('tab', { name: deskEn('approvals.tab.decided') }).click()
    await cards(page).nth(1).waitFor()
    assert.equal(pathOf(page), '/desk/approvals?state=decided')
    const [failed, rejected] = [cards(page).first(), cards(page).nth(1)]
    await failed.getByText(deskEn('approvals.failure', { reason: 'insufficient balance' })).waitFor()
    await failed.getByText(deskEn('approvals.waived')).waitFor()
    await rejected.getByText(deskEn('approvals.remark', { remark: 'Wrong user' })).waitFor()
    const lapsed = cards(page).nth(2)
    await lapsed.getByText(deskEn('approvals.state.lapsed'), { exact: true }).waitFor()
    await lapsed.getByText(deskEn('approvals.lapsed', { time: 'Feb 27, 2026, 17:20' })).waitFor()
    await lapsed.getByText(deskEn('setting.payout_method_wait_hours')).waitFor()
    assert.equal(await button(page, 'approve').count(), 0)
  })

  test('show a viewer no values and no actions', async () => {
    const hidden = proposals.map((proposal) => ({ ...proposal, changes: [], can_decide: 0, is_own: 0 }))
    const { page } = await open('/desk/approvals', { role: 'viewer', proposals: hidden })
    await page.getByText(deskEn('approvals.viewer')).waitFor()
    await cards(page).nth(1).waitFor()
    assert.equal(await page.locator('main table').count(), 0)
    assert.equal(await cards(page).getByRole('button').count(), 0)
  })

  test('appear while the screen is open', async () => {
    const { page, desk } = await open('/desk/approvals', { role: 'finance' })
    await page.getByText(deskEn('approvals.empty.open'), { exact: true }).waitFor()
    desk.proposals = proposals
    // The console polls at once when its tab becomes visible.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await cards(page).nth(1).waitFor()
  })
})

describe('the waived two-person rule', () => {
  const notice = (page: Page) => page.getByText(deskEn('desk.two_person_waived'))

  test('is told on every page, and own proposals can be approved', async () => {
    const { page } = await open('/desk/approvals', { role: 'owner', proposals, isTwoPersonWaived: true })
    await button(page, 'approve').nth(1).waitFor()
    for (const path of ['/desk/identity', '/desk/settings', '/desk/account', '/desk/nowhere']) {
      await page.goto(page.url().replace(/\/desk.*/, path))
      await notice(page).waitFor()
    }
  })

  test('is not told while two people are required, and appears when that changes', async () => {
    const { page, desk } = await open('/desk/account', { role: 'owner' })
    assert.equal(await notice(page).count(), 0)
    desk.isTwoPersonWaived = true
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await notice(page).waitFor()
  })
})
