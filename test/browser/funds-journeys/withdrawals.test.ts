import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  amountField,
  approveAtDesk,
  approveWithdrawal,
  booksAgree,
  goTo,
  knowsRecords,
  logOf,
  newestRecord,
  press,
  queueHas,
  requestWithdrawal,
  takeStep,
  walletShows,
} from '#test/browser/funds-journeys/funds-pages.ts'
import {
  type Customer,
  depositByCalls,
  endMethodWaits,
  type FundsTeam,
  ownAddress,
  setUpEuros,
  setUpTron,
  startFundsTeam,
  verifiedSubject,
  verifyIdentity,
} from '#test/browser/funds-journeys/funds-team.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { deskEn, en, serverEn, startingWith } from '#test/browser/words.ts'

let team: FundsTeam
let ann: Customer
let phone: Page
let desk: Page
let cleo: Page

before(async () => {
  team = await startFundsTeam()
  ann = await team.register('ann@example.com')
  await setUpTron(team)
  await setUpEuros(team)
  await depositByCalls(team, ann, '2000')
  phone = await team.openPhone(ann, '/mine/withdraw')
  await knowsRecords(phone)
  desk = await team.openDesk(team.ben, '/desk/withdrawals')
  cleo = await team.openDesk(team.cleo, '/desk/approvals')
})
after(() => team?.stop())

const iban = 'DE89370400440532013000'
const bank = { bank_name: 'Peak Bank', payee_name: 'Ann Lee', payee_account: 'DE89 3704 0044 0532 0130 00' }
const isolated = (text: string) => `\u2066${text}\u2069`

/** Adds the address with an emailed code. */
async function addAddress(address: string): Promise<void> {
  await phone.getByLabel(en('method.address'), { exact: true }).fill(address)
  await phone.locator('input[name=code]').fill(await team.sendCode(ann, phone, 'payout_method'))
  await press(phone, en('method.submit'))
}

describe('a payout method', () => {
  test('comes after the identity', async () => {
    await phone.getByText(en('withdraw.identity'), { exact: true }).waitFor()
    await verifyIdentity(team, ann)
    await phone.reload()
    await amountField(phone).waitFor()
    await phone.getByText(en('withdraw.method.none.1', { currency: 'USDT' })).waitFor()
  })

  test('is added with a code, and waits a day', async () => {
    await phone.getByRole('link', { name: en('withdraw.method.add') }).tap()
    await phone.getByText(en('method.wait', { hours: 24 })).waitFor()
    await addAddress(ownAddress)
    await phone.waitForURL(/\/mine\/withdraw$/)
    await phone.getByText(startingWith('Usable in')).waitFor()
    await phone.getByText(ownAddress).tap()
    await press(phone, en('funds.continue'))
    await phone.getByText(en('withdraw.method.waiting')).waitFor()
  })

  test('is deleted after a confirmation', async () => {
    await goTo(phone, '/mine/coin-address-list')
    await phone.getByText(startingWith('Usable in')).waitFor()
    await phone.getByRole('button', { name: startingWith('Delete') }).tap()
    await press(phone, en('method.delete.confirm'))
    await phone.getByText(en('method.none.1')).waitFor()
  })

  test('of a bank account is added with its IBAN, and waits as well', async () => {
    await goTo(phone, '/mine/withdraw-way?type=2')
    for (const [field, text] of Object.entries(bank)) await phone.locator(`input[name=${field}]`).fill(text)
    await phone.locator('input[name=payee_account]').fill('DE88 3704 0044 0532 0130 00')
    await phone.locator('input[name=code]').fill(await team.sendCode(ann, phone, 'payout_method'))
    await press(phone, en('method.submit'))
    await phone.getByText(serverEn('reason.invalid_iban')).waitFor()
    await phone.locator('input[name=payee_account]').fill(bank.payee_account)
    await phone.locator('input[name=code]').fill(await team.sendCode(ann, phone, 'payout_method'))
    await press(phone, en('method.submit'))
    await phone.waitForURL(/-list$/)
    await goTo(phone, '/mine/bank-card-list')
    await phone.getByText(iban).waitFor()
    await phone.getByText(startingWith('Usable in')).waitFor()
  })

  test('is usable at once after two people have changed the waiting time', async () => {
    const settings = await team.openDesk(team.owner, '/desk/settings')
    const field = settings.getByLabel(deskEn('settings.value', { key: 'payout_method_wait_hours' }))
    await field.fill('0')
    await field.press('Enter')
    await settings
      .getByRole('alertdialog')
      .getByRole('button', { name: deskEn('settings.confirm.propose') })
      .click()
    await waitForToast(settings, serverEn('done.proposed'))
    await approveAtDesk(team, team.cleo, cleo, ['24', '0'])
    await goTo(phone, '/mine/withdraw-way?type=1')
    await phone.getByText(en('method.wait', { hours: 0 })).waitFor()
    await addAddress(ownAddress)
    await phone.waitForURL(/-list$/)
    await goTo(phone, '/mine/coin-address-list')
    await phone.getByText(ownAddress).waitFor()
    assert.equal(await phone.getByText(startingWith('Usable in')).count(), 0)
  })
})

