import type { ListedNotice } from '#contract/calls/notices.ts'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { SupportMessage, SupportThread } from '#contract/calls/support.ts'
import type { DeskSupportMessage, DeskSupportThread } from '#contract/desk/support.ts'
import type { Period } from '#core/candle/period.ts'

// Protocol of the live socket. Must not import schemas, because the browser loads this file.

export const socketPath = '/v1/ws'
/** The socket of the operator console: the same frames, logged in with an operator's session. */
export const deskSocketPath = '/desk/ws'
/** The only topic of the socket of operators: the support chat. Never skipped. */
export const supportDeskTopic = 'SUPPORT_DESK'

/** Values of `cmd`. Only the server sends `pong` and `error`. */
export const cmds = {
  login: 'login',
  logout: 'logout',
  sub: 'sub',
  unsub: 'unsub',
  ping: 'ping',
  pong: 'pong',
  error: 'error',
} as const

/** A push contains the markets that changed since the last push. A snapshot contains all markets. */
export const dayMarketTopic = 'DAY_MARKET'
/** Private topics of the logged-in user. */
export const ownTradesTopic = 'FOREX_TRADE'
export const ownClosedTopic = 'FOREX_CLOSED'
/**
 * The changed orders of the logged-in user. Changes of existing orders are sent at once, new orders with the next flush,
 * before the figures. Never skipped.
 */
export const ownOrdersTopic = 'FOREX_ORDERS'

/** Notices of the logged-in user. Each change is sent at once. */
export const ownNoticesTopic = 'NOTICE'

/** The support thread of the logged-in user, or of the visitor whose thread token the login carried. Never skipped. */
export const supportTopic = 'SUPPORT'

const privateTopics: ReadonlySet<string> = new Set([
  ownTradesTopic,
  ownClosedTopic,
  ownOrdersTopic,
  ownNoticesTopic,
  supportTopic,
])

/** Private topics need a login and end at logout. */
export function isPrivateTopic(topic: string): boolean {
  return privateTopics.has(topic)
}

/** Topic of the current candle. The one-minute topic has no suffix. */
export function klineTopic(code: string, period: Period): string {
  return period === '1min' ? `${klinePrefix}${code}` : `${klinePrefix}${code}.${period}`
}

/** All accepted names of a candle topic. The one-minute topic is also accepted with the suffix `.1min`. */
export function klineTopics(code: string, period: Period): readonly string[] {
  return [...new Set([klineTopic(code, period), `${klinePrefix}${code}.${period}`])]
}

export const klinePrefix = 'KLINE.'

type Cmds = typeof cmds

/** Frames sent by the client. */
export type ClientFrame =
  | { readonly cmd: Cmds['login']; readonly token: string }
  /** As a visitor with the token of a support thread: for `SUPPORT` only. A socket has one identity at most. */
  | { readonly cmd: Cmds['login']; readonly thread: string }
  | { readonly cmd: Cmds['logout'] }
  | { readonly cmd: Cmds['sub' | 'unsub']; readonly topic: string }
  | { readonly cmd: Cmds['ping'] }

/** Tells the client how current its market data is. Part of every pong and of all pushes except candles. */
export type FrameStamp = {
  /**
   * Sequence of a market event. A subscriber of `DAY_MARKET` has received all changes up to it, in this frame or
   * before. 0 before the first snapshot.
   */
  readonly QuoteSeq: number
  /** Server time of the frame, epoch ms. */
  readonly Now: number
}

export type PongFrame = FrameStamp & { readonly cmd: Cmds['pong'] }

/** Answer to a command. `error` answers an invalid frame. */
export type AnswerFrame =
  | PongFrame
  | {
      readonly cmd: Cmds['login' | 'logout' | 'sub' | 'unsub' | 'error']
      readonly topic?: string
      readonly code?: number
      readonly msg?: string
    }

/** A push of a topic. A snapshot contains the whole state, other pushes only changes. */
export type PushFrame<Data> = { readonly topic: string; readonly data: Data; readonly snapshot?: true }

/**
 * A push of a candle. `fills` is the number of times that missing minutes of the market were inserted since the server
 * started; absent if never. If it rises, earlier candles have changed, and a client reads its candles again.
 */
