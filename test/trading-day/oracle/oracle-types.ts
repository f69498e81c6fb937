// Input and output of the oracle. Events and commands are plain numbers and text; resulting amounts are bigint.

/** Lots are in hundredths, the fee per lot in micro-dollars, the fee share in billionths. */
export type OracleMarket = {
  readonly id: number
  readonly code: string
  readonly quoteCurrency: string
  readonly precision: number
  readonly unitsPerLot: number
  readonly lotStep: number
  readonly leastLots: number
  readonly mostLots: number
  readonly leverages: readonly number[]
  readonly marginMode: 'fixed' | 'leverage'
  readonly feePerLot: number
  readonly feeShare: number
}

export type FeeMode = 'per_lot' | 'share_of_margin'
export type Book = 'real' | 'demo'
export type Side = 'buy' | 'sell'
export type MarketState = 'closed' | 'open' | 'stale'

export type OracleEvent =
  | {
      readonly kind: 'quote'
      readonly marketId: number
      readonly bid: number
      readonly ask: number
      readonly timeMs: number
      readonly seq: number
    }
  | {
      readonly kind: 'state'
      readonly marketId: number
      readonly state: MarketState
      readonly seq: number
    }

export type OracleTicket = {
  readonly marketId: number
  readonly side: Side
  readonly lots: string
  readonly leverage: number
  readonly target: string | null
  readonly seen: string | null
  readonly deviation: number
  readonly stopLoss: string | null
  readonly takeProfit: string | null
}

/** Last sequence and server time that the client had received when the user tapped. */
export type OracleTapped = { readonly seq: number | null; readonly atMs: number | null }

type Tappable = { readonly tapped?: OracleTapped | undefined }

export type OracleCommand = { readonly userId: number } & (
  | { readonly kind: 'open_account'; readonly book: Book }
  | ({ readonly kind: 'open_order'; readonly ticket: OracleTicket } & Tappable)
  | ({ readonly kind: 'close_order'; readonly orderId: number; readonly lots: string | null } & Tappable)
  | ({ readonly kind: 'close_many'; readonly orderIds: readonly number[] } & Tappable)
  | ({
      readonly kind: 'reverse_order'
      readonly orderId: number
      readonly seen: string | null
      readonly deviation: number
    } & Tappable)
  | ({
      readonly kind: 'amend_order'
      readonly orderId: number
      readonly target: string
      readonly lots: string
      readonly stopLoss: string | null
      readonly takeProfit: string | null
    } & Tappable)
  | { readonly kind: 'cancel_order'; readonly orderId: number }
  | ({
      readonly kind: 'set_stops'
      readonly orderId: number
      readonly stopLoss: string | null
      readonly takeProfit: string | null
    } & Tappable)
  | { readonly kind: 'reset_demo' }
  | ({
      readonly kind: 'deposit'
      readonly result?: 'credited' | 'rejected' | 'invalid'
      readonly operatorId?: number
      readonly approverId?: number
      readonly isWaived?: boolean
      readonly note?: string
    } & NamedAmount)
  | ({ readonly kind: 'request_withdrawal'; readonly terms?: OracleTerms } & NamedAmount)
  | ({ readonly kind: 'void_withdrawal'; readonly note: string } & NamedAmount)
  | {
      readonly kind: 'advance_withdrawal'
      readonly reference: string
      readonly to: WithdrawalGoal
      readonly operatorId: number | null
      readonly secondOperatorId?: number
      readonly needsApproval?: boolean
      readonly isWaived?: boolean
      readonly note?: string
      readonly payment?: string
    }
  | ({
      readonly kind: 'adjust'
      readonly direction: 'up' | 'down'
      readonly operatorId: number
      readonly approverId: number
      readonly isWaived?: boolean
      readonly memo: string
    } & NamedAmount)
)

type NamedAmount = { readonly amount: number; readonly reference: string }

/** The fee is in micro-dollars, the rate in billionths of a unit of the currency per dollar. */
export type OracleTerms = {
  readonly currency: string
  readonly decimals: number
  readonly fee: number
  readonly rate: number
}

export type WithdrawalGoal = 'reviewing' | 'approved' | 'paying' | 'sent' | 'returned' | 'cancelled'

