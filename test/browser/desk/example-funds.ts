// Example deposits, withdrawals and currencies for the operator console.
import type {
  DepositDetailsAnswer,
  DeskCurrency,
  ReconciliationAnswer,
  WithdrawalDetailsAnswer,
} from '#contract/desk/funds.ts'

export function exampleDeposit(id: number, change: Partial<DepositDetailsAnswer> = {}): DepositDetailsAnswer {
  return {
    id,
    user: { id: 17, uid: '30481277' },
    kind: 'coin',
    currency: 'USDT',
    protocol: 'TRC20',
    amount: '1500.5',
    rate: '0.999',
    credit: '1498.9995',
    state: 'waiting',
    created_at: '2026-03-05T08:00:00.000Z',
    decided_at: null,
    paid_to: [
      { label: 'protocol', text: 'TRC20' },
      { label: 'address', text: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' },
    ],
    paid_to_off: null,
    voucher: `v${id}`.padEnd(32, '0'),
    remark: '',
    decided_by: '',
    needs_second: 0,
    same_voucher: [],
    proposal: null,
    failure: null,
    under_way: null,
    earlier: { credited: 3, rejected: 1, total: '12500.00' },
    ...change,
  }
}

export function exampleWithdrawal(
  id: number,
  change: Partial<WithdrawalDetailsAnswer> = {},
): WithdrawalDetailsAnswer {
  return {
    id,
    user: { id: 17, uid: '30481277' },
    kind: 'coin',
    currency: 'USDT',
    protocol: 'TRC20',
    amount: '2500.00',
    fee: '5.00',
    payout: '2497.5',
    state: 'locked',
    risks: 0,
    created_at: '2026-03-05T08:00:00.000Z',
    changed_at: '2026-03-05T08:00:00.000Z',
    pay_to: [
      { label: 'protocol', text: 'TRC20' },
      { label: 'address', text: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH' },
    ],
    rate: '1.001',
    memo: '',
    notes: '',
    transaction: '',
    reviewer: '',
    approver: '',
    payer: '',
    can_payer_act: 1,
    is_own_payment: 0,
    needs_second: 0,
    identity_missing: 0,
    last_day: '2500.00',
    last_day_destination: '2500.00',
    last_day_payer: '2500.00',
    risk_marks: [],
    account: {
      balance: '8120.44',
      locked: '2500.00',
      equity: '8301.19',
      used_margin: '640.00',
      is_verified: 1,
      name: '陳大文',
      created_at: '2025-11-20T03:10:00.000Z',
      deposited: '12500.00',
      withdrawn: '1000.00',
      trades: 214,
      realised_profit: '-879.56',
    },
    recent_deposits: [
      { id: 91, credit: '1498.9995', currency: 'USDT', at: '2026-03-04T08:00:00.000Z' },
      { id: 64, credit: '10000.00', currency: 'EUR', at: '2026-01-12T10:30:00.000Z' },
    ],
    recent_trades: [
      { id: 5_012, code: 'EURUSD', profit: '120.50', ended_at: '2026-03-05T07:40:00.000Z' },
      { id: 5_003, code: 'XAUUSD', profit: '-44.10', ended_at: '2026-03-04T19:02:00.000Z' },
    ],
    proposal: null,
    ...change,
  }
}

/** Every kind of risk mark. */
export const exampleRisks: WithdrawalDetailsAnswer['risk_marks'] = [
  { kind: 'first_withdrawal', figure: '' },
  { kind: 'new_method', figure: '2026-03-04T09:00:00.000Z' },
  { kind: 'shared_destination', figure: '3' },
  { kind: 'payee_name_differs', figure: '' },
  { kind: 'recent_password_change', figure: '2026-03-03T21:15:00.000Z' },
  { kind: 'no_trades', figure: '' },
  { kind: 'recent_deposit', figure: '1498.9995' },
  { kind: 'same_payment', figure: '#4, #17' },
]

export const exampleProposal = {
  id: 70,
  action: 'change',
  proposed_by: 'ben@example.com',
  proposed_at: '2026-03-05T09:00:00.000Z',
}

export const exampleBank: DeskCurrency['wire_options'][number] = {
  id: 31,
  bank_name: 'Harbour Bank',
  bank_address: '1 Pier Road, Hong Kong',
  bank_swift: 'HRBRHKHH',
  payee_name: 'Openlot Limited',
  payee_account: '012-345678-001',
  bank_remark: '',
  is_on: 1,
  proposal: null,
}

/** A coin with two addresses, one of which waits for approval, and a fiat currency with one bank account. */
export const exampleCurrencies: readonly DeskCurrency[] = [
  {
    id: 1,
    code: 'USDT',
    protocol: 'TRC20',
    kind: 'coin',
    decimals: 6,
    is_deposit_on: 1,
    deposit_rate: '0.999',
    least_deposit: '10',
    is_payout_on: 1,
    payout_rate: '1.001',
    fee_type: 1,
    fee: '5',
    least_payout: '20',
    most_payout: '50000',
    proposal: null,
    pay_addresses: [
      { id: 21, address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', is_on: 1, proposal: null },
      { id: 22, address: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH', is_on: 0, proposal: exampleProposal },
    ],
    wire_options: [],
  },
  {
    id: 2,
    code: 'EUR',
    protocol: '',
    kind: 'fiat',
    decimals: 2,
    is_deposit_on: 1,
    deposit_rate: '1.0815',
    least_deposit: '50',
    is_payout_on: 0,
    payout_rate: '0.9212',
    fee_type: 2,
    fee: '0.005',
    least_payout: '100',
    most_payout: '25000',
    proposal: null,
    pay_addresses: [],
    wire_options: [exampleBank],
  },
]

/** One total differs, because of one deposit. */
export const exampleReconciliation: ReconciliationAnswer = {
  checked_at: '2026-03-05T12:00:00.000Z',
  rows: [
    total('deposits_credited', '1250300.25', '1251300.25', '1250300.25', '-1000.00'),
    total('withdrawals_sent', '310200.00', '310200.00', '310200.00', '0.00'),
    total('withdrawals_locked', '12500.00', '12500.00', '12500.00', '0.00'),
    total('withdrawal_fees', '820.50', '820.50', '820.50', '0.00'),
    total('adjustments', '-40.00', '-40.00', '-40.00', '0.00'),
    total('brand_new_total', '0.00', '0.00', '0.00', '0.00'),
  ],
  problems: [
    { kind: 'deposits_credited', reference: 'deposit:12', expected: '1000.00', found: '0.00' },
    { kind: 'adjustments', reference: 'adjustment:3', expected: '-40.00', found: '-41.00' },
  ],
}

function total(kind: string, ledger: string, records: string, movements: string, difference: string) {
  return { kind, ledger, records, movements, difference }
}
