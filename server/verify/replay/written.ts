import type { MarginNotice } from '#core/decision/decision.ts'
import type { Book, Transfer } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import type { StoredOutcome } from '#server/engine/engine.ts'
import type { ReplayedMovement } from '#server/verify/replay/replayed-state.ts'

/** Where in the journal something was decided. */
export type Place = { readonly seq: number; readonly entry: number }

export type TransferWritten = Transfer & {
  readonly id: number
  readonly userId: number
  readonly book: Book
  readonly atMs: number
  readonly seq: number
  /** Who signed it, and why: nobody, for what the engine decides. */
  readonly operatorId: null
  readonly memo: null
}

export type NoticeWritten = MarginNotice & { readonly userId: number }

/** What may have been kept under a key. */
export type AnswerWritten = {
  readonly userId: number
  readonly timeMs: number
  /** The key it must be kept under, where the journal names it: only that of a burned one. */
  readonly key?: string | undefined
  /** Undefined where nobody can tell: older rules decided, or nothing comes of deciding again. */
  readonly outcome: StoredOutcome | undefined
  /** A refusal is only ever journalled with a key, and so is a burned key. */
  readonly mustBeKept: boolean
}

export type Placed<Row> = { readonly at: Place; readonly row: Row }

/** What some batches must have written and nothing may ever change again. */
export type Written = {
  readonly transfers: Map<number, Placed<TransferWritten>>
  /** Those that are over. */
  readonly orders: Map<number, Placed<Order>>
  /** Those that are settled. */
  readonly movements: Map<string, Placed<ReplayedMovement>>
  readonly notices: Placed<NoticeWritten>[]
  readonly answers: Placed<AnswerWritten>[]
}

export function createWritten(): Written {
  return { transfers: new Map(), orders: new Map(), movements: new Map(), notices: [], answers: [] }
}

export function rowsOf({ transfers, orders, movements, notices, answers }: Written): number {
  return transfers.size + orders.size + movements.size + notices.length + answers.length
}
