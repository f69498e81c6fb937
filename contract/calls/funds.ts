import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { codeField, nullable, pageField, timestampField } from '#contract/calls/shared-fields.ts'

// Fields. Amounts are decimal strings, in the account's currency (USD) or in the currency of the payment.

const idField = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const amountField = Type.String({ description: 'Amount in the currency of the payment, exact' })
const usdField = Type.String({ description: 'US dollars, exact' })
const typedAmountField = Type.String({ minLength: 1, maxLength: 32 })
/** Text the database accepts: no NUL, no lone surrogates. */
const storableText = '^[^\\u0000\\ud800-\\udfff]*$'
const bankField = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, pattern: storableText, description }))

/** 1 coin, 2 bank account. */
const payoutTypeField = Type.Integer({ minimum: 1, maximum: 2, description: '1 coin, 2 bank account' })

const proofField = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Payment voucher: the url returned by image_upload',
})

const seenRateField = Type.Optional(
  Type.String({
    maxLength: 32,
    description:
      'Recommended: the rate the user saw. Refused with terms_changed if it is not the current one; without it, the current one applies unseen',
  }),
)

/** Not part of the request: a repeat under the same idempotency key may carry another code, or none. */
const codeOfRequest = Type.Optional({
  ...codeField,
  description: 'The code that was sent. A repeat under the same idempotency key needs none',
})

// Deposits.

const earlierField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1,
    description:
      '1 also lists, after the others, what was offered within the last 30 days and is not now. A payment made before can be reported',
  }),
)

const isOffField = Type.Optional(
  Type.Integer({ description: '1 if it must not be paid to any more; only with earlier=1' }),
)

export const chargeInfo = defineCall({
  name: 'charge_info',
  group: 'Funds',
  summary: 'List the coins and addresses for deposits',
  path: '/api/quickCharge/info',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ earlier: earlierField }),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      currency_code: Type.String(),
      protocol_code: Type.String({ description: 'Network, such as TRC20' }),
      address: Type.String(),
      rate: Type.String({ description: 'US dollars per unit of the currency' }),
      min_number: Type.String({ description: 'Least amount in the currency' }),
      logo: Type.String({ description: 'Address of a picture; empty without one' }),
      decimals: Type.Integer(),
      is_off: isOffField,
    }),
  ),
})

export type ChargeMethod = AnswerOf<typeof chargeInfo>[number]

export const chargeSymbols = defineCall({
  name: 'charge_symbols',
  group: 'Funds',
  summary: 'List the currencies for deposits by wire',
  path: '/api/quickCharge/symbols',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ earlier: earlierField }),
  answer: Type.Array(
    Type.Object({
      code: Type.String(),
      rate: Type.String({ description: 'US dollars per unit of the currency' }),
      min_number: Type.String({ description: 'Least amount in the currency' }),
      decimals: Type.Integer(),
      is_off: Type.Optional(
        Type.Integer({
          description:
            '1 if this is a currency of earlier bank accounts; only with earlier=1. A currency that has offered accounts, too, is listed twice',
        }),
      ),
    }),
  ),
})

export type WireCurrency = AnswerOf<typeof chargeSymbols>[number]

export const wireInfo = defineCall({
  name: 'wire_info',
  group: 'Funds',
  summary: 'List the bank accounts for deposits in one currency',
  path: '/api/quickCharge/wire_info',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({
    bank_coin: Type.String({
      minLength: 1,
      maxLength: 16,
      pattern: storableText,
      description: 'Code from charge_symbols',
    }),
    earlier: earlierField,
  }),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      bank_name: Type.String(),
      bank_address: Type.String(),
      bank_swift: Type.String(),
      payee_name: Type.String(),
      payee_account: Type.String(),
      bank_remark: Type.String(),
      is_off: isOffField,
    }),
  ),
})

export type WireOption = AnswerOf<typeof wireInfo>[number]

const chargeRecord = Type.Object({
  id: Type.Integer(),
  number: amountField,
  type: Type.Integer({ description: '0 coin, 1 bank' }),
  currency_code: Type.String(),
  status: Type.Integer({ description: '0 unchecked, 1 finished, 2 rejected, 3 invalid' }),
  created_at: timestampField,
  decided_at: Type.Union([timestampField, Type.Null()]),
  remark: Type.String({ description: 'Why it was rejected; empty otherwise' }),
  credited: Type.String({ description: 'US dollars that are credited when it is finished' }),
  protocol_code: Type.String({ description: 'Network of a coin; empty for a bank' }),
  proofImg: Type.String({ description: 'Address of the voucher, for its owner' }),
})

