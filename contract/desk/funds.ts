// Calls of the operator console about deposits, withdrawals and adjustments.
import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, pageField, textField, totpField } from '#contract/desk/shared-fields.ts'

const group = 'Operator console'
const nullableText = Type.Union([Type.String(), Type.Null()])
const usdField = Type.String({ description: 'US dollars, exact' })

/** The user a record belongs to, as operators of finance see them. */
const recordUser = Type.Object({ id: Type.Integer(), uid: Type.String() })

/** An open proposal of this record that waits for a second operator; null without one. */
const openProposal = Type.Union([
  Type.Object({
    id: Type.Integer(),
    action: Type.String(),
    proposed_by: Type.String(),
    proposed_at: Type.String(),
  }),
  Type.Null(),
])

/** Why the last attempt to carry out a decision failed; null if none did. */
const lastFailure = Type.Union([
  Type.Object({ reason: Type.String(), message: Type.String(), at: Type.String() }),
  Type.Null(),
])

// Deposits.

const depositResult = Type.Union([
  Type.Literal('credited'),
  Type.Literal('rejected'),
  Type.Literal('invalid'),
])
const depositState = Type.Union([Type.Literal('waiting'), depositResult])

const listedDeposit = Type.Object({
  id: Type.Integer(),
  user: recordUser,
  kind: Type.String({ description: 'coin or bank' }),
  currency: Type.String(),
  protocol: Type.String(),
  amount: Type.String({ description: 'Amount in the currency' }),
  rate: Type.String({ description: 'US dollars per unit, fixed on the record' }),
  credit: usdField,
  state: depositState,
  created_at: Type.String(),
  decided_at: nullableText,
})

export const depositQueue = defineCall({
  name: 'deposit_queue',
  group,
  summary: 'List deposits; waiting ones oldest first (audited)',
  path: '/desk/api/funds/deposits',
  verb: 'GET',
  changes: false,
  access: ['finance', 'viewer'],
  input: Type.Object({ state: Type.Optional(depositState), page: pageField }),
  answer: Type.Object({ data: Type.Array(listedDeposit), total: Type.Integer(), waiting: Type.Integer() }),
})

export type DepositQueueInput = InputOf<typeof depositQueue>
export type DepositQueueAnswer = AnswerOf<typeof depositQueue>

const destinationField = Type.Array(
  Type.Object({
    label: Type.String({ description: 'Name of the field, such as bank_name' }),
    text: Type.String(),
  }),
)

export const depositDetails = defineCall({
  name: 'deposit_details',
  group,
  summary: 'Read one deposit (audited)',
  path: '/desk/api/funds/deposit',
  verb: 'GET',
  changes: false,
  access: ['finance'],
  input: Type.Object({ id: idField }),
  answer: Type.Object({
    ...listedDeposit.properties,
    paid_to: destinationField,
    paid_to_off: Type.Union(
      [Type.Object({ since: Type.String(), is_replaced: Type.Integer() }), Type.Null()],
      {
        description:
          'Since when users no longer see the address or bank account, and 1 if another one replaced it; null if they do',
      },
    ),
    voucher: Type.String({ description: 'Name of the image, for desk_image' }),
    remark: Type.String(),
    decided_by: Type.String(),
    needs_second: Type.Integer({ description: '1 if finishing it needs a second operator' }),
    same_voucher: Type.Array(Type.Integer(), {
      description: 'Other deposits with the same picture, of any user',
    }),
    proposal: openProposal,
    failure: lastFailure,
    under_way: Type.Union(
      [Type.Object({ result: depositResult, by: Type.String(), at: Type.String() }), Type.Null()],
      { description: 'Decision that is being carried out: the engine is asked until it answers' },
    ),
    earlier: Type.Object({ credited: Type.Integer(), rejected: Type.Integer(), total: usdField }),
  }),
})

export type DepositDetailsInput = InputOf<typeof depositDetails>
export type DepositDetailsAnswer = AnswerOf<typeof depositDetails>

const stepAnswer = Type.Object({
  state: Type.String({ description: 'State now; proposed if a second operator has to approve' }),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Id of the record that has waited longest',
  }),
  waiting: Type.Integer(),
})

