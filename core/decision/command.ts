import type { PayoutTerms } from '#core/funds/payout.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Book } from '#core/ledger/transfer.ts'
import type { Micros, Price } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'

/** A decimal as the user typed it. The engine parses it, so that all refusals come from one place. */
export type DecimalText = string

/** A request to open an order. */
export type Ticket = {
  readonly marketId: number
  readonly side: Side
  readonly lots: DecimalText
  readonly leverage: number
  /** Order price of a pending order; null for a market order. */
  readonly target: DecimalText | null
  /** Price the user saw, and how many steps worse the fill may be. Only for a market order. */
  readonly seen: DecimalText | null
  readonly deviation: number
  readonly stopLoss: DecimalText | null
  readonly takeProfit: DecimalText | null
}

/** `wasKnown`: the user has or had this order. It separates `order_not_open` (already ended) from `order_not_found`. */
export type OrderRef = { readonly orderId: number; readonly wasKnown: boolean }

/** The newest server data on the client when the user tapped. A null field is not checked. */
export type LastSeen = {
  /** Sequence of the last market event received. */
  readonly seq: number | null
  /** Server time of the last frame received, epoch ms. */
  readonly atMs: number | null
}

/** Market data the client had when the user tapped. Absent: lateness is not checked. */
export type WithLastSeen = { readonly tapped?: LastSeen }

/** New values of a pending order. All fields are always sent. */
export type Amendment = {
  readonly target: DecimalText
  readonly lots: DecimalText
  readonly stopLoss: DecimalText | null
  readonly takeProfit: DecimalText | null
}

/** `known` is the existing movement with this reference. The engine adds it. */
export type MovementRef = { readonly reference: string; readonly known: Movement | null }

export type DepositResult = 'credited' | 'rejected' | 'invalid'

/** The next step of a withdrawal. */
export type WithdrawalStep = {
  readonly to: 'reviewing' | 'approved' | 'paying' | 'sent' | 'returned' | 'cancelled'
  /** Null for the owner of the account, who may only cancel. */
  readonly operatorId: number | null
  /** The second person who returns a withdrawal that is being paid. */
  readonly secondOperatorId?: number
  /** Above the limit: it is not paid before another operator has approved it. */
  readonly needsApproval?: boolean
  /** The two-person rule does not apply: one operator may do what needs two. */
  readonly isWaived?: boolean
  readonly note?: string
  readonly payment?: string
}

/** Every change of an account's money or orders starts as a command. Plain data: queued and journalled unchanged. */
export type Command = { readonly userId: number } & (
  | { readonly kind: 'open_account'; readonly book: Book }
  | ({ readonly kind: 'open_order'; readonly ticket: Ticket } & WithLastSeen)
  | ({ readonly kind: 'close_order'; readonly lots: DecimalText | null } & OrderRef & WithLastSeen)
  /** One request may be divided into several commands. The first names the orders that the others close, `rest`. */
  | ({
      readonly kind: 'close_many'
      readonly orders: readonly OrderRef[]
      readonly rest?: readonly number[]
    } & WithLastSeen)
  | ({ readonly kind: 'reverse_order' } & Pick<Ticket, 'seen' | 'deviation'> & OrderRef & WithLastSeen)
  | ({ readonly kind: 'amend_order' } & Amendment & OrderRef & WithLastSeen)
  | ({ readonly kind: 'cancel_order' } & OrderRef)
  | ({
      readonly kind: 'set_stops'
      readonly stopLoss: DecimalText | null
      readonly takeProfit: DecimalText | null
    } & OrderRef &
      WithLastSeen)
  /** Asks for the outcome of a command whose answer was lost. An unused key is burned: no command can use it later. */
  | { readonly kind: 'burn_key'; readonly key: string }
  /** Ends at most this many orders. If there are more, further commands follow. Absent in earlier versions: no limit. */
  | { readonly kind: 'reset_demo'; readonly maxOrders?: number }
  /**
   * `result` and the operators are absent in earlier versions, which only credited. `isWaived`: the two-person rule does
   * not apply, so that both operators may be the same.
   */
  | ({
      readonly kind: 'deposit'
      readonly amount: Micros
      readonly result?: DepositResult
      readonly operatorId?: number
      readonly approverId?: number
      readonly isWaived?: boolean
      readonly note?: string
    } & MovementRef)
  /** `terms` is absent in earlier versions, which took no fee. */
  | ({
      readonly kind: 'request_withdrawal'
      readonly amount: Micros
      readonly terms?: PayoutTerms
    } & MovementRef)
  /** Ends a request that was never locked, so that it cannot be locked later. `note` is a reason code. */
  | ({ readonly kind: 'void_withdrawal'; readonly amount: Micros; readonly note: string } & MovementRef)
  | ({ readonly kind: 'advance_withdrawal' } & WithdrawalStep & MovementRef)
  /** Only in journals of earlier versions: `advance_withdrawal` replaces it. */
  | ({ readonly kind: 'finish_withdrawal'; readonly isSent: boolean } & MovementRef)
  /** `isWaived`: the two-person rule does not apply, so that both operators may be the same. */
  | ({
      readonly kind: 'adjust'
      readonly amount: Micros
      readonly direction: 'up' | 'down'
      readonly operatorId: number
      readonly approverId: number
      readonly isWaived?: boolean
      readonly memo: string
    } & MovementRef)
  /**
   * The account takes no commands and no triggers from now on, because handling it has failed. `isFrozen`: the engine
   * adds whether it is frozen already.
   */
  | ({ readonly kind: 'freeze_account'; readonly isFrozen: boolean } & FreezeCause)
  /**
   * An owner lets the account trade again. `frozenAtMs` names the freeze they have read. The engine adds whether the
   * account is frozen, and since when: null if that freeze is not decided yet. Earlier versions journalled no times.
   */
  | {
      readonly kind: 'lift_freeze'
      readonly operatorId: number
      readonly reason: string
      readonly frozenAtMs?: number
      readonly isFrozen: boolean
      readonly frozenSinceMs?: number | null
    }
  /** Evaluates the account on a new quote of this market. `before` is the previous quote. */
  | { readonly kind: 'judge_tick'; readonly marketId: number; readonly before: PreviousQuote | null }
)

/**
 * `command_failed`: deciding a command threw. `quote_failed`: evaluating a quote threw. `not_stored`: the database
 * refused to store a decision. `detail` is the error, for the operator.
 */
export type FreezeCause = {
  readonly cause: 'command_failed' | 'quote_failed' | 'not_stored'
  readonly detail: string
}

export type PreviousQuote = { readonly bid: Price; readonly ask: Price }