export const chargeSubmit = defineCall({
  name: 'charge_submit',
  group: 'Funds',
  summary: 'Report a deposit by coin',
  path: '/api/quickCharge/submit',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'real_user',
  input: Type.Object({
    number: typedAmountField,
    proofImg: proofField,
    address: Type.String({ minLength: 1, maxLength: 200, description: 'Address the coins were sent to' }),
    charge_id: {
      ...idField,
      description:
        'Id of the address that the user saw; accepted after it was switched off or replaced, too, and for 30 days after its currency was',
    },
    rate: seenRateField,
  }),
  answer: chargeRecord,
})

export type ChargeSubmitInput = InputOf<typeof chargeSubmit>

export const wireSubmit = defineCall({
  name: 'wire_submit',
  group: 'Funds',
  summary: 'Report a deposit by wire',
  path: '/api/quickCharge/wire_submit',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'real_user',
  input: Type.Object({
    number: typedAmountField,
    proofImg: proofField,
    wire_id: {
      ...idField,
      description:
        'Id of the bank account that the user saw; accepted after it was switched off or replaced, too, and for 30 days after its currency was. Its fields never change',
    },
    rate: seenRateField,
  }),
  answer: chargeRecord,
})

export type WireSubmitInput = InputOf<typeof wireSubmit>

export const chargeList = defineCall({
  name: 'charge_list',
  group: 'Funds',
  summary: 'List the user’s deposits, newest first',
  path: '/api/quickCharge/quick_ist',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({
    type: Type.Integer({ minimum: 0, maximum: 1, description: '0 coin, 1 bank' }),
    page: pageField,
  }),
  answer: Type.Object({ data: Type.Array(chargeRecord), total: Type.Integer() }),
})

export type ChargeListInput = InputOf<typeof chargeList>
export type ChargeListAnswer = AnswerOf<typeof chargeList>
export type ChargeRecord = ChargeListAnswer['data'][number]

// Payout methods.

const payoutMethod = Type.Object({
  id: Type.Integer(),
  dc_address: Type.String({ description: 'Coin address; empty for a bank account' }),
  bank_name: Type.String(),
  bank_branch: Type.String(),
  payee_name: Type.String(),
  payee_account: Type.String(),
  bank_address: Type.String(),
  bank_swift: Type.String(),
  bank_remark: Type.String(),
  draw_currency: Type.Object({ id: Type.Integer(), code: Type.String(), protocol: Type.String() }),
  usable_at: timestampField,
})

export const drawMethods = defineCall({
  name: 'draw_methods',
  group: 'Funds',
  summary: 'List the user’s payout methods',
  path: '/api/wallet/get_draw_method',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({
    draw_type: payoutTypeField,
    draw_id: Type.Optional({ ...idField, description: 'Only methods of this currency' }),
  }),
  answer: Type.Array(payoutMethod),
})

export type DrawMethodsInput = InputOf<typeof drawMethods>
export type PayoutMethodAnswer = AnswerOf<typeof drawMethods>[number]

export const bindDrawMethod = defineCall({
  name: 'bind_draw_method',
  group: 'Funds',
  summary: 'Add a payout method; usable after a waiting time',
  path: '/api/wallet/bind_draw_method',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'real_user',
  input: Type.Object({
    type: payoutTypeField,
    draw_id: { ...idField, description: 'Currency from draw_symbol_list' },
    dc_address: bankField(200, 'Coin address'),
    bank_name: bankField(100, 'Name of the bank'),
    bank_branch: bankField(100, 'Branch'),
    payee_name: bankField(100, 'Account holder'),
    payee_account: bankField(64, 'Account number or IBAN'),
    bank_address: bankField(200, 'Address of the bank'),
    bank_swift: bankField(16, 'SWIFT or BIC'),
    bank_remark: bankField(200, 'Remark'),
    auth_code: codeOfRequest,
  }),
  answer: payoutMethod,
})

export type BindDrawMethodInput = InputOf<typeof bindDrawMethod>

export const deleteDrawMethod = defineCall({
  name: 'del_draw_method',
  group: 'Funds',
  summary: 'Delete a payout method',
  path: '/api/wallet/del_draw_method',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'real_user',
  input: Type.Object({ id: idField }),
  answer: Type.Null(),
})

