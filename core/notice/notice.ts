import type { CancelCause } from '#core/order/order.ts'

/** An order as a notice names it. Lots and prices are exact decimals. */
export type NoticeOrder = {
  readonly order: number
  /** Name of the market for people, such as `EUR/USD`. */
  readonly market: string
  readonly side: 'buy' | 'sell'
  readonly lots: string
}

/** Why the server cancelled a pending order. */
export type NoticeCancelReason = Exclude<CancelCause, 'user' | 'amended' | 'demo_reset'>

/**
 * What a notice says, as it is stored; the text is made in the language of its reader. Amounts are exact decimals in US
 * dollars if there is no currency. Destinations are masked.
 */
export type NoticeContent =
  /** `level` is a percentage with two decimals. */
  | { readonly kind: 'margin_call'; readonly level: string }
  | (NoticeOrder & {
      readonly kind: 'close_out' | 'stop_loss' | 'take_profit'
      readonly price: string
      readonly profit: string
    })
  | (NoticeOrder & { readonly kind: 'order_filled'; readonly price: string })
  | (NoticeOrder & { readonly kind: 'order_cancelled'; readonly reason: NoticeCancelReason })
  | { readonly kind: 'deposit_credited'; readonly amount: string }
  | {
      readonly kind: 'deposit_rejected'
      readonly amount: string
      readonly currency: string
      readonly remark: string
    }
  | { readonly kind: 'deposit_invalid'; readonly amount: string; readonly currency: string }
  | {
      readonly kind: 'withdrawal_requested'
      readonly amount: string
      readonly currency: string
      readonly destination: string
    }
  | {
      readonly kind: 'withdrawal_sent'
      readonly amount: string
      readonly currency: string
      readonly transaction: string
    }
  | { readonly kind: 'withdrawal_refused'; readonly amount: string; readonly note: string }
  | { readonly kind: 'withdrawal_cancelled' | 'withdrawal_void'; readonly amount: string }
  | { readonly kind: 'payout_method_added'; readonly destination: string; readonly usableAtMs: number }
  | { readonly kind: 'payout_method_deleted'; readonly destination: string }
  | { readonly kind: 'balance_adjusted'; readonly amount: string; readonly memo: string }
  | { readonly kind: 'identity_verified' }
  | { readonly kind: 'identity_refused'; readonly remark: string }
  | { readonly kind: 'complaint_answered'; readonly number: string }
  | { readonly kind: 'support_answered' }
  /** The title by language. */
  | { readonly kind: 'announcement'; readonly titles: Readonly<Record<string, string>> }
  | {
      readonly kind: 'terms_changed'
      readonly article: 'terms' | 'privacy' | 'risk'
      /** Whether users are asked to accept the new version. */
      readonly asks: boolean
    }
  /** `price` is the bid that reached the alert. `level` is a price, or a percentage of `base` for `change`. */
  | {
      readonly kind: 'price_alert'
      readonly market: string
      readonly code: string
      readonly condition: 'above' | 'below' | 'change'
      readonly level: string
      /** Absent without a percentage. */
      readonly base?: string
      readonly price: string
    }

export type NoticeKind = NoticeContent['kind']

/** Kinds that a user switches on and off together. */
export const noticeGroups = [
  'margin',
  'orders',
  'alerts',
  'funds',
  'identity',
  'support',
  'complaints',
  'terms',
  'announcements',
] as const

export type NoticeGroup = (typeof noticeGroups)[number]

export const noticeChannels = ['app', 'push', 'mail'] as const

export type NoticeChannel = (typeof noticeChannels)[number]

const groups: Readonly<Record<NoticeKind, NoticeGroup>> = {
  margin_call: 'margin',
  close_out: 'margin',
  stop_loss: 'orders',
  take_profit: 'orders',
  order_filled: 'orders',
  order_cancelled: 'orders',
  price_alert: 'alerts',
  deposit_credited: 'funds',
  deposit_rejected: 'funds',
  deposit_invalid: 'funds',
  withdrawal_requested: 'funds',
  withdrawal_sent: 'funds',
  withdrawal_refused: 'funds',
  withdrawal_cancelled: 'funds',
  withdrawal_void: 'funds',
  payout_method_added: 'funds',
  payout_method_deleted: 'funds',
  balance_adjusted: 'funds',
  identity_verified: 'identity',
  identity_refused: 'identity',
  support_answered: 'support',
  complaint_answered: 'complaints',
  terms_changed: 'terms',
  announcement: 'announcements',
}

/** Told to everybody at once: other messages go first. */
export function isForAllUsers(kind: string): boolean {
  return kind === 'terms_changed' || kind === 'announcement'
}

export const noticeKinds = Object.keys(groups) as readonly NoticeKind[]

export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(groups, kind)
}

export function groupOf(kind: NoticeKind): NoticeGroup {
  return groups[kind]
}

/** `always`: cannot be switched off. `on`, `off`: until the user switches it. */
export type ChannelDefault = 'always' | 'on' | 'off'

/** Push reaches only the devices on which the user has allowed it. */
export const channelDefaults: Readonly<Record<NoticeGroup, Readonly<Record<NoticeChannel, ChannelDefault>>>> =
  {
    margin: { app: 'always', push: 'always', mail: 'on' },
    orders: { app: 'on', push: 'on', mail: 'off' },
    alerts: { app: 'on', push: 'on', mail: 'off' },
    funds: { app: 'always', push: 'on', mail: 'always' },
    identity: { app: 'always', push: 'on', mail: 'always' },
    support: { app: 'on', push: 'on', mail: 'on' },
    complaints: { app: 'always', push: 'on', mail: 'always' },
    terms: { app: 'always', push: 'on', mail: 'always' },
    announcements: { app: 'on', push: 'off', mail: 'off' },
  }
