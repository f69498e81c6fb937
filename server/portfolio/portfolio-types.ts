import type { BoardWait } from '#core/decision/board-wait.ts'
import type { Transfer, TransferType } from '#core/ledger/transfer.ts'
import type { AccountFigures } from '#core/margin/account-figures.ts'
import type { Micros, Price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'

export type OrderTab = 'open' | 'pending' | 'history'

/** Pages are numbered from 1. */
export type PageQuery = { readonly page: number; readonly limit: number }

/** Inclusive start, exclusive end; unbounded where undefined. */
export type TimeRange = { readonly fromMs?: number | undefined; readonly toMs?: number | undefined }

/** The time range filters the history by the time an order ended. Active orders ignore it. */
export type TabQuery = PageQuery &
  TimeRange & { readonly tab: OrderTab; readonly marketId?: number | undefined }

/** A tab, or one of the user's orders in any state. */
export type OrdersQuery = TabQuery | (PageQuery & { readonly id: number })

export type LogFilter = TimeRange & { readonly type?: TransferType | undefined }

/** An order with its current or final figures. */
export type OrderFigures = {
  readonly order: Order
  /** The price at which the order would close now, or at which it was closed; null if unknown. */
  readonly closing: Price | null
  readonly profit: Micros
}

/** Orders with their figures, all at the prices of one quote sequence. */
export type ValuedOrders = { readonly figures: readonly OrderFigures[]; readonly quoteSeq: number }

/** All figures belong to one database state and one quote sequence. */
export type OrderList = {
  /** The requested page, newest first. */
  readonly orders: readonly OrderFigures[]
  readonly total: number
  /** Exact sum over all pages as a decimal, because it may exceed a safe integer. */
  readonly totalProfit: string
  readonly funds: Funds
}

export type Funds = AccountFigures & {
  readonly locked: Micros
  /** Equal sequence number and version mean equal figures. */
  readonly quoteSeq: number
  /** Version of the account: the number of its committed changes. */
  readonly version: number
}

/** One change of the cash balance. */
export type LogEntry = Pick<Transfer, 'type' | 'reference' | 'orderId'> & {
  readonly id: number
  /** Negative for money that left the balance. */
  readonly amount: Micros
  readonly memo: string | null
  readonly atMs: number
}

export type AccountLog = {
  /** The requested page, newest first. */
  readonly data: readonly LogEntry[]
  readonly total: number
}

export type Notice = {
  readonly id: number
  /** In hundredths of a percent. */
  readonly marginLevel: number
  readonly atMs: number
}

/** The content of an account push. */
export type AccountSnapshot = {
  readonly funds: Funds
  /** The open orders, oldest first. */
  readonly orders: readonly OrderFigures[]
  /** The active margin call; null if there is none. */
  readonly notice: Notice | null
}

/** Queries return `busy` when too many reads of the database are queued. A subscribed account needs none. */
export type Portfolio = {
  readonly orders: (userId: number, query: OrdersQuery) => Promise<OrderList | 'busy'>
  readonly funds: (userId: number) => Promise<Funds | 'busy'>
  /** The price that the account waits for. Undefined if its margin may be checked, so that money may leave it. */
  readonly boardWait: (userId: number) => Promise<BoardWait | 'busy' | undefined>
  /** Whether the account is frozen on disk. The engine may have frozen it a moment ago. */
  readonly isFrozen: (userId: number) => Promise<boolean | 'busy'>
  readonly log: (userId: number, query: PageQuery & LogFilter) => Promise<AccountLog | 'busy'>
  /** These orders at the latest prices, and the sequence of those prices. */
  readonly orderFigures: (orders: readonly Order[]) => ValuedOrders
  /** Keeps the figures of this account current until the returned subscription ends. */
  readonly subscribe: (userId: number) => AccountSubscription
  readonly stop: () => void
}

export type AccountSubscription = {
  /** Undefined until the account is loaded. The same object while nothing has changed. */
  readonly latest: () => AccountSnapshot | undefined
  readonly unsubscribe: () => void
}
