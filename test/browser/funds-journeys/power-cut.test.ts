import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  booksAgree,
  finishDeposit,
  goTo,
  logOf,
  newestRecord,
  requestWithdrawal,
  submitDeposit,
  takeStep,
  walletShows,
} from '#test/browser/funds-journeys/funds-pages.ts'
import {
  type Customer,
  done,
  endMethodWaits,
  type FundsTeam,
  ownAddress,
  setUpTron,
  startFundsTeam,
  verifiedSubject,
  verifyIdentity,
} from '#test/browser/funds-journeys/funds-team.ts'
import { deskEn, en, serverEn } from '#test/browser/words.ts'
import { withOwner } from '#test/database.ts'

let team: FundsTeam
let ann: Customer
let phone: Page
let desk: Page

before(async () => {
  team = await startFundsTeam()
  ann = await team.register('ann@example.com')
  await setUpTron(team)
  await verifyIdentity(team, ann)
  phone = await team.openPhone(ann, '/mine/charge', { losesConnection: true })
  desk = await team.openDesk(team.ben, '/desk/deposits', { losesConnection: true })
})
after(() => team?.stop())

async function cutPower(): Promise<void> {
  const { app } = team.users
  await app.kill()
  // A message whose delivery was cut off would be tried again after two minutes.
  await withOwner(app.databaseUrl, (owner) =>
    owner.query(`update outgoing_messages set next_try_at = created_at where state = 'waiting'`),
  )
  await app.restart()
}

/** Saves the address by a call, as a day ago. */
async function saveAddress(): Promise<void> {
  const { users } = team
  const { token } = ann
  const [currency] = await done(users, '/api/account/draw_symbol_list?type=1', { token })
  const auth_code = await team.requestCode(ann, 'payout_method')
  const json = { type: 1, draw_id: currency.id, dc_address: ownAddress, auth_code }
  await done(users, '/api/wallet/bind_draw_method', { token, json })
  await endMethodWaits(team)
}

/** Kinds of all messages to the user without a code, oldest first. */
async function storedMessages(): Promise<readonly string[]> {
  return await withOwner(team.users.app.databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ kind: string }>(
      'select kind from outgoing_messages where recipient = $1 order by id',
      [ann.email],
    )
    return rows.map(({ kind }) => kind)
  })
}

describe('power cuts between the steps', () => {
  test('of a deposit lose nothing and credit it once', async () => {
    await submitDeposit(phone, '1000', '500.00')
    await cutPower()
    await goTo(phone, '/mine/charge?show=records')
    await newestRecord(phone).getByText(en('deposit.status.0')).waitFor()
    await goTo(desk, '/desk/deposits')
    await finishDeposit(desk, 1, /^1.?000(\.0+)?\sUSDT × 0\.50* = 500(\.0+)?\sUSD$/)
    await cutPower()
    await walletShows(phone, { balance: '500.00', withdrawable: '500.00', locked: '0.00' })
    const again = await team.users.ask('/desk/api/funds/deposit_decide', {
      token: team.cleo.token,
      json: { id: 1, result: 'rejected', remark: 'Not found' },
    })
    assert.equal(again.data.reason, 'already_decided')
  })

  test('of a withdrawal keep the money locked until it is sent, once', async () => {
    await saveAddress()
    await goTo(phone, '/mine/withdraw')
    await requestWithdrawal(team, ann, phone, { amount: '200', receives: '390\u202fUSDT' })
    await cutPower()
    await walletShows(phone, { balance: '300.00', withdrawable: '300.00', locked: '200.00' })
    await goTo(desk, '/desk/withdrawals/1')
    await takeStep(desk, 'reviewing')
    await takeStep(desk, 'paying')
    await cutPower()
    await goTo(desk, '/desk/withdrawals/1')
    await takeStep(desk, 'sent', 'b4d0c5aa7e')
    await cutPower()
    await goTo(phone, '/mine/withdraw?show=records')
    await newestRecord(phone).getByText('b4d0c5aa7e').waitFor()
    await walletShows(phone, { balance: '300.00', withdrawable: '300.00', locked: '0.00' })
    await goTo(desk, '/desk/withdrawals/1')
    await desk.getByRole('main').getByText(deskEn('withdrawal.state.sent'), { exact: true }).waitFor()
  })

  test('leave one entry for each in the log, one message for each, and books that agree', async () => {
    assert.deepEqual(await logOf(team, ann), ['Withdrawal -200.000000', 'Deposit 500.000000'])
    const kinds = [
      'identity_verified',
      'deposit_credited',
      'payout_method_added',
      'withdrawal_requested',
      'withdrawal_sent',
    ] as const
    const subjects = kinds.map((kind) =>
      kind === 'identity_verified' ? verifiedSubject : serverEn(`mail.${kind}.subject`),
    )
    const letters = await team.letters(ann, (found) => subjects.every((subject) => found.includes(subject)))
    // A message is delivered twice if the power is cut before its delivery is recorded. Both letters are then equal, to
    // the millisecond of the message.
    const different = new Map(letters.map((letter) => [JSON.stringify(letter), letter.subject]))
    assert.deepEqual([...different.values()].sort(), [...subjects].sort())
    assert.deepEqual(await storedMessages(), kinds)
    await booksAgree(desk)
  })
})
