// Answers of the calls of deposits, withdrawals and payout methods.
import type {
  ChargeMethod,
  ChargeRecord,
  DrawConditions,
  DrawCurrency,
  DrawRecord,
  PayoutMethodAnswer,
  WireCurrency,
  WireOption,
} from '#contract/calls/funds.ts'
import { uploadPath, uploads } from '#test/browser/account/example-identity.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'

export const paths = {
  info: '/api/quickCharge/info',
  symbols: '/api/quickCharge/symbols',
  wires: '/api/quickCharge/wire_info',
  submit: '/api/quickCharge/submit',
  wireSubmit: '/api/quickCharge/wire_submit',
  deposits: '/api/quickCharge/quick_ist',
  currencies: '/api/account/draw_symbol_list',
  conditions: '/api/account/draw_conditions',
  draw: '/api/account/draw',
  withdrawals: '/api/account/draw_list',
  cancel: '/api/account/draw_cancel',
  methods: '/api/wallet/get_draw_method',
  bind: '/api/wallet/bind_draw_method',
  remove: '/api/wallet/del_draw_method',
  email: '/api/notify/send_email',
} as const

export const tron: ChargeMethod = {
  ...{ id: 3, currency_code: 'USDT', protocol_code: 'TRC20', address: 'TQ5pCfwNFkVT3cwzDBrYz3bDmWkFJzYbCk' },
  ...{ rate: '0.9995', min_number: '20', logo: '', decimals: 6 },
}
export const bitcoin: ChargeMethod = {
  ...{ id: 4, currency_code: 'BTC', protocol_code: 'Bitcoin' },
  ...{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', rate: '64213.5' },
  ...{ min_number: '0.001', logo: '', decimals: 8 },
}

export const euros: WireCurrency = { code: 'EUR', rate: '1.0842', min_number: '50', decimals: 2 }

export const euroBank: WireOption = {
  ...{ id: 9, bank_name: 'Example Bank AG', bank_address: 'Mainzer Landstr. 1, 60329 Frankfurt, Germany' },
  ...{
    bank_swift: 'EXAMDEFFXXX',
    payee_name: 'Openlot Clients Ltd',
    payee_account: 'DE89370400440532013000',
  },
  bank_remark: 'Reference: your UID',
}

export const deposit = (id: number, change: Partial<ChargeRecord> = {}): ChargeRecord => ({
  ...{ id, number: '250.000000', type: 0, currency_code: 'USDT', status: 0, remark: '' },
  ...{ created_at: '2026-11-15T08:00:00.000Z', decided_at: null, credited: '249.875000' },
  ...{ protocol_code: 'TRC20', proofImg: '/api/common/image?name=voucher-1' },
  ...change,
})

/** One deposit of every status. */
export const everyDeposit: readonly ChargeRecord[] = [
  deposit(14),
  deposit(13, { status: 1, decided_at: '2026-11-15T09:00:00.000Z' }),
  deposit(12, { status: 2, remark: 'Only 200 USDT arrived. Please submit that amount.' }),
  deposit(11, { status: 3 }),
]

export const pageOf = <Item>(data: readonly Item[], total = data.length) => ({ data, total })

export const usdt: DrawCurrency = {
  ...{ id: 5, code: 'USDT', protocol: 'TRC20', draw_rate: '1', fee_type: 1, usd_price: '1' },
  ...{ min_number: '10.000000', max_number: '5000.000000', decimals: 6 },
}
export const hkd: DrawCurrency = {
  ...{ id: 6, code: 'HKD', protocol: '', draw_rate: '0.005', fee_type: 2, usd_price: '7.8123' },
  ...{ min_number: '50.000000', max_number: '20000.000000', decimals: 2 },
}

const noBank = {
  ...{ bank_name: '', bank_branch: '', payee_name: '', payee_account: '' },
  ...{ bank_address: '', bank_swift: '', bank_remark: '' },
}

export const ownAddress: PayoutMethodAnswer = {
  ...noBank,
  ...{ id: 21, dc_address: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj', usable_at: '2026-11-01T00:00:00.000Z' },
  draw_currency: { id: 5, code: 'USDT', protocol: 'TRC20' },
}
export const newAddress: PayoutMethodAnswer = {
  ...ownAddress,
  ...{ id: 22, dc_address: 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS', usable_at: '2099-01-01T00:00:00.000Z' },
}
export const ownBank: PayoutMethodAnswer = {
  ...noBank,
  ...{
    id: 31,
    dc_address: '',
    bank_name: 'Harbour Bank',
    payee_name: 'Lee Min',
    payee_account: '012-345678-001',
  },
  draw_currency: { id: 6, code: 'HKD', protocol: '' },
  usable_at: '2026-11-01T00:00:00.000Z',
}

export const conditions: DrawConditions = {
  ...{ available: '2500.500000', needs_identity: 0, needs_code: 1, method_wait_hours: 24 },
}

export const withdrawal = (id: number, change: Partial<DrawRecord> = {}): DrawRecord => ({
  ...{
    id,
    number: '100.000000',
    real_number: '99.000000',
    fee: '1.000000',
    status: 0,
    status_name: 'Requested',
  },
  ...{ created_at: '2026-11-15T08:00:00.000Z', changed_at: '2026-11-15T08:00:00.000Z', type: 1 },
  ...{
    address: ownAddress.dc_address,
    payee_account: '',
    notes: '',
    is_void: 0,
    transaction: '',
    missing: null,
  },
  draw_currency: { code: 'USDT', protocol: 'TRC20' },
  ...change,
})

const sentId = '7c2d4206c03a883449bfd3792380791b8416da8c0e2e03023916efcdb1e20f8d'

/** One withdrawal of every status. */
export const everyWithdrawal: readonly DrawRecord[] = [
  withdrawal(45),
  withdrawal(44, { status: 1, changed_at: '2026-11-15T09:10:00.000Z', missing: 'second_operator' }),
  withdrawal(43, { status: 2, changed_at: '2026-11-15T10:00:00.000Z', transaction: sentId }),
  withdrawal(42, {
    status: 3,
    changed_at: '2026-11-15T10:00:00.000Z',
    notes: 'The address belongs to an exchange.',
  }),
  withdrawal(41, { status: 4, changed_at: '2026-11-15T08:05:00.000Z' }),
]

/** Every call of the funds screens, answered. */
export function fundsCalls(): StubbedCalls {
  const isBank = (url: string) => /draw_type=2|[?&]type=2/.test(url)
  return {
    [paths.info]: [tron, bitcoin],
    [paths.symbols]: [euros],
    [paths.wires]: [euroBank],
    [paths.deposits]: pageOf([]),
    [paths.currencies]: (request: { url: () => string }) => (isBank(request.url()) ? [hkd] : [usdt]),
    [paths.conditions]: conditions,
    [paths.withdrawals]: pageOf([]),
    [paths.methods]: (request: { url: () => string }) =>
      isBank(request.url()) ? [ownBank] : [ownAddress, newAddress],
    [paths.email]: null,
    [uploadPath]: uploads(),
  }
}
