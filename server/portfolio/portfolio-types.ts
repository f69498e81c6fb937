import type { Transfer, TransferType } from '#core/ledger/transfer.ts'
import type { AccountFigures } from '#core/margin/account-figures.ts'
import type { Micros, Price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'

export type OrderTab = 'open' | 'pending' | 'history'

/** Pages count from 1. */
export type PageQuery = { readonly page: number; readonly limit: number }

/** From the first moment on, before the second; without one there is no bound. */
export type TimeRange = { readonly fromMs?: number | undefined; readonly toMs?: number | undefined }

/** What has not ended has no moment of its end: the span is for history and changes nothing elsewhere. */
export type TabQuery = PageQuery &
  TimeRange & { readonly tab: OrderTab; readonly marketId?: number | undefined }

/** One order of one's own, whatever became of it, or a tab. */
export type OrdersQuery = TabQuery | (PageQuery & { readonly id: number })

export type LogFilter = TimeRange & { readonly type?: TransferType | undefined }

/** An order and what it comes to: now, or when it ended. */
export type OrderFigures = {
  readonly order: Order
  /** What it would close at now, or did close at; null where no price is known. */
  readonly closing: Price | null
  readonly profit: Micros
}

/** Of one state of the database and one of the prices. */
export type OrderList = {
  /** The page that was asked for, newest first. */
  readonly orders: readonly OrderFigures[]
  readonly total: number
  /** Of all pages, exact: it may be more than one amount can hold. */
  readonly totalProfit: string
  readonly funds: Funds
}

export type Funds = AccountFigures & {
  readonly locked: Micros
  /** Equal sequence, equal figures. */
  readonly quoteSeq: number
  /** Another one whenever an order comes or goes, or its lots or stops change. */
  readonly ordersMark: string
}

/** One change of the balance. */
export type LogEntry = Pick<Transfer, 'type' | 'reference' | 'orderId'> & {
  readonly id: number
  /** Below zero for what left the balance. */
  readonly amount: Micros
  readonly memo: string | null
  readonly atMs: number
}

export type AccountLog = {
  /** The page that was asked for, newest first. */
  readonly data: readonly LogEntry[]
  readonly total: number
}

export type Notice = {
  readonly id: number
  /** In hundredths of a percent. */
  readonly riskRate: number
  readonly atMs: number
}

/** What is pushed to whoever watches their account. */
export type AccountSnapshot = {
  readonly funds: Funds
  /** The open orders, oldest first. */
  readonly orders: readonly OrderFigures[]
  /** The margin call that was given and is not armed again yet. */
  readonly notice: Notice | null
}

/** What is asked for is `busy` when too many wait to be served already. */
export type Portfolio = {
  readonly orders: (userId: number, query: OrdersQuery) => Promise<OrderList | 'busy'>
  readonly funds: (userId: number) => Promise<Funds | 'busy'>
  readonly log: (userId: number, query: PageQuery & LogFilter) => Promise<AccountLog | 'busy'>
  /** Keeps the figures of this account at hand. Whoever calls it lets go of it by what it returns. */
  readonly subscribe: (userId: number) => AccountSubscription
  readonly stop: () => void
}

export type AccountSubscription = {
  /** The newest figures; undefined until they are there for the first time. One object for one state. */
  readonly latest: () => AccountSnapshot | undefined
  readonly unsubscribe: () => void
}
