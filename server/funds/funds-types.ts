import type { Movement } from '#core/ledger/movement.ts'
import type { Micros, Rate } from '#core/money/amounts.ts'
import type { BankFields } from '#server/funds/destinations/bank-account.ts'
import type { AddressCheck } from '#server/funds/destinations/coin-address.ts'

/** A currency of deposits and payouts, with its terms. Amounts in it count its smallest decimal. */
export type Currency = {
  readonly id: number
  readonly code: string
  /** Network of a coin; empty for a fiat currency. */
  readonly protocol: string
  readonly kind: 'coin' | 'fiat'
  readonly addressCheck: AddressCheck
  readonly decimals: number
  readonly logo: string
  readonly isDepositOn: boolean
  /** US dollars per unit; null until it is set. */
  readonly depositRate: Rate | null
  readonly leastDeposit: number
  readonly isPayoutOn: boolean
  /** Units per US dollar; null until it is set. */
  readonly payoutRate: Rate | null
  readonly feeKind: 'fixed' | 'share'
  /** Micro-dollars of a fixed fee, billionths of a share. */
  readonly feeValue: number
  readonly leastPayout: Micros
  readonly mostPayout: Micros
}

/** The address of an id never changes. */
export type PayAddress = {
  readonly id: number
  readonly currencyId: number
  readonly address: string
  readonly isOn: boolean
}

export const wireFieldNames = [
  'bankName',
  'bankAddress',
  'bankSwift',
  'payeeName',
  'payeeAccount',
  'bankRemark',
] as const

export type WireOption = Readonly<Record<(typeof wireFieldNames)[number], string>> & {
  readonly id: number
  readonly currencyId: number
  readonly isOn: boolean
}

/** A currency whose deposits are or were on, so that it has a rate. */
export type DepositCurrency = Currency & { readonly depositRate: Rate }

/** An address or bank account that users can or could pay to, with the terms of its currency. */
export type Offered<Option> = { readonly option: Option; readonly currency: DepositCurrency }

export type RecordKind = 'coin' | 'bank'

/** One of the user's own addresses or bank accounts. */
export type PayoutMethod = BankFields & {
  readonly id: number
  readonly currency: Pick<Currency, 'id' | 'code' | 'protocol' | 'kind'>
  /** Empty for a bank account. */
  readonly address: string
  readonly usableAt: Date
}

/** The money state of a record, from `movements`. */
export type RecordState = {
  /** Null before the engine has decided anything. */
  readonly state: Movement['state'] | null
  readonly changedAt: Date | null
  readonly note: string
  readonly payment: string
}

export type DepositRecord = RecordState & {
  readonly id: number
  readonly kind: RecordKind
  readonly currencyCode: string
  readonly protocol: string
  readonly decimals: number
  readonly amount: number
  readonly rate: Rate
  readonly credited: Micros
  readonly voucher: string
  readonly createdAt: Date
}

export type WithdrawalRecord = RecordState &
  BankFields & {
    readonly id: number
    readonly userId: number
    readonly kind: RecordKind
    readonly currencyCode: string
    readonly protocol: string
    readonly decimals: number
    readonly amount: Micros
    readonly fee: Micros
    readonly rate: Rate
    /** Amount received, in the smallest decimal of the currency. */
    readonly payout: number
    readonly address: string
    readonly memo: string
    readonly createdAt: Date
  }

export type Page<Item> = { readonly data: readonly Item[]; readonly total: number }

/** An idempotency key. The same key with another fingerprint is a mismatch. */
export type RecordKey = { readonly key: string; readonly fingerprint: string }