describe('a withdrawal', () => {
  test('locks the money, and is seen at the desk with its risk marks', async () => {
    await goTo(phone, '/mine/withdraw')
    await requestWithdrawal(team, ann, phone, { amount: '300', receives: '590\u202fUSDT' })
    await newestRecord(phone).getByText(en('withdraw.status.0')).first().waitFor()
    await queueHas(desk, 'withdrawals', 1)
    await desk.getByRole('link', { name: deskEn('withdrawal.title', { id: 1 }) }).click()
    await desk.getByText(deskEn('withdrawal.pay_to')).waitFor()
    await desk.getByText(ownAddress).waitFor()
    await desk.getByText(deskEn('risk.first_withdrawal')).waitFor()
    const looking = await team.openPhone(ann, '/user')
    await walletShows(looking, { balance: '700.00', withdrawable: '700.00', locked: '300.00' })
    await looking.context().close()
  })

  test('is refused with a note, and the money is back', async () => {
    await takeStep(desk, 'reviewing')
    await waitForToast(phone, `Your withdrawal of ${isolated('300.00')} USD is in review.`)
    await takeStep(desk, 'returned', 'Please use your own address.')
    await waitForToast(
      phone,
      `Your withdrawal of ${isolated('300.00')} USD was refused. The money is back in your balance.`,
    )
    await newestRecord(phone).getByText('Please use your own address.').waitFor()
    await walletShows(phone, { balance: '1\u202f000.00', withdrawable: '1\u202f000.00', locked: '0.00' })
  })

  test('requested again is cancelled by its owner, and the desk says so', async () => {
    await goTo(phone, '/mine/withdraw')
    await requestWithdrawal(team, ann, phone, { amount: '400', receives: '790\u202fUSDT' })
    await goTo(desk, '/desk/withdrawals/2')
    await desk.getByText(deskEn('withdrawal.pay_to')).waitFor()
    await press(phone, en('withdraw.cancel'))
    await phone
      .getByRole('alertdialog')
      .getByRole('button', { name: en('withdraw.cancel') })
      .tap()
    await newestRecord(phone).getByText(en('withdraw.status.4')).first().waitFor()
    // The desk still shows it as requested.
    await desk
      .getByRole('main')
      .getByRole('button', { name: deskEn('withdrawal.step.reviewing') })
      .click()
    const cancelled = deskEn('withdrawal.state.cancelled')
    await waitForToast(desk, deskEn('withdrawal.changed_elsewhere', { state: cancelled }))
    await walletShows(phone, { balance: '1\u202f000.00', withdrawable: '1\u202f000.00', locked: '0.00' })
  })

  test('requested once more is reviewed, paid and sent with its transaction id', async () => {
    await goTo(phone, '/mine/withdraw')
    await requestWithdrawal(team, ann, phone, { amount: '250', receives: '490\u202fUSDT' })
    await goTo(desk, '/desk/withdrawals/3')
    await takeStep(desk, 'reviewing')
    await waitForToast(phone, `Your withdrawal of ${isolated('250.00')} USD is in review.`)
    await takeStep(desk, 'paying')
    await takeStep(desk, 'sent', 'b4d0c5aa7e')
    await waitForToast(phone, `Your withdrawal of ${isolated('250.00')} USD has been sent.`)
    await newestRecord(phone).getByText('b4d0c5aa7e').waitFor()
    await queueHas(desk, 'withdrawals', 0)
    await walletShows(phone, { balance: '750.00', withdrawable: '750.00', locked: '0.00' })
  })

  test('to a bank account is sent once the account has waited', async () => {
    await endMethodWaits(team)
    await goTo(phone, '/mine/withdraw')
    await phone.getByText(en('withdraw.type.2')).tap()
    await requestWithdrawal(team, ann, phone, { amount: '100', receives: '88.20\u202fEUR' })
    await newestRecord(phone).getByText(iban).waitFor()
    await goTo(desk, '/desk/withdrawals/4')
    await desk.getByText(iban).waitFor()
    await desk.getByText(bank.payee_name).first().waitFor()
    await takeStep(desk, 'reviewing')
    await takeStep(desk, 'paying')
    await takeStep(desk, 'sent', 'SEPA 4711')
    await waitForToast(phone, `Your withdrawal of ${isolated('100.00')} USD has been sent.`)
    await newestRecord(phone).getByText('SEPA 4711').waitFor()
    await walletShows(phone, { balance: '650.00', withdrawable: '650.00', locked: '0.00' })
  })

  test('from the limit on is paid after a second person has approved it', async () => {
    await team.ask(team.owner, 'settings/change', { key: 'withdraw_second_operator_from', value: '500' })
    await goTo(phone, '/mine/withdraw')
    await requestWithdrawal(team, ann, phone, { amount: '400', receives: '790\u202fUSDT' })
    await goTo(desk, '/desk/withdrawals/5')
    await takeStep(desk, 'reviewing')
    await newestRecord(phone).getByText(en('withdraw.missing.second_operator')).waitFor()
    await desk.getByText(deskEn('withdrawal.hindrance.own_review')).waitFor()
    await goTo(cleo, '/desk/withdrawals/5')
    await approveWithdrawal(team, team.cleo, cleo)
    await desk.reload()
    await takeStep(desk, 'paying', await team.authenticatorCode(team.ben))
    await takeStep(desk, 'sent', 'c7aa5104')
    await waitForToast(phone, `Your withdrawal of ${isolated('400.00')} USD has been sent.`)
    await newestRecord(phone).getByText('c7aa5104').waitFor()
    assert.equal(await newestRecord(phone).getByText(en('withdraw.missing.second_operator')).count(), 0)
    await walletShows(phone, { balance: '250.00', withdrawable: '250.00', locked: '0.00' })
  })

  test('is in the log of the account, in the messages, and in the books', async () => {
    assert.deepEqual(await logOf(team, ann), [
      'Withdrawal -400.000000',
      'Withdrawal -100.000000',
      'Withdrawal -250.000000',
      'Withdrawal returned 400.000000',
      'Withdrawal -400.000000',
      'Withdrawal returned 300.000000',
      'Withdrawal -300.000000',
      'Deposit 1000.000000',
    ])
    const kinds = [
      'deposit_credited',
      'identity_verified',
      'payout_method_added',
      'payout_method_deleted',
      'payout_method_added',
      'payout_method_added',
      'withdrawal_requested',
      'withdrawal_refused',
      'withdrawal_requested',
      'withdrawal_cancelled',
      'withdrawal_requested',
      'withdrawal_sent',
      'withdrawal_requested',
      'withdrawal_sent',
      'withdrawal_requested',
      'withdrawal_sent',
    ] as const
    const letters = await team.letters(ann, ({ length }) => length >= kinds.length)
    assert.deepEqual(
      letters.map(({ subject }) => subject),
      kinds.map((kind) =>
        kind === 'identity_verified' ? verifiedSubject : serverEn(`mail.${kind}.subject`),
      ),
    )
    assert.match(letters[7]?.text ?? '', /Please use your own address\./)
    for (const [at, transaction] of [
      [-5, /b4d0c5aa7e/],
      [-3, /SEPA 4711/],
      [-1, /c7aa5104/],
    ] as const)
      assert.match(letters.at(at)?.text ?? '', transaction)
    assert.ok(letters.every(({ text }) => ![ownAddress, iban].some((secret) => text.includes(secret))))
    await booksAgree(desk)
  })

  test('is told in the language of the user', async () => {
    const bo = await team.register('bo@example.com')
    const chinese = await team.openPhone(bo, '/mine/wallet', { locale: 'zh-HK' })
    await chinese.locator('html[lang^=zh]').waitFor()
    await depositByCalls(team, bo, '50')
    const [letter] = await team.letters(bo, ({ length }) => length >= 1)
    assert.equal(letter?.lang, 'hk')
    assert.match(letter?.subject ?? '', /入金/)
  })
})