export const depositDecide = defineCall({
  name: 'deposit_decide',
  group,
  summary: 'Finish, reject or invalidate a deposit',
  path: '/desk/api/funds/deposit_decide',
  verb: 'POST',
  changes: true,
  access: ['finance'],
  input: Type.Object({
    id: idField,
    result: depositResult,
    remark: Type.Optional(textField(500, 'Required to reject; shown to the user')),
  }),
  answer: stepAnswer,
})

export type DepositDecideInput = InputOf<typeof depositDecide>
export type FundsStepAnswer = AnswerOf<typeof depositDecide>

// Withdrawals.

/** `waiting` is everything that is not ended. */
const withdrawalFilter = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('sent'),
  Type.Literal('returned'),
  Type.Literal('cancelled'),
])

const riskMark = Type.Object({
  kind: Type.String({
    description:
      'first_withdrawal, new_method, shared_destination, payee_name_differs, recent_password_change, recent_deposit, ' +
      'no_trades, same_payment',
  }),
  figure: Type.String({
    description: 'A count, amount, time, name or list of ids that belongs to the mark; may be empty',
  }),
})

const listedWithdrawal = Type.Object({
  id: Type.Integer(),
  user: recordUser,
  kind: Type.String({ description: 'coin or bank' }),
  currency: Type.String(),
  protocol: Type.String(),
  amount: usdField,
  fee: usdField,
  payout: Type.String({ description: 'Amount to pay, in the currency' }),
  state: Type.String({
    description: 'requested, locked, reviewing, approved, paying, sent, returned, cancelled or void',
  }),
  risks: Type.Integer({ description: 'Number of risk marks' }),
  created_at: Type.String(),
  changed_at: Type.String(),
})

export const withdrawalQueue = defineCall({
  name: 'withdrawal_queue',
  group,
  summary: 'List withdrawals; waiting ones oldest first (audited)',
  path: '/desk/api/funds/withdrawals',
  verb: 'GET',
  changes: false,
  access: ['finance', 'viewer'],
  input: Type.Object({ state: Type.Optional(withdrawalFilter), page: pageField }),
  answer: Type.Object({ data: Type.Array(listedWithdrawal), total: Type.Integer(), waiting: Type.Integer() }),
})

export type WithdrawalQueueInput = InputOf<typeof withdrawalQueue>
export type WithdrawalQueueAnswer = AnswerOf<typeof withdrawalQueue>

export const withdrawalDetails = defineCall({
  name: 'withdrawal_details',
  group,
  summary: 'Read one withdrawal with its account and risk marks (audited)',
  path: '/desk/api/funds/withdrawal',
  verb: 'GET',
  changes: false,
  access: ['finance'],
  input: Type.Object({ id: idField }),
  answer: Type.Object({
    ...listedWithdrawal.properties,
    pay_to: destinationField,
    rate: Type.String({ description: 'Units of the currency per US dollar' }),
    memo: Type.String({ description: 'What the user wrote' }),
    notes: Type.String(),
    transaction: Type.String(),
    reviewer: Type.String({ description: 'Operator who took it into review; empty before' }),
    approver: Type.String(),
    payer: Type.String(),
    can_payer_act: Type.Integer({
      description: '0 if the one who pays is disabled or no longer of finance, and so cannot mark it as sent',
    }),
    is_own_payment: Type.Integer({ description: '1 if the caller is the one who pays' }),
    needs_second: Type.Integer({
      description: '1 if the caller can pay it only after another operator approved it, and with a code',
    }),
    identity_missing: Type.Integer({
      description: '1 if it cannot be paid because the identity of the user is not verified',
    }),
    last_day: { ...usdField, description: 'Open or sent within 24 hours, of the user, this one included' },
    last_day_destination: {
      ...usdField,
      description: 'Open or sent within 24 hours, of all users to this destination, this one included',
    },
    last_day_payer: {
      ...usdField,
      description:
        'Paid by the caller, and operators tied to them, within 24 hours without an approval by another, this one included',
    },
    risk_marks: Type.Array(riskMark),
    account: Type.Object({
      balance: usdField,
      locked: usdField,
      equity: usdField,
      used_margin: usdField,
      is_verified: Type.Integer(),
      name: Type.String({ description: 'Verified name; empty without one' }),
      created_at: Type.String(),
      deposited: usdField,
      withdrawn: usdField,
      trades: Type.Integer({ description: 'Number of ended orders' }),
      realised_profit: usdField,
    }),
    recent_deposits: Type.Array(
      Type.Object({ id: Type.Integer(), credit: usdField, currency: Type.String(), at: Type.String() }),
    ),
    recent_trades: Type.Array(
      Type.Object({ id: Type.Integer(), code: Type.String(), profit: usdField, ended_at: Type.String() }),
    ),
    proposal: openProposal,
  }),
})

