import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallRequest } from '#browser/calls/call-request.ts'
import type { Call } from '#contract/call.ts'
import { approveProposal, deskProposals, rejectProposal, withdrawProposal } from '#contract/desk/approvals.ts'
import { auditLog } from '#contract/desk/audit.ts'
import {
  deskCalendar,
  deskImportEvents,
  deskPreviewImport,
  deskRemoveEvent,
  deskSaveEvent,
} from '#contract/desk/calendar.ts'
import { deskCompanies, deskSaveCompany } from '#contract/desk/companies.ts'
import {
  answerComplaint,
  complaintDetails,
  complaintQueue,
  deskComplaintPack,
} from '#contract/desk/complaints.ts'
import {
  deskAddPicture,
  deskArticle,
  deskArticleEdition,
  deskArticleHistory,
  deskArticles,
  deskCreateNews,
  deskPictures,
  deskPreviewText,
  deskPublishArticle,
  deskRemovePicture,
  deskRestoreEdition,
  deskSaveArticleText,
  deskSetArticleLogo,
  deskUnpublishArticle,
} from '#contract/desk/content.ts'
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
import {
  cannedAnswers,
  deskSupportImage,
  deskSupportMark,
  deskSupportMessages,
  deskSupportTyping,
  deskSupportUpload,
  removeCannedAnswer,
  saveCannedAnswer,
  supportAnswer,
  supportAssign,
  supportClose,
  supportDetails,
  supportExport,
  supportFigures,
  supportInbox,
  supportOrder,
  supportRelease,
  supportSearch,
} from '#contract/desk/support.ts'
import { createDeskCalls, type DeskCalls } from '#desk/calls/desk-calls.ts'

const totp = '123456'
const password = 'correct horse 1'

const upload = { file: new Blob(), onProgress: () => undefined, signal: new AbortController().signal }

const company = {
  ...{ revision: 0, texts: '{}', logo: '', website: '', email: '' },
  ...{ is_visible: 1, status: 0, status_reason: '', loss_url: '' },
}

