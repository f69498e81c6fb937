import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleReconciliation } from '#test/browser/desk/example-funds.ts'
import { no } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const open = setUpDesks()

const propose = (page: Page) => page.getByRole('button', { name: deskEn('adjustment.submit') }).click()
const field = (page: Page, name: 'uid' | 'amount' | 'memo') => page.getByLabel(deskEn(`adjustment.${name}`))

async function fill(page: Page, amount: string) {
  await field(page, 'uid').fill(' 30481277 ')
  await field(page, 'amount').fill(amount)
  await field(page, 'memo').fill(' Fee charged twice ')
  await page.getByLabel(deskEn('code.label')).fill('123456')
}

describe('an adjustment', () => {
  test('is proposed with uid, signed amount, memo and code', async () => {
    const { page, desk } = await open('/desk/adjustment', { role: 'finance' })
    await page.getByText(deskEn('adjustment.memo_hint')).waitFor()
    await propose(page)
    for (const key of [
      'adjustment.fault.uid',
      'adjustment.fault.amount',
      'note.missing',
      'code.fault.missing',
    ] as const)
      await page.getByText(deskEn(key)).waitFor()
    assert.equal(desk.requestsTo('funds/adjustment_propose').length, 0)
    await fill(page, '-1012.50')
    await page.getByText(deskEn('adjustment.effect.down', { amount: '1\u202f012.50' })).waitFor()
    await propose(page)
    await page.getByText(deskEn('adjustment.proposed', { id: 73 })).waitFor()
    assert.deepEqual(desk.requestsTo('funds/adjustment_propose')[0]?.input, {
      ...{ uid: '30481277', amount: '-1012.50', memo: 'Fee charged twice', totp: '123456' },
    })
    assert.equal(await field(page, 'uid').inputValue(), '')
    await page
      .getByRole('main')
      .getByRole('link', { name: deskEn('proposal.approvals') })
      .click()
    assert.equal(pathOf(page), '/desk/approvals')
  })

  for (const [reason, isInline] of [
    ['wrong_code', true],
    ['not_found', true],
    ['demo_forbidden', true],
    ['insufficient_balance', false],
  ] as const)
    test(`refused as ${reason} keeps the input`, async () => {
      const { page, desk } = await open('/desk/adjustment', { role: 'owner' })
      const message = serverEn(`reason.${reason}`)
      desk.answer('funds/adjustment_propose', () => no(reason, message))
      await fill(page, '+5')
      await propose(page)
      if (isInline) await page.getByRole('main').getByText(message).waitFor()
      else await waitForToast(page, message)
      assert.equal(await field(page, 'amount').inputValue(), '+5')
      assert.equal(desk.requestsTo('funds/adjustment_propose')[0]?.input['amount'], '5')
    })

  test('is not offered to viewers', async () => {
    const { page } = await open('/desk/adjustment', { role: 'viewer' })
    await page.getByText(deskEn('desk.not_found.title')).waitFor()
  })
})

describe('the reconciliation', () => {
  const reversed = { ...exampleReconciliation, rows: exampleReconciliation.rows.toReversed() }

  test('shows differences first and marked, and the single records', async () => {
    const { page } = await open('/desk/reconciliation', {
      role: 'finance',
      funds: { reconciliation: reversed },
    })
    const totals = page.getByRole('region', { name: deskEn('reconciliation.title') }).locator('tbody tr')
    await totals.first().waitFor()
    assert.deepEqual(await totals.first().locator('td').allTextContents(), [
      deskEn('reconciliation.kind.deposits_credited') + deskEn('reconciliation.mark'),
      '1\u202f250\u202f300.25',
      '1\u202f251\u202f300.25',
      '1\u202f250\u202f300.25',
      '\u22121\u202f000.00',
    ])
    assert.equal(await page.getByText(deskEn('reconciliation.mark'), { exact: true }).count(), 1)
    await totals.getByText('brand_new_total').waitFor()
    await page.getByText(deskEn('reconciliation.differs', { differences: 1, problems: 2 })).waitFor()
    await page.getByText('Mar 5, 2026, 20:00').waitFor()
    await page.getByText('adjustment:3').waitFor()
    await page.getByRole('link', { name: 'deposit:12' }).click()
    assert.equal(pathOf(page), '/desk/deposits/12')
  })

  test('is checked again, and says that everything agrees', async () => {
    const { page, desk } = await open('/desk/reconciliation', { role: 'viewer' })
    await page.getByText('deposit:12').waitFor()
    assert.equal(await page.getByRole('link', { name: 'deposit:12' }).count(), 0)
    const rows = exampleReconciliation.rows.map((row) => ({ ...row, difference: '0.00' }))
    desk.funds.reconciliation = { ...exampleReconciliation, rows, problems: [] }
    await page.getByRole('button', { name: deskEn('reconciliation.refresh') }).click()
    await page.getByText(deskEn('reconciliation.clean')).waitFor()
    assert.equal(await page.getByText(deskEn('reconciliation.mark'), { exact: true }).count(), 0)
    assert.equal(desk.requestsTo('funds/reconciliation').length, 2)
  })
})