export type OracleMovement = {
  readonly userId: number
  readonly kind: 'deposit' | 'withdrawal' | 'adjustment'
  readonly amount: bigint
  readonly state: 'credited' | 'rejected' | 'invalid' | 'locked' | WithdrawalGoal | 'void' | 'adjusted'
  readonly fee: bigint
  readonly note?: string
  readonly payment?: string
  readonly reviewerId?: number
  readonly approverId?: number
  readonly payerId?: number
}

export type OracleReason =
  | 'leverage_not_configured'
  | 'leverage_not_offered'
  | 'invalid_lots'
  | 'lots_limit'
  | 'invalid_price'
  | 'simulated_prices'
  | 'too_late'
  | 'market_closed'
  | 'stale_price'
  | 'stop_wrong_side'
  | 'no_conversion'
  | 'orders_limit'
  | 'notional_limit'
  | 'price_moved'
  | 'insufficient_margin'
  | 'order_not_found'
  | 'order_not_open'
  | 'not_demo'
  | 'demo_forbidden'
  | 'invalid_amount'
  | 'movement_exists'
  | 'movement_unknown'
  | 'insufficient_balance'
  | 'payout_too_small'
  | 'invalid_request'
  | 'same_operator'
  | 'needs_approval'
  | 'not_payer'

export type OracleAnswer =
  | { readonly kind: 'refused'; readonly reason: OracleReason }
  /**
   * Ids of the orders created, changed or ended. A reversal names the new order first. Close many names the closed
   * orders in the given order, and the refused ids separately.
   */
  | {
      readonly kind: 'done'
      readonly orders: readonly number[]
      readonly refusals?: readonly OracleRefusal[]
    }
  | { readonly kind: 'nothing' }

export type OracleRefusal = { readonly orderId: number; readonly reason: OracleReason }

/** Outcome of a key. With `never` the key is burned from now on. */
export type OracleOutcome =
  | { readonly kind: 'decided'; readonly answer: OracleAnswer }
  | { readonly kind: 'never' }

export type EndCause =
  | 'user'
  | 'stop_loss'
  | 'take_profit'
  | 'stop_out'
  | 'demo_reset'
  | 'amended'
  | 'simulated_prices'
  | 'orders_limit'
  | 'notional_limit'
  | 'insufficient_margin'

export type OracleOrder = {
  readonly id: number
  readonly userId: number
  readonly marketId: number
  readonly side: Side
  readonly kind: 'market' | 'limit' | 'stop'
  readonly status: 'pending' | 'open' | 'cancelled' | 'closed'
  readonly lots: bigint
  /** The order price until the order is filled. */
  readonly openPrice: bigint
  readonly margin: bigint
  readonly fee: bigint
  readonly stopLoss: bigint | null
  readonly takeProfit: bigint | null
  readonly closePrice: bigint | null
  readonly profit: bigint | null
  readonly endCause: EndCause | null
  readonly parentId: number | null
  /** The pending order that this one replaced. */
  readonly amendedFrom: number | null
  readonly openedSeq: number | null
  /** Sequence of the quote that ended the order. Null while active, and after a cancellation by the user or a reset. */
  readonly endedSeq: number | null
}

export type OracleAccount = {
  readonly userId: number
  readonly book: Book
  readonly cash: bigint
  readonly locked: bigint
  readonly isWarned: boolean
  /** Number of margin calls. */
  readonly notices: number
  readonly orders: readonly OracleOrder[]
}

export type LedgerAccount =
  | 'cash'
  | 'locked'
  | 'trading'
  | 'fees'
  | 'write_offs'
  | 'deposits'
  | 'withdrawals'
  | 'demo_credit'
  | 'adjustments'

export type OracleTransfer = {
  readonly source: LedgerAccount
  readonly destination: LedgerAccount
  readonly amount: bigint
  readonly type:
    | 'deposit'
    | 'withdrawal'
    | 'trade_profit'
    | 'fee'
    | 'withdrawal_returned'
    | 'write_off'
    | 'demo'
    | 'adjustment'
  readonly operatorId?: number
  readonly secondOperatorId?: number
  readonly memo?: string
}

export type OracleFigures = {
  readonly balance: bigint
  readonly profit: bigint
  readonly equity: bigint
  readonly usedMargin: bigint
  readonly freeMargin: bigint
  /** In hundredths of a percent; null without used margin. */
  readonly marginLevel: bigint | null
}
