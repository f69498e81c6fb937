import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  amountField,
  approveAtDesk,
  booksAgree,
  finishDeposit,
  goTo,
  knowsRecords,
  logOf,
  newestRecord,
  queueHas,
  rejectDeposit,
  submitDeposit,
  walletShows,
} from '#test/browser/funds-journeys/funds-pages.ts'
import {
  type Customer,
  type FundsTeam,
  startFundsTeam,
  tronAddress,
} from '#test/browser/funds-journeys/funds-team.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, en, serverEn } from '#test/browser/words.ts'

const bank = {
  bank_name: 'Peak Bank',
  payee_name: 'Openlot Limited',
  payee_account: 'DE89 3704 0044 0532 0130 00',
  bank_swift: 'COBADEFFXXX',
}

let team: FundsTeam
let ann: Customer
let phone: Page
let ben: Page
let cleo: Page

before(async () => {
  team = await startFundsTeam()
  ann = await team.register('ann@example.com')
  phone = await team.openPhone(ann, '/mine/charge')
  await knowsRecords(phone)
  ben = await team.openDesk(team.ben, '/desk/currencies')
  cleo = await team.openDesk(team.cleo, '/desk/approvals')
})

after(() => team?.stop())

const dialogOf = (desk: Page) => desk.getByRole('alertdialog')
const isolated = (text: string) => `\u2066${text}\u2069`

/** Opens the terms of a currency, fills them in and proposes them. */
async function proposeTerms(currency: string): Promise<void> {
  await ben.getByRole('link', { name: currency }).first().click()
  await ben.getByLabel(deskEn('currency.field.is_deposit_on')).selectOption('1')
  await ben.getByLabel(deskEn('currency.field.deposit_rate')).fill('0.5')
  await ben.getByRole('button', { name: deskEn('currency.save') }).click()
  await dialogOf(ben).getByText(deskEn('currency.second.rate')).waitFor()
  await dialogOf(ben)
    .getByRole('button', { name: deskEn('currency.propose') })
    .click()
  await waitForToast(ben, deskEn('currency.proposed'))
}