/** Changes with toasts for some outcomes only. */
const partlyQuiet: ReadonlyMap<Call, CallRequest['quiet']> = new Map<Call, CallRequest['quiet']>([
  [deskImportEvents, 'shown'],
  [deskSaveArticleText, 'success'],
  [supportAnswer, true],
  [deskSupportMark, true],
  [deskSupportTyping, true],
  [supportExport, 'success'],
])

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
  [deskArticles, (calls) => calls.articles({ kind: 'news', page: 1 })],
  [deskArticle, (calls) => calls.article({ id: 1 })],
  [deskCreateNews, (calls) => calls.createNews()],
  [deskCalendar, (calls) => calls.calendar({ month: '2026-01', from: 1, to: 2, importance: 1, page: 1 })],
  [
    deskSaveEvent,
    (calls) =>
      calls.saveEvent({
        ...{ revision: 0, time: '2026-01-01', zone: 'UTC', country: 'US', currency: '', importance: 1 },
        ...{ forecast: '', previous: '', actual: '', titles: '{"en":"A"}' },
      }),
  ],
  [deskRemoveEvent, (calls) => calls.removeEvent({ id: 1, revision: 1 })],
  [deskPreviewImport, (calls) => calls.previewImport({ text: 'x', zone: 'UTC', source: 'a' })],
  [
    deskImportEvents,
    (calls) => calls.importEvents({ text: 'x', zone: 'UTC', source: 'a', plan: 'a'.repeat(64) }),
  ],
  [
    deskSaveArticleText,
    (calls) =>
      calls.saveArticleText({
        ...{ id: 1, language: 'en', revision: 0, title: 'A', description: '', body: 'B' },
      }),
  ],
  [deskSetArticleLogo, (calls) => calls.setArticleLogo({ id: 1, revision: 0, logo: '' })],
  [
    deskPublishArticle,
    (calls) =>
      calls.publishArticle({ id: 1, revision: 0, edition: 0, scheduled_edition: 0, asks_consent: 0 }),
  ],
  [
    deskUnpublishArticle,
    (calls) => calls.unpublishArticle({ id: 1, what: 'article', edition: 1, scheduled_edition: 0 }),
  ],
  [deskArticleHistory, (calls) => calls.articleHistory({ id: 1, page: 1 })],
  [deskArticleEdition, (calls) => calls.articleEdition({ id: 1, edition: 1 })],
  [deskRestoreEdition, (calls) => calls.restoreEdition({ id: 1, edition: 1, revision: 0 })],
  [deskPreviewText, (calls) => calls.previewText({ body: 'A' })],
  [deskPictures, (calls) => calls.pictures({ page: 1 })],
  [deskAddPicture, (calls) => calls.addPicture(upload)],
  [deskRemovePicture, (calls) => calls.removePicture({ name: '0'.repeat(32) })],
  [complaintQueue, (calls) => calls.complaints({ state: 'open', page: 1 })],
  [complaintDetails, (calls) => calls.complaint({ id: 1 })],
  [deskComplaintPack, (calls) => calls.complaintPack({ id: 1 })],
  [answerComplaint, (calls) => calls.answerComplaint({ id: 1, answer: 'We checked it.' })],
  [deskCompanies, (calls) => calls.companies({ name: 'north', page: 1 })],
  [deskSaveCompany, (calls) => calls.saveCompany(company)],
  [deskSaveCompany, (calls) => calls.switchCompany(company)],
  [supportInbox, (calls) => calls.supportInbox({ state: 'open', mine: 0, page: 1 })],
  [supportSearch, (calls) => calls.supportSearch({ text: 'a' })],
  [supportDetails, (calls) => calls.supportDetails({ id: 1 })],
  [deskSupportMessages, (calls) => calls.supportMessages({ id: 1, limit: 50 })],
  [supportAnswer, (calls) => calls.supportAnswer({ id: 1, text: 'Hello' }, 'key')],
  [supportAssign, (calls) => calls.assignSupport({ id: 1, take_over: 1 })],
  [supportRelease, (calls) => calls.releaseSupport({ id: 1 })],
  [supportClose, (calls) => calls.closeSupport({ id: 1 })],
  [deskSupportMark, (calls) => calls.markSupport({ id: 1, read: 2 })],
  [deskSupportTyping, (calls) => calls.supportTyping({ id: 1 })],
  [deskSupportUpload, (calls) => calls.supportUpload({ id: 1, ...upload })],
  [deskSupportImage, (calls) => calls.supportImage({ name: '0'.repeat(32) })],
  [supportOrder, (calls) => calls.supportOrder({ id: 1, number: 2 })],
  [supportExport, (calls) => calls.supportExport({ id: 1 })],
  [cannedAnswers, (calls) => calls.cannedAnswers()],
  [saveCannedAnswer, (calls) => calls.saveCannedAnswer({ language: 'en', title: 'A', text: 'B' })],
  [removeCannedAnswer, (calls) => calls.removeCannedAnswer({ id: 1 })],
  [supportFigures, (calls) => calls.supportFigures({ from: 1, to: 2 })],
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
      const isShownInPlace = call.takesFile === true || call === deskSignOut
      assert.equal(quiet, partlyQuiet.get(call) ?? (!call.changes || isShownInPlace))
    })
  }

  test('has a new key each time, except a decision and what would be added twice', async () => {
    const kept: string[] = []
    const record = async ({ path, reusesKey = false }: CallRequest) => {
      if (reusesKey) kept.push(path)
      return null as never
    }
    for (const [, make] of table) await make(createDeskCalls({ call: record, callAs: record }))
    assert.deepEqual(kept, [
      '/desk/api/identity/decide',
      '/desk/api/funds/deposit_decide',
      '/desk/api/content/create',
      '/desk/api/calendar/save',
      '/desk/api/complaints/answer',
      '/desk/api/companies/save',
      '/desk/api/support/save_canned',
    ])
  })

  test('is covered by the table', () => {
    const names = Object.keys(
      createDeskCalls({ call: async () => null as never, callAs: async () => null as never }),
    )
    assert.equal(names.length, table.length)
  })
})
