// The evidence pack: one JSON file about one complaint, with proofs that need no database.
import type { Movement } from '#core/ledger/movement.ts'
import type { LedgerAccount, TransferType } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountProof, JournalHead } from '#server/engine/engine.ts'

export const packFormat = 'openlot evidence 1'

/** A larger one is not made. */
export const maxPackBytes = 32 * 1024 * 1024

/** Amounts, prices and rates are the whole numbers of the journal. Times are epoch milliseconds. */
export type EvidencePack = {
  readonly format: typeof packFormat
  readonly complaint: {
    readonly number: string
    readonly filedAtMs: number
    readonly text: string
    readonly orders: readonly number[]
    readonly deposits: readonly number[]
    readonly withdrawals: readonly number[]
  }
  /** The account in the journal. */
  readonly userId: number
  /** The last batch that the rows below include. Proofs may go on to a later head. */
  readonly asOf: JournalHead
  /** The orders of the complaint, the orders they were divided from or into, and those they replaced. */
  readonly orders: readonly Order[]
  readonly deposits: readonly DepositEvidence[]
  readonly withdrawals: readonly WithdrawalEvidence[]
  /** Every transfer of these records. */
  readonly ledger: readonly TransferEvidence[]
  readonly proofs: readonly HeadedProof[]
  /** Records that the proofs do not cover. */
  readonly unproven: readonly Unproven[]
}

/** What the journal decided about a deposit or withdrawal. Without the operators. */
export type MovementEvidence = Omit<Movement, 'reviewerId' | 'approverId' | 'payerId'>

/** As the user reported it. Amounts count the smallest decimal of the currency. */
export type DepositEvidence = {
  readonly id: number
  readonly kind: string
  readonly currency: string
  readonly protocol: string
  readonly decimals: number
  readonly amount: number
  readonly rate: number
  readonly credited: number
  readonly address: string
  readonly wireOption: Readonly<Record<string, unknown>> | null
  readonly isAtOldRate: boolean
  readonly createdAtMs: number
  /** Null before a decision. */
  readonly movement: MovementEvidence | null
}

/** As the user requested it. */
export type WithdrawalEvidence = {
  readonly id: number
  readonly kind: string
  readonly currency: string
  readonly protocol: string
  readonly decimals: number
  readonly amount: number
  readonly fee: number
  readonly rate: number
  readonly payout: number
  readonly address: string
  readonly payeeName: string
  readonly payeeAccount: string
  readonly bankName: string
  readonly bankBranch: string
  readonly bankAddress: string
  readonly bankSwift: string
  readonly bankRemark: string
  readonly memo: string
  readonly createdAtMs: number
  readonly movement: MovementEvidence | null
}

export type TransferEvidence = {
  readonly id: number
  readonly source: LedgerAccount
  readonly destination: LedgerAccount
  readonly amount: number
  readonly type: TransferType
  readonly reference: string
  readonly orderId: number | null
  /** An operator's text for the user. */
  readonly memo: string | null
  readonly batch: number
  readonly timeMs: number
  /** Null if no proof tells them. */
  readonly balances: Balances | null
}

/** The user's balances around one transfer. */
export type Balances = {
  readonly cashBefore: number
  readonly cashAfter: number
  readonly lockedBefore: number
  readonly lockedAfter: number
}

/** `head` is null if no stored head was near enough. `isRecorded`: the server had stored it outside the database. */
export type HeadedProof = {
  readonly head: (JournalHead & { readonly isRecorded: boolean }) | null
  readonly proof: AccountProof
}

/**
 * `format_1`: the batches are of the first format, from which no account can be shown alone. `range`: the journal of that
 * time is too long to be searched or linked as a whole, so some changes may be missing, of stops for example.
 */
export type Unproven = {
  readonly record: string
  readonly why: 'format_1' | 'range'
}