describe('a deposit', () => {
  test('is not possible before operators have set up a way to pay', async () => {
    await phone.getByText(en('deposit.none'), { exact: true }).waitFor()
  })

  test('by coin is possible once two operators have set rate and address', async () => {
    await proposeTerms('USDT')
    await approveAtDesk(team, team.cleo, cleo, ['0.500000000'])
    await ben.reload()
    await ben.getByRole('button', { name: deskEn('pay_address.add') }).click()
    await dialogOf(ben).getByLabel(deskEn('pay_address.new')).fill(tronAddress)
    await dialogOf(ben)
      .getByRole('button', { name: deskEn('currency.propose') })
      .click()
    await waitForToast(ben, deskEn('currency.proposed'))
    await phone.reload()
    await phone.getByText(en('deposit.none'), { exact: true }).waitFor()
    await approveAtDesk(team, team.cleo, cleo, [tronAddress])
    await phone.reload()
    await phone.getByText(tronAddress).waitFor()
    await phone.getByText(en('funds.simulated')).waitFor()
  })

  test('by wire is possible once two operators have set rate and bank account', async () => {
    await goTo(ben, '/desk/currencies')
    await proposeTerms('EUR')
    await approveAtDesk(team, team.cleo, cleo, ['0.500000000'])
    await ben.reload()
    await ben.getByRole('button', { name: deskEn('wire.add') }).click()
    for (const [field, text] of Object.entries(bank))
      await dialogOf(ben)
        .getByLabel(deskEn(`destination.${field as keyof typeof bank}`), { exact: true })
        .fill(text)
    await dialogOf(ben)
      .getByRole('button', { name: deskEn('currency.propose') })
      .click()
    await waitForToast(ben, deskEn('currency.proposed'))
    await approveAtDesk(team, team.cleo, cleo, [bank.bank_name, bank.payee_name, bank.bank_swift])
    await phone.getByText(en('deposit.kind.wire')).tap()
    await phone.getByText(bank.payee_name).first().waitFor()
  })

  test('by coin is seen at the desk, and its rejection with the remark on the phone', async () => {
    await phone.getByText(en('deposit.kind.coin')).first().tap()
    await submitDeposit(phone, '100.5', '50.25')
    await newestRecord(phone).getByText(en('deposit.status.0')).waitFor()
    await goTo(ben, '/desk/deposits')
    await queueHas(ben, 'deposits', 1)
    await rejectDeposit(ben, 1, 'Only 90 USDT arrived.')
    await queueHas(ben, 'deposits', 0)
    await waitForToast(
      phone,
      `Your deposit of ${isolated('100.50\u00a0USDT')} was rejected. See the reason in your records.`,
    )
    await newestRecord(phone).getByText('Only 90 USDT arrived.').waitFor()
    await newestRecord(phone).getByText(en('deposit.status.2')).waitFor()
    await walletShows(phone, { balance: '0.00', withdrawable: '0.00', locked: '0.00' })
  })

  test('by coin, sent again, is credited, and its owner is told', async () => {
    await goTo(phone, '/mine/charge')
    await submitDeposit(phone, '90', '45.00')
    await goTo(ben, '/desk/deposits')
    await finishDeposit(ben, 2, /^90(\.0+)?\sUSDT × 0\.50* = 45(\.0+)?\sUSD$/)
    await waitForToast(phone, `Your deposit of ${isolated('90\u00a0USDT')} has been credited.`)
    await newestRecord(phone).getByText(en('deposit.status.1'), { exact: true }).first().waitFor()
    await ben.getByText(deskEn('deposits.empty.waiting')).waitFor()
    await ben.getByRole('tab', { name: deskEn('deposit.state.credited') }).click()
    await ben.getByRole('link', { name: deskEn('deposit.title', { id: 2 }) }).waitFor()
    await walletShows(phone, { balance: '45.00', withdrawable: '45.00', locked: '0.00' })
  })

  test('by wire is rejected, sent again and credited', async () => {
    await goTo(phone, '/mine/charge')
    await phone.getByText(en('deposit.kind.wire')).tap()
    await submitDeposit(phone, '20.25', '10.125')
    await newestRecord(phone).getByText(en('deposit.status.0')).waitFor()
    await goTo(ben, '/desk/deposits')
    await rejectDeposit(ben, 3, 'The reference is missing.')
    await newestRecord(phone).getByText('The reference is missing.').waitFor()
    // Told before the next visit, which would sum up this change and the next one.
    await waitForToast(
      phone,
      `Your deposit of ${isolated('20.25\u00a0EUR')} was rejected. See the reason in your records.`,
    )
    await goTo(phone, '/mine/charge')
    await phone.getByText(en('deposit.kind.wire')).tap()
    await amountField(phone).waitFor()
    await submitDeposit(phone, '20.5', '10.25')
    await goTo(cleo, '/desk/deposits')
    await finishDeposit(cleo, 4, /^20\.50*\sEUR × 0\.50* = 10\.250*\sUSD$/)
    await waitForToast(phone, `Your deposit of ${isolated('20.50\u00a0EUR')} has been credited.`)
    await walletShows(phone, { balance: '55.25', withdrawable: '55.25', locked: '0.00' })
  })

  test('is in the log of the account, in the messages, and in the books', async () => {
    assert.deepEqual(await logOf(team, ann), ['Deposit 10.250000', 'Deposit 45.000000'])
    const letters = await team.letters(ann, ({ length }) => length >= 4)
    assert.deepEqual(
      letters.map(({ lang, subject }) => `${lang} ${subject}`),
      (['deposit_rejected', 'deposit_credited', 'deposit_rejected', 'deposit_credited'] as const).map(
        (kind) => `en ${serverEn(`mail.${kind}.subject`)}`,
      ),
    )
    assert.match(letters[0]?.text ?? '', /Only 90 USDT arrived\./)
    await goTo(phone, '/mine/history')
    const entries = phone.getByRole('list', { name: en('history.log') }).getByRole('listitem')
    await entries.nth(1).waitFor()
    assert.equal(await entries.filter({ hasText: serverEn('log.deposit') }).count(), 2)
    await booksAgree(ben)
  })
})
