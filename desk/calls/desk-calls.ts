// Every call of the console. Input and answer types come from the contract, and a test compares the paths with it.

import type { CallInput, Scalar } from '#browser/calls/call-request.ts'
import type { Caller } from '#browser/calls/caller.ts'
import { readImage } from '#browser/calls/read-image.ts'
import type {
  ApproveProposalAnswer,
  ApproveProposalInput,
  DeskProposalsAnswer,
  DeskProposalsInput,
  RejectProposalInput,
  WithdrawProposalInput,
} from '#contract/desk/approvals.ts'
import type { AuditLogAnswer, AuditLogInput } from '#contract/desk/audit.ts'
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

export type DeskCalls = ReturnType<typeof createDeskCalls>

export type CallOptions = { readonly signal?: AbortSignal | undefined }

const passwordReasons: readonly Reason[] = [
  'password_too_short',
  'password_too_long',
  'password_no_letter',
  'password_no_digit',
  'password_common',
  'password_same',
]

/** An image of an identity document on a slow connection. */
const imageTimeoutMs = 60_000

export function createDeskCalls({ call, callAs }: Caller) {
  /** Quiet, because screens show a failed read themselves. */
  const read = <Answer>(path: string, input: CallInput<Scalar>, { signal }: CallOptions = {}) =>
    call<Answer>({ path: `/desk/api/${path}`, verb: 'GET', input, quiet: true, signal })
  /** With a new key each time: a key that was kept could answer a later, equal request with an old outcome. */
  const change = <Answer>(path: string, input: CallInput<Scalar>, inlineReasons: readonly Reason[] = []) =>
    call<Answer>({ path: `/desk/api/${path}`, verb: 'POST', input, changes: true, inlineReasons })
  /** For a decision that is made once: an equal request after an unknown outcome is a repeat. */
  const decide = <Answer>(path: string, input: CallInput<Scalar>) =>
    call<Answer>({
      ...{ path: `/desk/api/${path}`, verb: 'POST', input, changes: true, reusesKey: true },
      inlineReasons: ['already_decided'],
    })
  return {
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
