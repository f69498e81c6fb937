import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { WithdrawalDetailsAnswer } from '#contract/desk/funds.ts'
import { exampleProposal, exampleRisks, exampleWithdrawal } from '#test/browser/desk/example-funds.ts'
import { no } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const open = setUpDesks()

const rows = (page: Page) => page.locator('tbody tr')
const state = (page: Page, name: Parameters<typeof stateText>[0]) =>
  page.getByRole('main').getByText(stateText(name), { exact: true })
const stateText = (name: 'locked' | 'reviewing' | 'approved' | 'paying' | 'sent' | 'returned') =>
  deskEn(`withdrawal.state.${name}`)
type StepName = 'reviewing' | 'approved' | 'paying' | 'sent' | 'returned'
const step = (page: Page, to: StepName) =>
  page.getByRole('main').getByRole('button', { name: deskEn(`withdrawal.step.${to}`) })
const steps = 'funds/withdrawal_step'

async function openWithdrawal(change: Partial<WithdrawalDetailsAnswer> = {}) {
  const opened = await open('/desk/withdrawals/1', {
    role: 'finance',
    funds: { withdrawals: [exampleWithdrawal(1, change), exampleWithdrawal(2)] },
  })
  await opened.page.getByText(deskEn('withdrawal.pay_to')).waitFor()
  return opened
}

async function confirm(page: Page, label: string) {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: label }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('the withdrawal queue', () => {
  test('lists waiting withdrawals with amounts, state and risk marks', async () => {
    const { page } = await open('/desk/withdrawals', {
      role: 'finance',
      funds: { withdrawals: [exampleWithdrawal(1, { risks: 3, state: 'reviewing' }), exampleWithdrawal(2)] },
      stillClock: true,
    })
    await rows(page).nth(1).waitFor()
    assert.deepEqual(await rows(page).first().locator('td').allTextContents(), [
      deskEn('withdrawal.title', { id: 1 }),
      '30481277',
      '2\u202f500.00\u202fUSD',
      '2\u202f497.5\u202fUSDTTRC20',
      deskEn('withdrawals.risks', { count: 3 }),
      stateText('reviewing'),
      deskEn('span.hours', { count: 4 }),
    ])
    assert.equal(await rows(page).nth(1).locator('td').nth(4).textContent(), '')
    await page
      .getByRole('link', { name: `${deskEn('nav.withdrawals')} ${deskEn('nav.waiting', { count: 2 })}` })
      .waitFor()
  })

  test('lists ended withdrawals under their tabs', async () => {
    const withdrawals = (['sent', 'returned', 'cancelled'] as const).map((name, at) =>
      exampleWithdrawal(at + 1, { state: name }),
    )
    const { page } = await open('/desk/withdrawals', { role: 'finance', funds: { withdrawals } })
    await page.getByText(deskEn('withdrawals.empty.waiting')).waitFor()
    for (const [at, name] of (['sent', 'returned', 'cancelled'] as const).entries()) {
      await page.getByRole('tab', { name: deskEn(`withdrawal.state.${name}`) }).click()
      await page.getByRole('link', { name: deskEn('withdrawal.title', { id: at + 1 }) }).waitFor()
    }
  })

  test('shows viewers the list only', async () => {
    const { page, desk } = await open('/desk/withdrawals', {
      role: 'viewer',
      funds: { withdrawals: [exampleWithdrawal(1)] },
    })
    await page.getByText(deskEn('withdrawals.viewer')).waitFor()
    await rows(page).first().click()
    assert.equal(pathOf(page), '/desk/withdrawals')
    await page.goto(page.url().replace(/withdrawals$/, 'withdrawals/1'))
    await page.getByText(deskEn('desk.not_found.title')).waitFor()
    assert.equal(desk.requestsTo('funds/withdrawal').length, 0)
  })
})

