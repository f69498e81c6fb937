// Every call of the console. Input and answer types come from the contract, and a test compares the paths with it.

import type { CallInput, Scalar } from '#browser/calls/call-request.ts'
import type { Caller } from '#browser/calls/caller.ts'
import { readFile } from '#browser/calls/read-file.ts'
import { readImage } from '#browser/calls/read-image.ts'
import { sendWithProgress } from '#browser/calls/send-with-progress.ts'
import type {
  ApproveProposalAnswer,
  ApproveProposalInput,
  DeskProposalsAnswer,
  DeskProposalsInput,
  RejectProposalInput,
  WithdrawProposalInput,
} from '#contract/desk/approvals.ts'
import type { AuditLogAnswer, AuditLogInput } from '#contract/desk/audit.ts'
import type {
  DeskCalendarAnswer,
  DeskCalendarInput,
  DeskEvent,
  DeskImportEventsAnswer,
  DeskImportEventsInput,
  DeskPreviewImportAnswer,
  DeskPreviewImportInput,
  DeskRemoveEventInput,
  DeskSaveEventInput,
} from '#contract/desk/calendar.ts'
import type {
  DeskCompaniesAnswer,
  DeskCompaniesInput,
  DeskCompany,
  DeskSaveCompanyInput,
} from '#contract/desk/companies.ts'
import type {
  AnswerComplaintAnswer,
  AnswerComplaintInput,
  ComplaintDetailsAnswer,
  ComplaintDetailsInput,
  ComplaintQueueAnswer,
  ComplaintQueueInput,
  DeskComplaintPackInput,
} from '#contract/desk/complaints.ts'
import type {
  DeskArticleAnswer,
  DeskArticleEditionAnswer,
  DeskArticleEditionInput,
  DeskArticleHistoryAnswer,
  DeskArticleHistoryInput,
  DeskArticleInput,
  DeskArticlesAnswer,
  DeskArticlesInput,
  DeskPicture,
  DeskPicturesAnswer,
  DeskPicturesInput,
  DeskPreviewTextAnswer,
  DeskPreviewTextInput,
  DeskPublishArticleInput,
  DeskRemovePictureInput,
  DeskRestoreEditionInput,
  DeskSaveArticleTextInput,
  DeskSetArticleLogoInput,
  DeskUnpublishArticleInput,
} from '#contract/desk/content.ts'
import type { DeskFreezesAnswer, DeskFreezesInput, LiftFreezeInput } from '#contract/desk/freezes.ts'
import type {
  AddCurrencyAnswer,
  AddCurrencyInput,
  ChangeCurrencyInput,
  ChangePayAddressInput,
  ChangeWireOptionInput,
  DepositDecideInput,
  DepositDetailsAnswer,
  DepositDetailsInput,
  DepositQueueAnswer,
  DepositQueueInput,
  DeskCurrency,
  FundsChangeAnswer,
  FundsStepAnswer,
  ProposeAdjustmentAnswer,
  ProposeAdjustmentInput,
  ReconciliationAnswer,
  WithdrawalDetailsAnswer,
  WithdrawalDetailsInput,
  WithdrawalQueueAnswer,
  WithdrawalQueueInput,
  WithdrawalStepInput,
} from '#contract/desk/funds.ts'
import type {
  DeskImageInput,
  IdentityCheckAnswer,
  IdentityCheckInput,
  IdentityDecideAnswer,
  IdentityDecideInput,
  IdentityQueueAnswer,
  IdentityQueueInput,
} from '#contract/desk/identity.ts'
import type {
  ChangeOperatorAnswer,
  ChangeOperatorInput,
  CreateOperatorAnswer,
  CreateOperatorInput,
  DeskOperatorsAnswer,
} from '#contract/desk/operators.ts'
import type {
  DeskChangePasswordInput,
  DeskEnrolAnswer,
  DeskEnrolInput,
  DeskMeAnswer,
  DeskRecoveryCodesAnswer,
  DeskRecoveryCodesInput,
  DeskSignInAnswer,
  DeskSignInInput,
} from '#contract/desk/session.ts'
import type { ChangeSettingAnswer, ChangeSettingInput, DeskSettingsAnswer } from '#contract/desk/settings.ts'
import type { Reason } from '#contract/envelope.ts'
import {
  type CallOptions,
  createCallKinds,
  imageTimeoutMs,
  type PictureUpload,
  uploadTimeoutMs,
} from '#desk/calls/call-kinds.ts'
import { createSupportCalls } from '#desk/calls/support-calls.ts'

export type DeskCalls = ReturnType<typeof createDeskCalls>

const passwordReasons: readonly Reason[] = [
  'password_too_short',
  'password_too_long',
  'password_no_letter',
  'password_no_digit',
  'password_common',
  'password_same',
]

/** An evidence pack of some megabytes on a slow connection. */
const packTimeoutMs = 5 * 60_000

