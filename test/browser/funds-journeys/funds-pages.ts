// What journeys of money do and see on a phone and at the desk.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { LogRow } from '#contract/calls/account.ts'
import { logPath } from '#test/browser/account/account-log.ts'
import type { Customer, FundsTeam, TeamMember } from '#test/browser/funds-journeys/funds-team.ts'
import { showPageAgain } from '#test/browser/show-page.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, en, serverEn, startingWith } from '#test/browser/words.ts'
import { photo } from '#test/uploads/pictures.ts'
import { seenStorageKey } from '#web/parts/funds/seen-statuses.ts'

/** Opens another screen of the same page, with a new document. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('[data-screen] main, h1').first().waitFor()
}

/** Waits for the first read of the user's records on this phone. Only changes after it are told in toasts. */
export async function knowsRecords(phone: Page): Promise<void> {
  await phone.waitForFunction((key) => localStorage.getItem(key) !== null, seenStorageKey)
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()

export const amountField = (page: Page) => page.getByLabel(en('funds.amount'), { exact: true })

/** Fills in the form of a deposit and submits it. Ends at the records. */
export async function submitDeposit(page: Page, number: string, credited: string): Promise<void> {
  await amountField(page).fill(number)
  const seed = Math.round(Number(number) * 100)
  const buffer = await photo({ width: 320, height: 200 }, seed)
  await page
    .locator('main')
    .getByLabel(startingWith(en('deposit.voucher')))
    .setInputFiles({ name: 'voucher.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText(en('auth.picture.uploaded'), { exact: true }).waitFor()
  await page.locator('footer').getByText(credited).waitFor()
  await press(page, en('funds.continue'))
  await page.getByRole('dialog').getByText(credited).waitFor()
  await press(page, en('deposit.submit'))
  await page.getByRole('list', { name: en('deposit.records') }).waitFor()
}

/** The newest record on a page of records, which lists the newest first. */
export const newestRecord = (page: Page): Locator => page.locator('main li').first()

/** What the wallet says: balance, withdrawable now, free margin, locked. */
export async function walletShows(
  page: Page,
  amounts: { readonly balance: string; readonly withdrawable: string; readonly locked: string },
): Promise<void> {
  await goTo(page, '/mine/wallet')
  const main = page.locator('main')
  const stat = (label: string, value: string) =>
    main.locator('div').filter({ hasText: label }).getByText(value, { exact: true }).first().waitFor()
  await stat(en('wallet.balance'), amounts.balance)
  await stat(en('wallet.withdrawable'), amounts.withdrawable)
  await stat(en('wallet.locked'), amounts.locked)
}

/** The account log, newest first, as types and amounts. */
export async function logOf({ users }: FundsTeam, { token }: Customer): Promise<readonly string[]> {
  const { data } = await users.ask(`${logPath}?page=1`, { token })
  return data.data.map(({ MemoTran, Value }: LogRow) => `${MemoTran} ${Value}`)
}

// At the desk.

/** Waits until the queue in the side bar has this many records. */
export async function queueHas(desk: Page, queue: 'deposits' | 'withdrawals', count: number): Promise<void> {
  await showPageAgain(desk)
  const name =
    count === 0 ? deskEn(`nav.${queue}`) : `${deskEn(`nav.${queue}`)} ${deskEn('nav.waiting', { count })}`
  await desk.getByRole('link', { name, exact: true }).waitFor()
}

export async function rejectDeposit(desk: Page, id: number, remark: string): Promise<void> {
  await desk.getByRole('link', { name: deskEn('deposit.title', { id }) }).click()
  await desk.getByRole('img', { name: deskEn('voucher.name') }).waitFor()
  await desk.keyboard.press('r')
  const dialog = desk.getByRole('alertdialog', { name: deskEn('deposit.reject.title') })
  await dialog.getByLabel(deskEn('deposit.reject.remark')).fill(remark)
  await dialog.getByRole('button', { name: deskEn('deposit.reject') }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Finishes a deposit after its sum has been restated. */
export async function finishDeposit(desk: Page, id: number, sum: RegExp): Promise<void> {
  await desk.getByRole('link', { name: deskEn('deposit.title', { id }) }).click()
  await desk.getByRole('img', { name: deskEn('voucher.name') }).waitFor()
  await desk.getByRole('button', { name: deskEn('deposit.finish') }).click()
  const dialog = desk.getByRole('alertdialog', { name: deskEn('deposit.finish.title') })
  await dialog.getByText(sum).waitFor()
  await dialog.getByRole('button', { name: deskEn('deposit.finish') }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Approves the only open proposal, after its new values have been seen. */
export async function approveAtDesk(
  team: FundsTeam,
  member: TeamMember,
  desk: Page,
  values: readonly string[],
): Promise<void> {
  await goTo(desk, '/desk/approvals')
  const card = desk.getByRole('article')
  for (const value of values) await card.getByRole('cell', { name: value, exact: true }).waitFor()
  await card.getByRole('button', { name: startingWith(`${deskEn('approvals.approve')}:`) }).click()
  const dialog = desk.getByRole('alertdialog', { name: deskEn('approvals.approve.title') })
  await dialog.getByLabel(deskEn('code.label')).fill(await team.authenticatorCode(member))
  await dialog.getByRole('button', { name: deskEn('approvals.approve') }).click()
  await waitForToast(desk, serverEn('done.proposal_done'))
  await desk.getByText(deskEn('approvals.empty.open'), { exact: true }).waitFor()
}

/** The reconciliation page finds no difference. */
export async function booksAgree(desk: Page): Promise<void> {
  await goTo(desk, '/desk/reconciliation')
  await desk.getByText(deskEn('reconciliation.clean')).waitFor()
  assert.equal(await desk.getByRole('heading', { name: deskEn('reconciliation.problems') }).count(), 0)
}

/** Fills in the form with the only payout method and an emailed code, and confirms. Ends at the records. */
export async function requestWithdrawal(
  team: FundsTeam,
  customer: Customer,
  page: Page,
  { amount, receives }: { readonly amount: string; readonly receives: string },
): Promise<void> {
  await amountField(page).fill(amount)
  await page
    .locator('label')
    .filter({ has: page.locator('input[name=draw_method]') })
    .tap()
  await page.locator('input[name=code]').fill(await team.sendCode(customer, page, 'withdrawal'))
  await page.locator('footer').getByText(receives).waitFor()
  await press(page, en('funds.continue'))
  await page.getByRole('dialog').getByText(receives).waitFor()
  await press(page, en('withdraw.submit'))
  await page.getByRole('list', { name: en('withdraw.records') }).waitFor()
}

/** Takes a step of the opened withdrawal. A return needs a note, a payment from the limit on a code, sent its transaction id. */
export async function takeStep(
  desk: Page,
  to: 'reviewing' | 'paying' | 'sent' | 'returned',
  text = '',
): Promise<void> {
  const label = deskEn(`withdrawal.step.${to}`)
  await desk.getByRole('main').getByRole('button', { name: label }).click()
  if (to !== 'reviewing') {
    const dialog = desk.getByRole('alertdialog', { name: deskEn(`withdrawal.${to}.title`) })
    if (to === 'paying' && text !== '') await dialog.getByLabel(deskEn('code.label')).fill(text)
    if (to === 'sent') await dialog.getByLabel(deskEn('withdrawal.transaction')).fill(text)
    if (to === 'returned') await dialog.getByLabel(deskEn('withdrawal.returned.note')).fill(text)
    await dialog.getByRole('button', { name: label }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await stateIs(desk, to)
}

/** Approves the opened withdrawal, which another operator reviewed. */
export async function approveWithdrawal(team: FundsTeam, member: TeamMember, desk: Page): Promise<void> {
  const label = deskEn('withdrawal.step.approved')
  await desk.getByRole('main').getByRole('button', { name: label }).click()
  const dialog = desk.getByRole('alertdialog', { name: deskEn('withdrawal.approved.title') })
  await dialog.getByLabel(deskEn('code.label')).fill(await team.authenticatorCode(member))
  await dialog.getByRole('button', { name: label }).click()
  await dialog.waitFor({ state: 'detached' })
  await stateIs(desk, 'approved')
}

const stateIs = (desk: Page, state: 'reviewing' | 'approved' | 'paying' | 'sent' | 'returned') =>
  desk
    .getByRole('main')
    .getByText(deskEn(`withdrawal.state.${state}`), { exact: true })
    .waitFor()