describe('a withdrawal', () => {
  test('shows the payment, the account, recent deposits and trades', async () => {
    const { page } = await openWithdrawal({ last_day: '3100.00', needs_second: 1, memo: 'Rent' })
    const content = (await page.getByRole('main').textContent()) ?? ''
    for (const text of [
      '2\u202f497.5\u202fUSDT',
      '5.00\u202fUSD',
      '1.001',
      '3\u202f100.00\u202fUSD',
      'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
      '陳大文',
      '8\u202f120.44\u202fUSD',
      '\u2212879.56\u202fUSD',
      '214',
      'EURUSD',
      '+120.50\u202fUSD',
      'Rent',
      deskEn('withdrawal.needs_second'),
      deskEn('withdrawal.no_risks'),
    ])
      assert.ok(content.includes(text), text)
    await page.getByRole('link', { name: deskEn('deposit.title', { id: 91 }) }).waitFor()
    await page
      .getByRole('button', { name: deskEn('destination.copy', { field: deskEn('destination.address') }) })
      .waitFor()
  })

  test('says each risk mark in words with its figure', async () => {
    const { page } = await openWithdrawal({ risk_marks: exampleRisks })
    const marks = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: deskEn('withdrawal.risks') }) })
      .getByRole('listitem')
    const texts = (await marks.allTextContents()).map((text) => text.trim())
    assert.deepEqual(texts, [
      deskEn('risk.first_withdrawal'),
      `${deskEn('risk.new_method')} Mar 4, 2026, 17:00`,
      deskEn('risk.shared_destination.count', { count: 3 }),
      deskEn('risk.payee_name_differs'),
      `${deskEn('risk.recent_password_change')} Mar 4, 2026, 05:15`,
      deskEn('risk.no_trades'),
      `${deskEn('risk.recent_deposit')} 1\u202f498.9995`,
      `${deskEn('risk.same_payment')} #4, #17`,
    ])
  })

  test('is reviewed, paid and marked as sent with its transaction id', async () => {
    const { page, desk } = await openWithdrawal()
    await page.keyboard.press('t')
    await state(page, 'reviewing').waitFor()
    await step(page, 'paying').click()
    const dialog = page.getByRole('alertdialog', { name: deskEn('withdrawal.paying.title') })
    await dialog.getByText(deskEn('withdrawal.paying.text')).waitFor()
    await dialog.getByText('TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH').waitFor()
    await confirm(page, deskEn('withdrawal.step.paying'))
    await state(page, 'paying').waitFor()
    await step(page, 'sent').click()
    const sent = page.getByRole('alertdialog', { name: deskEn('withdrawal.sent.title') })
    await sent.getByRole('button', { name: deskEn('withdrawal.step.sent') }).click()
    await sent.getByText(deskEn('withdrawal.sent.missing')).waitFor()
    await sent.getByLabel(deskEn('withdrawal.transaction')).fill(' 0xabc ')
    await confirm(page, deskEn('withdrawal.step.sent'))
    await state(page, 'sent').waitFor()
    await page.getByText('0xabc').waitFor()
    assert.deepEqual(
      desk.requestsTo(steps).map(({ input }) => input),
      [
        { id: 1, to: 'reviewing' },
        { id: 1, to: 'paying' },
        { id: 1, to: 'sent', transaction: '0xabc' },
      ],
    )
    assert.equal(await step(page, 'returned').count(), 0)
  })

  test('that needs a second operator is approved by another than the reviewer', async () => {
    const own = await openWithdrawal({ state: 'reviewing', reviewer: 'anna@example.com', needs_second: 1 })
    await own.page.getByText(deskEn('withdrawal.hindrance.own_review')).waitFor()
    assert.equal(await step(own.page, 'approved').count(), 0)
    assert.equal(await step(own.page, 'paying').count(), 0)
    const { page, desk } = await openWithdrawal({
      ...{ state: 'reviewing', reviewer: 'ben@example.com', needs_second: 1 },
    })
    assert.equal(await step(page, 'paying').count(), 0)
    await step(page, 'approved').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(deskEn('withdrawal.approved.text')).waitFor()
    const code = dialog.getByLabel(deskEn('code.label'))
    await dialog.getByRole('button', { name: deskEn('withdrawal.step.approved') }).click()
    await dialog.getByText(deskEn('code.fault.missing')).waitFor()
    assert.equal(desk.requestsTo(steps).length, 0)
    await code.fill('000000')
    desk.answer(steps, () => no('wrong_code', serverEn('reason.wrong_code')))
    await dialog.getByRole('button', { name: deskEn('withdrawal.step.approved') }).click()
    await dialog.getByText(serverEn('reason.wrong_code')).waitFor()
    assert.deepEqual(await shownToasts(page), [])
    desk.answer(steps, undefined)
    await code.fill(' 123456 ')
    await confirm(page, deskEn('withdrawal.step.approved'))
    await page.getByText(deskEn('withdrawal.hindrance.own_approval')).waitFor()
    assert.equal(await step(page, 'paying').count(), 0)
    assert.deepEqual(
      desk.requestsTo(steps).map(({ input }) => input),
      [
        { id: 1, to: 'approved', totp: '000000' },
        { id: 1, to: 'approved', totp: '123456' },
      ],
    )
    const third = await openWithdrawal({
      ...{ state: 'approved', reviewer: 'ben@example.com', approver: 'cleo@example.com', needs_second: 1 },
    })
    await step(third.page, 'paying').click()
    const payment = third.page.getByRole('alertdialog')
    await payment.getByText(deskEn('withdrawal.paying.text')).waitFor()
    await payment.getByLabel(deskEn('code.label')).fill('654321')
    await confirm(third.page, deskEn('withdrawal.step.paying'))
    await state(third.page, 'paying').waitFor()
    assert.deepEqual(third.desk.requestsTo(steps)[0]?.input, { id: 1, to: 'paying', totp: '654321' })
  })

  test('of a user who is not verified cannot be paid', async () => {
    const { page, desk } = await openWithdrawal({ state: 'reviewing', identity_missing: 1 })
    await page.getByText(deskEn('withdrawal.hindrance.not_verified'), { exact: true }).waitFor()
    await page.getByText(deskEn('withdrawal.not_verified')).waitFor()
    assert.equal(await step(page, 'paying').count(), 0)
    const late = await openWithdrawal({ state: 'reviewing' })
    late.desk.answer(steps, () => no('not_verified', serverEn('reason.not_verified')))
    await step(late.page, 'paying').click()
    await confirm(late.page, deskEn('withdrawal.step.paying'))
    await waitForToast(late.page, deskEn('withdrawal.not_verified'))
    assert.equal((await shownToasts(late.page)).length, 1)
    assert.equal(desk.requestsTo(steps).length, 0)
  })

  test('whose payer is disabled says what can be done', async () => {
    const payer = 'ben@example.com'
    const { page } = await openWithdrawal({ state: 'paying', payer, can_payer_act: 0 })
    await page.getByText(deskEn('withdrawal.hindrance.payer_gone', { payer })).waitFor()
    await page.getByText(deskEn('withdrawal.payer_gone', { payer })).waitFor()
    assert.equal(await step(page, 'sent').count(), 0)
    await step(page, 'returned').waitFor()
  })

  test('is returned with a note, which is required', async () => {
    const { page, desk } = await openWithdrawal()
    await page.keyboard.press('r')
    const dialog = page.getByRole('alertdialog', { name: deskEn('withdrawal.returned.title') })
    await dialog.getByRole('button', { name: deskEn('withdrawal.step.returned') }).click()
    await dialog.getByText(deskEn('note.missing')).waitFor()
    assert.equal(await dialog.getByText(deskEn('withdrawal.returned.paying')).count(), 0)
    await dialog.getByLabel(deskEn('withdrawal.returned.note')).fill('The address is of another network.')
    await confirm(page, deskEn('withdrawal.step.returned'))
    await state(page, 'returned').waitFor()
    await page.getByText('The address is of another network.').waitFor()
    assert.equal(desk.requestsTo(steps).length, 1)
  })

  test('is returned while being paid only by a proposal', async () => {
    const { page } = await openWithdrawal({ state: 'paying', payer: 'ben@example.com' })
    await page.getByText(deskEn('withdrawal.hindrance.other_payer', { payer: 'ben@example.com' })).waitFor()
    assert.equal(await step(page, 'sent').count(), 0)
    await step(page, 'returned').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(deskEn('withdrawal.returned.paying')).waitFor()
    await dialog.getByLabel(deskEn('withdrawal.returned.note')).fill('The bank refused it.')
    await confirm(page, deskEn('withdrawal.returned.propose'))
    await waitForToast(page, deskEn('withdrawal.proposed'))
    await page.getByText(/anna@example\.com proposed a change/).waitFor()
    await page.getByText(deskEn('withdrawal.hindrance.proposed')).waitFor()
    await state(page, 'paying').waitFor()
  })

  test('with an open proposal has no steps', async () => {
    const { page } = await openWithdrawal({ state: 'paying', is_own_payment: 1, proposal: exampleProposal })
    await page.getByText(deskEn('withdrawal.hindrance.proposed')).waitFor()
    for (const to of ['sent', 'returned'] as const) assert.equal(await step(page, to).count(), 0)
  })

  test('whose amount is not locked yet has no steps', async () => {
    const { page } = await openWithdrawal({ state: 'requested' })
    await page.getByText(deskEn('withdrawal.hindrance.locking')).waitFor()
    await page.keyboard.press('t')
    assert.equal(await step(page, 'reviewing').count(), 0)
  })

  test('taken at another desk is read again, and says who took it', async () => {
    const { page, desk } = await openWithdrawal()
    desk.answer(steps, () => {
      desk.funds.withdrawals = [exampleWithdrawal(1, { state: 'reviewing', reviewer: 'ben@example.com' })]
      return no('already_decided', serverEn('reason.already_decided'))
    })
    await step(page, 'reviewing').click()
    await waitForToast(
      page,
      deskEn('withdrawal.changed_by', { email: 'ben@example.com', state: stateText('reviewing') }),
    )
    await state(page, 'reviewing').waitFor()
    assert.equal((await shownToasts(page)).length, 1)
  })

  test('cancelled by its owner meanwhile says so', async () => {
    const { page, desk } = await openWithdrawal()
    desk.answer(steps, () => {
      desk.funds.withdrawals = [exampleWithdrawal(1, { state: 'cancelled' })]
      return no('already_decided', serverEn('reason.already_decided'))
    })
    await step(page, 'reviewing').click()
    const cancelled = deskEn('withdrawal.state.cancelled')
    await waitForToast(page, deskEn('withdrawal.changed_elsewhere', { state: cancelled }))
    await step(page, 'reviewing').waitFor({ state: 'detached' })
  })

  test('shows a refusal and keeps what was typed if the server is busy', async () => {
    const { page, desk } = await openWithdrawal({ state: 'paying', is_own_payment: 1 })
    await step(page, 'sent').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel(deskEn('withdrawal.transaction')).fill('0xabc')
    desk.answer(steps, () => no('busy', serverEn('reason.busy')))
    await dialog.getByRole('button', { name: deskEn('withdrawal.step.sent') }).click()
    await waitForToast(page, serverEn('reason.busy'))
    assert.equal(await dialog.getByLabel(deskEn('withdrawal.transaction')).inputValue(), '0xabc')
    desk.answer(steps, () => no('role_forbidden', serverEn('reason.role_forbidden')))
    await confirm(page, deskEn('withdrawal.step.sent'))
    await waitForToast(page, serverEn('reason.role_forbidden'))
    assert.equal(desk.requestsTo('funds/withdrawal').length, 2)
  })

  test('can be skipped', async () => {
    const { page } = await openWithdrawal()
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: deskEn('withdrawal.title', { id: 2 }) }).waitFor()
  })
})