export type CandlePushFrame<Data> = PushFrame<Data> & { readonly fills?: number }

/** A push of `DAY_MARKET` or of a private topic. Candles have no stamp. */
export type StampedPush<Data> = PushFrame<Data> & FrameStamp

/** A row of `DAY_MARKET`. A market without any quote has no row. */
export type QuoteRow = {
  readonly Id: number
  readonly Code: string
  readonly Close: number
  readonly Open: number
  readonly Bid: number
  readonly Ask: number
  readonly Change: number
  readonly High: number
  readonly Low: number
  readonly Volume: number
  readonly MarketStatus: number
}

/** Data of `FOREX_TRADE`: the current account figures. Percentages have two decimals and no percent sign. */
export type AccountPush = {
  readonly ProfitsTotal: string
  /** Null without margin. */
  readonly HazardRate: string | null
  readonly CautionMoneyAll: string
  readonly NetValue: string
  /** At mid prices, which the margin level uses. */
  readonly MidNetValue: string
  readonly Balance: string
  /** Reserved for withdrawals; not part of the balance. */
  readonly Locked: string
  readonly Available: string
  /** Null unless the equity is positive. */
  readonly PrepaymentRatio: string | null
  /** Open orders. */
  readonly TransOrder: readonly OrderRow[]
  /** Sequence of the prices used. Equal `QuoteSeq` and `Version` mean equal figures, in answers and pushes alike. */
  readonly QuoteSeq: number
  /** Version of the account. Every decision that changes it, or freezes it, raises it by one. */
  readonly Version: number
  /** The active margin call. */
  readonly Notice: NoticeRow | null
}

export type OrderRow = {
  readonly Id: number
  readonly UpdatePrice: string | null
  readonly FactProfits: string
}

export type NoticeRow = {
  readonly Id: number
  readonly Kind: 'margin_call'
  readonly HazardRate: string
  /** ISO 8601, UTC. */
  readonly CreatedAt: string
}

/** A change of more orders than this is pushed without them. */
export const maxPushedOrders = 10

/**
 * Data of `FOREX_ORDERS`: one change of the account. Every change raises `Version` by one, and each is pushed, in
 * order. A client that knows the orders of the version before applies the push; otherwise it fetches its lists again.
 * The snapshot has version 0 and no orders.
 */
export type OrdersPush = {
  readonly Version: number
  /** Sequence of the prices of the figures in `Orders`. */
  readonly QuoteSeq: number
  /**
   * The changed orders as in the order lists, in the language of the socket. `Status` tells what became of each: 0
   * pending, 1 open, 2 cancelled, 3 closed. Empty if only money has changed. Null if too many orders have changed or
   * the client reads slowly: it fetches its lists again.
   */
  readonly Orders: readonly OrderFields[] | null
}

/** More notices than this are pushed without them. */
export const maxPushedNotices = 20

/** Data of `NOTICE`. The snapshot has no notices. */
export type NoticePush = {
  readonly Unread: number
  /** Id of the newest notice; 0 if there is none. */
  readonly LastId: number
  /** Added since the last push, oldest first, in the language of the socket. Null if there are too many. */
  readonly Notices: readonly ListedNotice[] | null
}

/** Data of `FOREX_CLOSED`: ids of orders that were closed or cancelled. */
export type ClosedPush = readonly number[]

/**
 * Data of `SUPPORT`. A client whose last number is below `thread.last_number` after a push asks for the messages after
 * it. The snapshot has no messages. Marks of typing are not repeated; a client shows one for a few seconds.
 */
export type SupportPush =
  | { readonly thread: SupportThread; readonly messages: readonly SupportMessage[] }
  | { readonly typing: 'desk' }

/**
 * Data of `SUPPORT_DESK`: every change of every thread, with its new messages. `gone`: a visitor's thread was claimed by
 * its user, or deleted. The snapshot `missed` says that changes may have been missed: the console reads its lists again,
 * and the messages of an open thread after the last number that it has.
 */
export type SupportDeskPush =
  | { readonly thread: DeskSupportThread; readonly messages: readonly DeskSupportMessage[] }
  | { readonly typing: { readonly id: number; readonly by: 'user' | 'desk' } }
  | { readonly gone: number }
  | { readonly missed: true }
