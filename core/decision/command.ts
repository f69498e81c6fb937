import type { LastSeen } from '#core/decision/preconditions.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Book } from '#core/ledger/transfer.ts'
import type { Micros, Price } from '#core/money/amounts.ts'
import type { Side } from '#core/order/order.ts'

/** A decimal as it was typed. It is judged with everything else, so that every answer to it comes from one place. */
export type Typed = string

/** What somebody wants to open. */
export type Ticket = {
  readonly marketId: number
  readonly side: Side
  readonly lots: Typed
  readonly leverage: number
  /** Null: at the price there is. Otherwise it waits for this one. */
  readonly target: Typed | null
  /** The price the user saw, and by how many steps it may be worse by now. Only for one without a target. */
  readonly seen: Typed | null
  readonly deviation: number
  readonly stopLoss: Typed | null
  readonly takeProfit: Typed | null
}

/**
 * Whether the order was the user's when the command came in: it may have left its account since, and then it is not
 * open any more, which is something else than never having been there.
 */
export type OrderRef = { readonly orderId: number; readonly wasKnown: boolean }

/** What the user had on screen when they tapped; unchecked when it is absent. */
export type Tapped = { readonly tapped?: LastSeen }

/** What a pending order is changed to: always all of it. */
export type Amendment = {
  readonly target: Typed
  readonly lots: Typed
  readonly stopLoss: Typed | null
  readonly takeProfit: Typed | null
}

/** All that can change an account's money or orders. Plain data: it is sent, queued and journalled as it is. */
export type Command = { readonly userId: number } & (
  | { readonly kind: 'open_account'; readonly book: Book }
  | ({ readonly kind: 'open_order'; readonly ticket: Ticket } & Tapped)
  | ({ readonly kind: 'close_order'; readonly lots: Typed | null } & OrderRef & Tapped)
  | ({ readonly kind: 'close_many'; readonly orders: readonly OrderRef[] } & Tapped)
  | ({ readonly kind: 'reverse_order' } & Pick<Ticket, 'seen' | 'deviation'> & OrderRef & Tapped)
  | ({ readonly kind: 'amend_order' } & Amendment & OrderRef & Tapped)
  | ({ readonly kind: 'cancel_order' } & OrderRef)
  | ({
      readonly kind: 'set_stops'
      readonly stopLoss: Typed | null
      readonly takeProfit: Typed | null
    } & OrderRef &
      Tapped)
  /** The answer to a command with this key was lost. If none was decided by now, none ever will be. */
  | { readonly kind: 'burn_key'; readonly key: string }
  | { readonly kind: 'reset_demo' }
  | {
      readonly kind: 'deposit'
      readonly amount: Micros
      readonly reference: string
      readonly known: Movement | null
    }
  | {
      readonly kind: 'request_withdrawal'
      readonly amount: Micros
      readonly reference: string
      readonly known: Movement | null
    }
  | {
      readonly kind: 'finish_withdrawal'
      readonly isSent: boolean
      readonly reference: string
      readonly known: Movement | null
    }
  /** A quote of this market has come. `before` is the one it took the place of. */
  | { readonly kind: 'judge_tick'; readonly marketId: number; readonly before: PreviousQuote | null }
)

export type PreviousQuote = { readonly bid: Price; readonly ask: Price }