// Withdrawals.

export const drawCurrencies = defineCall({
  name: 'draw_symbol_list',
  group: 'Funds',
  summary: 'List the currencies for withdrawals',
  path: '/api/account/draw_symbol_list',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ type: payoutTypeField }),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      code: Type.String(),
      protocol: Type.String({ description: 'Network of a coin; empty for a bank account' }),
      draw_rate: Type.String({ description: 'Fee in US dollars, or as a share of the amount' }),
      fee_type: Type.Integer({ description: '1 fixed fee, 2 share of the amount' }),
      usd_price: Type.String({ description: 'Units of the currency per US dollar' }),
      min_number: usdField,
      max_number: usdField,
      decimals: Type.Integer({ description: 'The amount received is rounded down to this many decimals' }),
    }),
  ),
})

export type DrawCurrency = AnswerOf<typeof drawCurrencies>[number]

const drawRecord = Type.Object({
  id: Type.Integer(),
  number: usdField,
  real_number: Type.String({ description: 'Amount received, in the currency of the payout' }),
  fee: usdField,
  status: Type.Integer({
    description: '0 requested, 1 in review, 2 sent, 3 refused, 4 cancelled by its owner',
  }),
  status_name: Type.String({ description: 'Status in the language of the request' }),
  created_at: timestampField,
  changed_at: { ...timestampField, description: 'Since when it has this status' },
  type: payoutTypeField,
  address: Type.String({ description: 'Coin address; empty for a bank account' }),
  payee_account: Type.String(),
  notes: Type.String({ description: 'Why it was refused; empty otherwise' }),
  is_void: Type.Integer({ description: '1 if it was refused before any money was locked, otherwise 0' }),
  transaction: Type.String({
    description: 'Transaction id or reference of the payment; empty until it is sent',
  }),
  missing: nullable(
    Type.String({ description: 'What is missing: identity, second_operator; null if nothing is' }),
  ),
  draw_currency: Type.Object({ code: Type.String(), protocol: Type.String() }),
})

export const draw = defineCall({
  name: 'draw',
  group: 'Funds',
  summary: 'Request a withdrawal',
  path: '/api/account/draw',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'real_user',
  input: Type.Object({
    draw_currency_id: idField,
    number: { ...typedAmountField, description: 'US dollars' },
    memo: Type.Optional(Type.String({ maxLength: 200, pattern: storableText })),
    draw_method_id: idField,
    auth_code: codeOfRequest,
    fee: Type.Optional(
      Type.String({
        maxLength: 32,
        description:
          'Recommended: the fee the user saw. Refused with terms_changed if it is not the current one; without it, the current one applies unseen',
      }),
    ),
    usd_price: seenRateField,
  }),
  answer: drawRecord,
})

export type DrawInput = InputOf<typeof draw>

export const drawList = defineCall({
  name: 'draw_list',
  group: 'Funds',
  summary: 'List the user’s withdrawals, newest first',
  path: '/api/account/draw_list',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ type: payoutTypeField, page: pageField }),
  answer: Type.Object({ data: Type.Array(drawRecord), total: Type.Integer() }),
})

export type DrawListInput = InputOf<typeof drawList>
export type DrawListAnswer = AnswerOf<typeof drawList>
export type DrawRecord = DrawListAnswer['data'][number]

export const drawCancel = defineCall({
  name: 'draw_cancel',
  group: 'Funds',
  summary: 'Cancel a withdrawal that is not in review yet',
  path: '/api/account/draw_cancel',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'record',
  access: 'real_user',
  input: Type.Object({ id: idField }),
  answer: drawRecord,
})

/** What the withdrawal screen needs to know before it asks. */
export const drawConditions = defineCall({
  name: 'draw_conditions',
  group: 'Funds',
  summary: 'Read what a withdrawal needs, and how much can be withdrawn now',
  path: '/api/account/draw_conditions',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({}),
  answer: Type.Object({
    available: { ...usdField, description: 'US dollars that can be withdrawn now' },
    needs_identity: Type.Integer({ description: '1 if the identity has to be verified first' }),
    needs_code: Type.Integer({ description: '1 if a code is needed (notify type 4)' }),
    method_wait_hours: Type.Integer({ description: 'Waiting time of a new payout method' }),
  }),
})

export type DrawConditions = AnswerOf<typeof drawConditions>
