import type {
  ChargeMethod,
  ChargeRecord,
  DrawCurrency,
  DrawRecord,
  PayoutMethodAnswer,
  WireCurrency,
  WireOption,
} from '#contract/calls/funds.ts'
import { reasonFrom } from '#contract/envelope.ts'
import type { Say } from '#contract/outcome.ts'
import type { Movement } from '#core/ledger/movement.ts'
import { formatMicros, formatRate, type Micros, micros, type Rate, rate } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'

// Deposits, withdrawals and payout methods in wire format.

type Currency = {
  readonly id: number
  readonly code: string
  readonly protocol: string
  readonly decimals: number
}

type DepositCurrency = Currency & {
  readonly logo: string
  readonly depositRate: Rate
  readonly leastDeposit: number
}

export function chargeMethodOf(
  { id, address }: { readonly id: number; readonly address: string },
  currency: DepositCurrency,
): ChargeMethod {
  const { code: currency_code, protocol: protocol_code, logo } = currency
  return { id, currency_code, protocol_code, address, logo, ...depositTerms(currency) }
}

export function wireCurrencyOf(currency: DepositCurrency): WireCurrency {
  return { code: currency.code, ...depositTerms(currency) }
}

function depositTerms({ depositRate, leastDeposit, decimals }: DepositCurrency) {
  return { rate: formatRate(depositRate), min_number: formatDecimal(leastDeposit, decimals), decimals }
}

type Bank = {
  readonly bankName: string
  readonly payeeName: string
  readonly payeeAccount: string
  readonly bankAddress: string
  readonly bankSwift: string
  readonly bankRemark: string
}

function bankFields(bank: Bank) {
  return {
    bank_name: bank.bankName,
    bank_address: bank.bankAddress,
    bank_swift: bank.bankSwift,
    payee_name: bank.payeeName,
    payee_account: bank.payeeAccount,
    bank_remark: bank.bankRemark,
  }
}

export function wireOptionOf(option: Bank & { readonly id: number }): WireOption {
  return { id: option.id, ...bankFields(option) }
}

/** The money state of a record; null before the engine has decided anything. */
type State = Movement['state'] | null

type Deposit = {
  readonly id: number
  readonly kind: 'coin' | 'bank'
  readonly currencyCode: string
  readonly protocol: string
  readonly decimals: number
  readonly amount: number
  readonly credited: Micros
  readonly createdAt: Date
  readonly state: State
  readonly changedAt: Date | null
  readonly note: string
}

export function chargeRecordOf(deposit: Deposit, proofImg: string): ChargeRecord {
  const status = chargeStatus(deposit.state)
  return {
    id: deposit.id,
    number: formatDecimal(deposit.amount, deposit.decimals),
    type: deposit.kind === 'coin' ? 0 : 1,
    currency_code: deposit.currencyCode,
    status,
    created_at: deposit.createdAt.toISOString(),
    decided_at: deposit.changedAt?.toISOString() ?? null,
    remark: status === 2 ? deposit.note : '',
    credited: formatMicros(deposit.credited),
    protocol_code: deposit.protocol,
    proofImg,
  }
}

/** 0 unchecked, 1 finished, 2 rejected, 3 invalid. */
function chargeStatus(state: State): number {
  return { credited: 1, rejected: 2, invalid: 3 }[state as string] ?? 0
}

type PayoutCurrency = Currency & {
  readonly payoutRate: Rate | null
  readonly feeKind: 'fixed' | 'share'
  readonly feeValue: number
  readonly leastPayout: Micros
  readonly mostPayout: Micros
}

export function drawCurrencyOf(currency: PayoutCurrency): DrawCurrency {
  const { id, code, protocol, decimals, feeKind, feeValue, payoutRate } = currency
  return {
    id,
    code,
    protocol,
    draw_rate: feeKind === 'fixed' ? formatMicros(micros(feeValue)) : formatRate(rate(feeValue)),
    fee_type: feeKind === 'fixed' ? 1 : 2,
    usd_price: formatRate(payoutRate ?? rate(0)),
    min_number: formatMicros(currency.leastPayout),
    max_number: formatMicros(currency.mostPayout),
    decimals,
  }
}

type Method = Bank & {
  readonly id: number
  readonly address: string
  readonly bankBranch: string
  readonly currency: Pick<Currency, 'id' | 'code' | 'protocol'>
  readonly usableAt: Date
}

export function payoutMethodOf(method: Method): PayoutMethodAnswer {
  const { id, code, protocol } = method.currency
  return {
    id: method.id,
    dc_address: method.address,
    ...bankFields(method),
    bank_branch: method.bankBranch,
    draw_currency: { id, code, protocol },
    usable_at: method.usableAt.toISOString(),
  }
}

type Withdrawal = {
  readonly id: number
  readonly kind: 'coin' | 'bank'
  readonly currencyCode: string
  readonly protocol: string
  readonly decimals: number
  readonly amount: Micros
  readonly fee: Micros
  readonly payout: number
  readonly address: string
  readonly payeeAccount: string
  readonly createdAt: Date
  readonly state: State
  readonly changedAt: Date | null
  readonly note: string
  readonly payment: string
}

export function drawRecordOf(withdrawal: Withdrawal, missing: string | null, say: Say): DrawRecord {
  const { currencyCode: code, protocol, createdAt, changedAt } = withdrawal
  const status = drawStatus(withdrawal.state)
  return {
    id: withdrawal.id,
    number: formatMicros(withdrawal.amount),
    real_number: formatDecimal(withdrawal.payout, withdrawal.decimals),
    fee: formatMicros(withdrawal.fee),
    status,
    status_name: say(`draw.status.${status}`),
    created_at: createdAt.toISOString(),
    changed_at: (changedAt ?? createdAt).toISOString(),
    type: withdrawal.kind === 'coin' ? 1 : 2,
    address: withdrawal.address,
    payee_account: withdrawal.payeeAccount,
    notes: drawNote(withdrawal, say),
    is_void: withdrawal.state === 'void' ? 1 : 0,
    transaction: withdrawal.payment,
    missing,
    draw_currency: { code, protocol },
  }
}

/** 0 requested, 1 in review, 2 sent, 3 refused, 4 cancelled by its owner. */
function drawStatus(state: State): 0 | 1 | 2 | 3 | 4 {
  switch (state) {
    case 'reviewing':
    case 'approved':
    case 'paying':
      return 1
    case 'sent':
      return 2
    case 'returned':
    case 'void':
      return 3
    case 'cancelled':
      return 4
    default:
      return 0
  }
}

/** The note of a voided request is the reason of its refusal. */
function drawNote({ state, note }: Withdrawal, say: Say): string {
  if (state === 'returned') return note
  if (state !== 'void') return ''
  const reason = reasonFrom(note)
  return reason === undefined ? say('draw.not_decided') : say(`reason.${reason}`)
}
