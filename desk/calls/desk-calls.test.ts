import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallRequest } from '#browser/calls/call-request.ts'
import type { Call } from '#contract/call.ts'
import { approveProposal, deskProposals, rejectProposal, withdrawProposal } from '#contract/desk/approvals.ts'
import { auditLog } from '#contract/desk/audit.ts'
import { deskFreezes, liftFreeze } from '#contract/desk/freezes.ts'
import {
  addCurrency,
  changeCurrency,
  changePayAddress,
  changeWireOption,
  depositDecide,
  depositDetails,
  depositQueue,
  deskCurrencies,
  proposeAdjustment,
  reconciliation,
  withdrawalDetails,
  withdrawalQueue,
  withdrawalStep,
} from '#contract/desk/funds.ts'
import { deskImage, identityCheck, identityDecide, identityQueue } from '#contract/desk/identity.ts'
import { changeOperator, createOperator, deskOperators } from '#contract/desk/operators.ts'
import {
  deskChangePassword,
  deskEnrol,
  deskMe,
  deskRecoveryCodes,
  deskSignIn,
  deskSignOut,
} from '#contract/desk/session.ts'
import { changeSetting, deskSettings } from '#contract/desk/settings.ts'
import { createDeskCalls, type DeskCalls } from '#desk/calls/desk-calls.ts'

const totp = '123456'
const password = 'correct horse 1'

const table: readonly (readonly [Call, (calls: DeskCalls) => Promise<unknown>])[] = [
  [deskSignIn, (calls) => calls.signIn({ email: 'a@b.test', password, totp })],
  [deskEnrol, (calls) => calls.enrol({ ticket: 't', totp, new_password: password })],
  [deskSignOut, (calls) => calls.signOut()],
  [deskMe, (calls) => calls.me()],
  [identityQueue, (calls) => calls.identityQueue({ state: 'waiting', page: 1 })],
  [identityCheck, (calls) => calls.identityCheck({ id: 1 })],
  [identityDecide, (calls) => calls.identityDecide({ id: 1, approve: 0, remark: 'Blurred' })],
  [deskImage, (calls) => calls.image({ name: 'a' })],
  [deskProposals, (calls) => calls.proposals({ state: 'open', page: 1 })],
  [approveProposal, (calls) => calls.approveProposal({ id: 1, totp })],
  [rejectProposal, (calls) => calls.rejectProposal({ id: 1, remark: 'No' })],
  [withdrawProposal, (calls) => calls.withdrawProposal({ id: 1 })],
  [depositQueue, (calls) => calls.deposits({ state: 'waiting', page: 1 })],
  [depositDetails, (calls) => calls.deposit({ id: 1 })],
  [depositDecide, (calls) => calls.decideDeposit({ id: 1, result: 'rejected', remark: '90 arrived' })],
  [withdrawalQueue, (calls) => calls.withdrawals({ state: 'waiting', page: 1 })],
  [withdrawalDetails, (calls) => calls.withdrawal({ id: 1 })],
  [withdrawalStep, (calls) => calls.stepWithdrawal({ id: 1, to: 'approved', totp })],
  [
    proposeAdjustment,
    (calls) => calls.proposeAdjustment({ uid: '80000001', amount: '-5', memo: 'Fee', totp }),
  ],
  [deskCurrencies, (calls) => calls.currencies()],
  [changeCurrency, (calls) => calls.changeCurrency({ id: 1, fee: '2' })],
  [addCurrency, (calls) => calls.addCurrency({ code: 'EUR', protocol: '', kind: 'fiat', decimals: 2 })],
  [changePayAddress, (calls) => calls.changePayAddress({ currency_id: 1, address: 'T1' })],
  [changeWireOption, (calls) => calls.changeWireOption({ id: 2, currency_id: 1, is_on: 0 })],
  [reconciliation, (calls) => calls.reconciliation()],
  [deskFreezes, (calls) => calls.freezes({ state: 'frozen', page: 1 })],
  [liftFreeze, (calls) => calls.liftFreeze({ user_id: 1, frozen_at: '', reason: 'Fixed', totp })],
  [deskOperators, (calls) => calls.operators()],
  [createOperator, (calls) => calls.createOperator({ email: 'a@b.test', role: 'viewer', totp })],
  [changeOperator, (calls) => calls.changeOperator({ id: 1, is_active: 0, totp })],
  [auditLog, (calls) => calls.auditLog({ page: 1 })],
  [deskSettings, (calls) => calls.settings()],
  [changeSetting, (calls) => calls.changeSetting({ key: 'invite_required', value: '1' })],
  [deskChangePassword, (calls) => calls.changePassword({ old_password: 'a', new_password: password, totp })],
  [deskRecoveryCodes, (calls) => calls.recoveryCodes({ password, totp })],
]

describe('each call of the console', () => {
  for (const [call, make] of table) {
    test(`${call.name} has the path and verb of the contract, and keeps no key of a secret`, async () => {
      const requests: CallRequest[] = []
      const record = async (request: CallRequest) => {
        requests.push(request)
        return null as never
      }
      await make(createDeskCalls({ call: record, callAs: record }))
      const [{ path, verb, changes = false, reusesKey = false, quiet = false } = assert.fail()] = requests
      assert.deepEqual([path, verb, changes], [call.path, call.verb, call.changes])
      assert.equal(reusesKey && call.carriesSecret === true, false)
      assert.equal(quiet, !call.changes || call === deskSignOut)
    })
  }

  test('has a new key each time, except a decision, which is made once', async () => {
    const kept: string[] = []
    const record = async ({ path, reusesKey = false }: CallRequest) => {
      if (reusesKey) kept.push(path)
      return null as never
    }
    for (const [, make] of table) await make(createDeskCalls({ call: record, callAs: record }))
    assert.deepEqual(kept, ['/desk/api/identity/decide', '/desk/api/funds/deposit_decide'])
  })

  test('is covered by the table', () => {
    const names = Object.keys(
      createDeskCalls({ call: async () => null as never, callAs: async () => null as never }),
    )
    assert.equal(names.length, table.length)
  })
})