export type WithdrawalDetailsInput = InputOf<typeof withdrawalDetails>
export type WithdrawalDetailsAnswer = AnswerOf<typeof withdrawalDetails>

export const withdrawalStep = defineCall({
  name: 'withdrawal_step',
  group,
  summary: 'Move a withdrawal on: review, approve, pay, mark as sent or return',
  path: '/desk/api/funds/withdrawal_step',
  verb: 'POST',
  changes: true,
  access: ['finance'],
  carriesSecret: true,
  input: Type.Object({
    id: idField,
    to: Type.Union([
      Type.Literal('reviewing'),
      Type.Literal('approved'),
      Type.Literal('paying'),
      Type.Literal('sent'),
      Type.Literal('returned'),
    ]),
    note: Type.Optional(textField(500, 'Required to return it; shown to the user')),
    transaction: Type.Optional(textField(200, 'Required to mark it as sent')),
    totp: Type.Optional({
      ...totpField,
      description: 'Required to approve, and to pay while needs_second is 1',
    }),
  }),
  answer: stepAnswer,
})

export type WithdrawalStepInput = InputOf<typeof withdrawalStep>

// Adjustments.

export const proposeAdjustment = defineCall({
  name: 'adjustment_propose',
  group,
  summary: 'Propose an adjustment of a balance; a second operator approves it',
  path: '/desk/api/funds/adjustment_propose',
  verb: 'POST',
  changes: true,
  access: ['finance'],
  carriesSecret: true,
  input: Type.Object({
    uid: textField(16, 'The user’s uid'),
    amount: Type.String({ minLength: 1, maxLength: 32, description: 'US dollars; negative to debit' }),
    memo: textField(500, 'Shown to the user'),
    totp: totpField,
  }),
  answer: Type.Object({ proposal_id: Type.Integer() }),
})

export type ProposeAdjustmentInput = InputOf<typeof proposeAdjustment>
export type ProposeAdjustmentAnswer = AnswerOf<typeof proposeAdjustment>

// Currencies, pay addresses and wire options.

const currencyFields = {
  decimals: Type.Integer({ minimum: 0, maximum: 8 }),
  is_deposit_on: Type.Integer({ minimum: 0, maximum: 1 }),
  deposit_rate: Type.String({ maxLength: 32, description: 'US dollars per unit' }),
  least_deposit: Type.String({ maxLength: 32, description: 'In the currency' }),
  is_payout_on: Type.Integer({ minimum: 0, maximum: 1 }),
  payout_rate: Type.String({ maxLength: 32, description: 'Units per US dollar' }),
  fee_type: Type.Integer({ minimum: 1, maximum: 2, description: '1 fixed, 2 share of the amount' }),
  fee: Type.String({ maxLength: 32, description: 'US dollars, or a share such as 0.005' }),
  least_payout: Type.String({ maxLength: 32, description: 'US dollars' }),
  most_payout: Type.String({ maxLength: 32, description: 'US dollars' }),
}

const payAddress = Type.Object({
  id: Type.Integer(),
  address: Type.String(),
  is_on: Type.Integer(),
  proposal: openProposal,
})

const bankFields = {
  bank_name: textField(100),
  bank_address: textField(200),
  bank_swift: textField(16),
  payee_name: textField(100),
  payee_account: textField(64),
  bank_remark: textField(200),
}

export const deskCurrencies = defineCall({
  name: 'desk_currencies',
  group,
  summary: 'List currencies with their pay addresses and wire options',
  path: '/desk/api/funds/currencies',
  verb: 'GET',
  changes: false,
  access: ['finance', 'viewer'],
  input: Type.Object({}),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      code: Type.String(),
      protocol: Type.String(),
      kind: Type.String({ description: 'coin or fiat' }),
      ...currencyFields,
      proposal: openProposal,
      pay_addresses: Type.Array(payAddress),
      wire_options: Type.Array(
        Type.Object({ id: Type.Integer(), ...bankFields, is_on: Type.Integer(), proposal: openProposal }),
      ),
    }),
  ),
})

