import type { SessionOperator } from '#server/operators/operators.ts'
import type { TimedDelivery } from '#server/platform/timed-delivery.ts'

export type RecordKinds = 'orders' | 'deposits' | 'withdrawals'

/** Ids of the records that a complaint is about, ascending. */
export type NamedRecords = Readonly<Record<RecordKinds, readonly number[]>>

export type ListedComplaint = {
  readonly id: number
  /** Ticket number, such as C-2026-000123. */
  readonly number: string
  readonly text: string
  readonly state: 'open' | 'answered'
  readonly createdAt: Date
  readonly dueAt: Date
  readonly answeredAt: Date | undefined
}

export type PackState = {
  /** `none` if the complaint names no records. */
  readonly state: 'none' | 'waiting' | 'ready' | 'failed'
  /** Empty until it is ready. */
  readonly sha256: string
  readonly bytes: number
}

export type Complaint = ListedComplaint &
  NamedRecords & {
    readonly userId: number
    /** Empty while there is none. */
    readonly answer: string
    readonly pack: PackState
  }

/** As the operator console shows it. */
export type ReviewedComplaint = Complaint & {
  readonly uid: string
  readonly isDemo: boolean
  /** Email of the operator; empty while open. */
  readonly answeredBy: string
}

export type QueuedComplaint = ListedComplaint & { readonly uid: string; readonly isDemo: boolean }

export type Page<Item> = { readonly data: readonly Item[]; readonly total: number }

/** An operator who reads or answers, for the audit log. */
export type Reviewer = {
  readonly operator: Pick<SessionOperator, 'operatorId' | 'email'>
  readonly address: string
}

/** The evidence pack as it is downloaded. */
export type PackFile = {
  readonly savedAs: string
  readonly bytes: Uint8Array
  readonly delivery: TimedDelivery
}