export function createDeskCalls(caller: Caller) {
  const { call, callAs } = caller
  const { read, change, once } = createCallKinds({ call })
  const decide = <Answer>(path: string, input: CallInput<Scalar>) =>
    once<Answer>(path, input, ['already_decided'])
  return {
    ...createSupportCalls(caller),
    signIn: (input: DeskSignInInput) =>
      change<DeskSignInAnswer>('sign_in', input, ['wrong_credentials', 'wrong_code']),
    enrol: (input: DeskEnrolInput) =>
      change<DeskEnrolAnswer>('enrol', input, ['wrong_code', ...passwordReasons]),
    signOut: () => call<null>({ path: '/desk/api/sign_out', verb: 'POST', changes: true, quiet: true }),
    me: (options?: CallOptions) => read<DeskMeAnswer>('me', {}, options),
    identityQueue: (input: IdentityQueueInput, options?: CallOptions) =>
      read<IdentityQueueAnswer>('identity/queue', input, options),
    identityCheck: (input: IdentityCheckInput, options?: CallOptions) =>
      read<IdentityCheckAnswer>('identity/check', input, options),
    identityDecide: (input: IdentityDecideInput) => decide<IdentityDecideAnswer>('identity/decide', input),
    image: (input: DeskImageInput, { signal }: CallOptions = {}) =>
      callAs(
        { path: '/desk/api/image', verb: 'GET', input, quiet: true, signal, timeoutMs: imageTimeoutMs },
        readImage,
      ),
    proposals: (input: DeskProposalsInput, options?: CallOptions) =>
      read<DeskProposalsAnswer>('proposals', input, options),
    approveProposal: (input: ApproveProposalInput) =>
      change<ApproveProposalAnswer>('proposals/approve', input, ['wrong_code']),
    rejectProposal: (input: RejectProposalInput) => change<null>('proposals/reject', input),
    withdrawProposal: (input: WithdrawProposalInput) => change<null>('proposals/withdraw', input),
    deposits: (input: DepositQueueInput, options?: CallOptions) =>
      read<DepositQueueAnswer>('funds/deposits', input, options),
    deposit: (input: DepositDetailsInput, options?: CallOptions) =>
      read<DepositDetailsAnswer>('funds/deposit', input, options),
    decideDeposit: (input: DepositDecideInput) => decide<FundsStepAnswer>('funds/deposit_decide', input),
    withdrawals: (input: WithdrawalQueueInput, options?: CallOptions) =>
      read<WithdrawalQueueAnswer>('funds/withdrawals', input, options),
    withdrawal: (input: WithdrawalDetailsInput, options?: CallOptions) =>
      read<WithdrawalDetailsAnswer>('funds/withdrawal', input, options),
    stepWithdrawal: (input: WithdrawalStepInput) =>
      change<FundsStepAnswer>('funds/withdrawal_step', input, [
        'already_decided',
        'wrong_code',
        'not_verified',
      ]),
    proposeAdjustment: (input: ProposeAdjustmentInput) =>
      change<ProposeAdjustmentAnswer>('funds/adjustment_propose', input, [
        'wrong_code',
        'not_found',
        'demo_forbidden',
      ]),
    currencies: (options?: CallOptions) => read<readonly DeskCurrency[]>('funds/currencies', {}, options),
    changeCurrency: (input: ChangeCurrencyInput) => change<FundsChangeAnswer>('funds/currency_change', input),
    addCurrency: (input: AddCurrencyInput) => change<AddCurrencyAnswer>('funds/currency_add', input),
    changePayAddress: (input: ChangePayAddressInput) =>
      change<FundsChangeAnswer>('funds/pay_address_change', input),
    changeWireOption: (input: ChangeWireOptionInput) =>
      change<FundsChangeAnswer>('funds/wire_option_change', input),
    reconciliation: (options?: CallOptions) =>
      read<ReconciliationAnswer>('funds/reconciliation', {}, options),
    articles: (input: DeskArticlesInput, options?: CallOptions) =>
      read<DeskArticlesAnswer>('content/list', input, options),
    article: (input: DeskArticleInput, options?: CallOptions) =>
      read<DeskArticleAnswer>('content/article', input, options),
    calendar: (input: DeskCalendarInput, options?: CallOptions) =>
      read<DeskCalendarAnswer>('calendar/list', input, options),
    saveEvent: (input: DeskSaveEventInput) => once<DeskEvent>('calendar/save', input),
    removeEvent: (input: DeskRemoveEventInput) => change<object>('calendar/remove', input),
    // Failures of both are shown in the dialog of the import, which covers the toasts.
    previewImport: (input: DeskPreviewImportInput) =>
      call<DeskPreviewImportAnswer>({
        ...{ path: '/desk/api/calendar/preview_import', verb: 'POST', input, quiet: true },
      }),
    importEvents: (input: DeskImportEventsInput) =>
      call<DeskImportEventsAnswer>({
        ...{ path: '/desk/api/calendar/import', verb: 'POST', input, changes: true, quiet: 'shown' },
      }),
    createNews: () => once<DeskArticleAnswer>('content/create', {}),
    /** A success is quiet: one press saves texts in several languages, and says so once. */
    saveArticleText: (input: DeskSaveArticleTextInput) =>
      call<DeskArticleAnswer>({
        ...{ path: '/desk/api/content/save', verb: 'POST', input, changes: true, quiet: 'success' },
        inlineReasons: ['changed_meanwhile'],
      }),
    setArticleLogo: (input: DeskSetArticleLogoInput) => change<DeskArticleAnswer>('content/logo', input),
    publishArticle: (input: DeskPublishArticleInput) => change<DeskArticleAnswer>('content/publish', input),
    unpublishArticle: (input: DeskUnpublishArticleInput) =>
      change<DeskArticleAnswer>('content/unpublish', input),
    articleHistory: (input: DeskArticleHistoryInput, options?: CallOptions) =>
      read<DeskArticleHistoryAnswer>('content/history', input, options),
    articleEdition: (input: DeskArticleEditionInput, options?: CallOptions) =>
      read<DeskArticleEditionAnswer>('content/edition', input, options),
    restoreEdition: (input: DeskRestoreEditionInput) => change<DeskArticleAnswer>('content/restore', input),
    previewText: (input: DeskPreviewTextInput, { signal }: CallOptions = {}) =>
      call<DeskPreviewTextAnswer>({
        ...{ path: '/desk/api/content/preview', verb: 'POST', input, quiet: true, signal },
      }),
    pictures: (input: DeskPicturesInput, options?: CallOptions) =>
      read<DeskPicturesAnswer>('content/pictures', input, options),
    /** Quiet: the failure is shown beside the upload button, which may be in a dialog above the toasts. */
    addPicture: ({ file, onProgress, signal }: PictureUpload) =>
      call<DeskPicture>({
        ...{ path: '/desk/api/content/add_picture', verb: 'POST', changes: true },
        ...{ encoding: 'multipart', input: { file }, quiet: true, signal },
        ...{ timeoutMs: uploadTimeoutMs, send: sendWithProgress(onProgress) },
      }),
    removePicture: (input: DeskRemovePictureInput) => change<null>('content/remove_picture', input),
    complaints: (input: ComplaintQueueInput, options?: CallOptions) =>
      read<ComplaintQueueAnswer>('complaints/queue', input, options),
    complaint: (input: ComplaintDetailsInput, options?: CallOptions) =>
      read<ComplaintDetailsAnswer>('complaints/details', input, options),
    complaintPack: (input: DeskComplaintPackInput, { signal }: CallOptions = {}) =>
      callAs(
        {
          path: '/desk/api/complaints/pack',
          verb: 'GET',
          input,
          quiet: true,
          signal,
          timeoutMs: packTimeoutMs,
        },
        readFile,
      ),
    answerComplaint: (input: AnswerComplaintInput) =>
      decide<AnswerComplaintAnswer>('complaints/answer', input),
    companies: (input: DeskCompaniesInput, options?: CallOptions) =>
      read<DeskCompaniesAnswer>('companies', input, options),
    /** Refusals are shown in the form: its dialog covers the toasts. */
    saveCompany: (input: DeskSaveCompanyInput) =>
      once<DeskCompany>('companies/save', input, [
        'invalid_input',
        'company_name_missing',
        'changed_meanwhile',
        'picture_unknown',
        'companies_limit',
        'not_found',
      ]),
    switchCompany: (input: DeskSaveCompanyInput) => change<DeskCompany>('companies/save', input),
    freezes: (input: DeskFreezesInput, options?: CallOptions) =>
      read<DeskFreezesAnswer>('freezes', input, options),
    liftFreeze: (input: LiftFreezeInput) => change<null>('freezes/lift', input, ['wrong_code']),
    operators: (options?: CallOptions) => read<DeskOperatorsAnswer>('operators', {}, options),
    createOperator: (input: CreateOperatorInput) =>
      change<CreateOperatorAnswer>('operators/create', input, [
        'wrong_code',
        'operator_exists',
        'invalid_email',
      ]),
    changeOperator: (input: ChangeOperatorInput) =>
      change<ChangeOperatorAnswer>('operators/change', input, ['wrong_code']),
    auditLog: (input: AuditLogInput, options?: CallOptions) => read<AuditLogAnswer>('audit', input, options),
    settings: (options?: CallOptions) => read<DeskSettingsAnswer>('settings', {}, options),
    changeSetting: (input: ChangeSettingInput) => change<ChangeSettingAnswer>('settings/change', input),
    changePassword: (input: DeskChangePasswordInput) =>
      change<null>('change_password', input, ['wrong_code', 'wrong_password', ...passwordReasons]),
    recoveryCodes: (input: DeskRecoveryCodesInput) =>
      change<DeskRecoveryCodesAnswer>('recovery_codes', input, ['wrong_code', 'wrong_password']),
  }
}