export type DeskCurrency = AnswerOf<typeof deskCurrencies>[number]

/** `proposed`: a second operator has to approve. `changed`: it is in effect. */
const changeAnswer = Type.Object({
  state: Type.Union([Type.Literal('changed'), Type.Literal('proposed')]),
  proposal_id: Type.Union([Type.Integer(), Type.Null()]),
})

export const changeCurrency = defineCall({
  name: 'currency_change',
  group,
  summary:
    'Change rates, fees, limits or availability of a currency; a changed rate, a higher fee and switching it on need a second operator',
  path: '/desk/api/funds/currency_change',
  verb: 'POST',
  changes: true,
  access: ['finance'],
  input: Type.Object({ id: idField, ...Type.Partial(Type.Object(currencyFields)).properties }),
  answer: changeAnswer,
})

export type ChangeCurrencyInput = InputOf<typeof changeCurrency>
export type FundsChangeAnswer = AnswerOf<typeof changeCurrency>

export const addCurrency = defineCall({
  name: 'currency_add',
  group,
  summary: 'Add a currency, switched off',
  path: '/desk/api/funds/currency_add',
  verb: 'POST',
  changes: true,
  access: ['finance'],
  input: Type.Object({
    code: Type.String({ pattern: '^[A-Z0-9]{2,12}$' }),
    protocol: Type.String({
      pattern: '^[A-Z0-9-]{0,16}$',
      description: 'Network; empty for a fiat currency',
    }),
    kind: Type.Union([Type.Literal('coin'), Type.Literal('fiat')]),
    decimals: Type.Integer({ minimum: 0, maximum: 8 }),
  }),
  answer: Type.Object({ id: Type.Integer() }),
})

export type AddCurrencyInput = InputOf<typeof addCurrency>
export type AddCurrencyAnswer = AnswerOf<typeof addCurrency>

export const changePayAddress = defineCall({
  name: 'pay_address_change',
  group,
  summary:
    'Add or replace a pay address, or switch it; an address and switching on need a second operator, and a replaced one is off for good',
  path: '/desk/api/funds/pay_address_change',
  verb: 'POST',
  changes: true,
  access: ['finance'],
  input: Type.Object({
    id: Type.Optional({ ...idField, description: 'Absent to add one' }),
    currency_id: idField,
    address: Type.Optional(textField(200)),
    is_on: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  }),
  answer: changeAnswer,
})

export type ChangePayAddressInput = InputOf<typeof changePayAddress>

export const changeWireOption = defineCall({
  name: 'wire_option_change',
  group,
  summary:
    'Add or replace a bank account for wires, or switch it; bank fields and switching on need a second operator',
  path: '/desk/api/funds/wire_option_change',
  verb: 'POST',
  changes: true,
  access: ['finance'],
  input: Type.Object({
    id: Type.Optional({ ...idField, description: 'Absent to add one' }),
    currency_id: idField,
    ...Type.Partial(Type.Object(bankFields)).properties,
    is_on: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  }),
  answer: changeAnswer,
})

export type ChangeWireOptionInput = InputOf<typeof changeWireOption>

// Reconciliation.

export const reconciliation = defineCall({
  name: 'reconciliation',
  group,
  summary: 'Compare ledger totals with records and movements, differences first (audited)',
  path: '/desk/api/funds/reconciliation',
  verb: 'GET',
  changes: false,
  access: ['finance', 'viewer'],
  input: Type.Object({}),
  answer: Type.Object({
    checked_at: Type.String({ description: 'When it was read, at most 30 seconds ago' }),
    rows: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'What is compared, such as deposits_credited' }),
        ledger: usdField,
        records: usdField,
        movements: usdField,
        difference: usdField,
      }),
    ),
    problems: Type.Array(
      Type.Object({
        kind: Type.String(),
        reference: Type.String(),
        expected: Type.String(),
        found: Type.String(),
      }),
      { description: 'Single records that do not agree, at most 100' },
    ),
  }),
})

export type ReconciliationAnswer = AnswerOf<typeof reconciliation>
