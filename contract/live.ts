import type { Period } from '#core/candle/period.ts'

// The words of the live socket. Plain names and functions: the browser uses them as they are.

export const socketPath = '/v1/ws'

/** The words a frame begins with: what the client may say, and what only the server says. */
export const cmds = {
  login: 'login',
  logout: 'logout',
  sub: 'sub',
  unsub: 'unsub',
  ping: 'ping',
  pong: 'pong',
  error: 'error',
} as const

/** Quotes of every market that changed since the last push; a snapshot holds all of them. */
export const dayMarketTopic = 'DAY_MARKET'
/** The user's own, after a login. */
export const ownTradesTopic = 'FOREX_TRADE'
export const ownClosedTopic = 'FOREX_CLOSED'

/** Whether it needs a login, and ends with it. */
export function isPrivateTopic(topic: string): boolean {
  return topic === ownTradesTopic || topic === ownClosedTopic
}

/** The candle in progress. Without a period it is the minute's. */
export function klineTopic(code: string, period: Period): string {
  return period === '1min' ? `${klinePrefix}${code}` : `${klinePrefix}${code}.${period}`
}

/** Every name the topic of a candle goes by: the minute's may also be spelled out. */
export function klineTopics(code: string, period: Period): readonly string[] {
  return [...new Set([klineTopic(code, period), `${klinePrefix}${code}.${period}`])]
}

export const klinePrefix = 'KLINE.'

type Cmds = typeof cmds

/** What the client may say. */
export type ClientFrame =
  | { readonly cmd: Cmds['login']; readonly token: string }
  | { readonly cmd: Cmds['logout'] }
  | { readonly cmd: Cmds['sub' | 'unsub']; readonly topic: string }
  | { readonly cmd: Cmds['ping'] }

/**
 * Tells a client how current its view of the market is. Sent with every pong and with every push of `DAY_MARKET`,
 * `FOREX_TRADE` and `FOREX_CLOSED`, beside `data`.
 */
export type FrameStamp = {
  /**
   * Sequence of a market event, a quote or a change of state. A socket that follows `DAY_MARKET` has been sent every
   * change up to it, in this frame or an earlier one. 0 until the first snapshot has been sent.
   */
  readonly QuoteSeq: number
  /** The server's clock when the frame was made, epoch ms. */
  readonly Now: number
}

export type PongFrame = FrameStamp & { readonly cmd: Cmds['pong'] }

/** How a command is answered. `error` answers what is no command at all. */
export type AnswerFrame =
  | PongFrame
  | {
      readonly cmd: Cmds['login' | 'logout' | 'sub' | 'unsub' | 'error']
      readonly topic?: string
      readonly code?: number
      readonly msg?: string
    }

/** What a topic sends. A snapshot is the whole state; anything else only what is new. */
export type PushFrame<Data> = { readonly topic: string; readonly data: Data; readonly snapshot?: true }

/** A push of `DAY_MARKET`, `FOREX_TRADE` or `FOREX_CLOSED`. Candles have no stamp. */
export type StampedPush<Data> = PushFrame<Data> & FrameStamp

/** A row of `DAY_MARKET`. A market that never had a quote has no row. */
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

/** What `FOREX_TRADE` sends: the account as it stands now. Percentages have two decimals and no sign of it. */
export type AccountPush = {
  readonly ProfitsTotal: string
  /** Null without margin. */
  readonly HazardRate: string | null
  readonly CautionMoneyAll: string
  readonly NetValue: string
  /** At mid prices: what the risk rate is counted on. */
  readonly MidNetValue: string
  readonly Balance: string
  /** What waits for a withdrawal to be sent; not in the balance. */
  readonly Locked: string
  readonly Available: string
  /** Null without a net value above zero. */
  readonly PrepaymentRatio: string | null
  /** The open orders. An id the client does not know means: fetch the lists. */
  readonly TransOrder: readonly OrderRow[]
  /** Equal sequence, equal figures. */
  readonly QuoteSeq: number
  /** Another one whenever an order comes or goes, or its lots or stops change: then the lists are to be fetched. */
  readonly OrdersMark: string
  /** The margin call that was given and is not armed again yet. */
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

/** What `FOREX_CLOSED` sends: the ids that left the holding or the pending list for good. */
export type ClosedPush = readonly number[]
