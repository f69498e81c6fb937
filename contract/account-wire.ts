import type { LogRow } from '#contract/calls/account.ts'
import type { AccountPush, NoticeRow } from '#contract/live.ts'
import type { Say } from '#contract/outcome.ts'
import { formatTime, timeToWire } from '#contract/time-format.ts'
import type { TransferType } from '#core/ledger/transfer.ts'
import type { AccountFigures } from '#core/margin/account-figures.ts'
import { formatMicros, formatPrice, type Micros, type Price } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { Order } from '#core/order/order.ts'
import type { LanguageCode } from '#i18n/languages.ts'

// Account figures, order figures and the account log in wire format.

/** An order with its current or final price and profit. */
export type OrderFigures = {
  readonly order: Order
  /** Null without a known price. */
  readonly closing: Price | null
  readonly profit: Micros
}

/** Account figures with the version of the account and the sequence of the prices they are based on. */
type FundsFigures = AccountFigures & {
  readonly locked: Micros
  readonly quoteSeq: number
  readonly version: number
}

/** The fields that change with every quote while the order is open. */
export function liveOrderFields({ order, closing, profit }: OrderFigures) {
  return {
    UpdatePrice: closing === null ? null : formatPrice(closing, order.terms.pricePrecision),
    FactProfits: formatMicros(profit),
  }
}

/** Every call that returns account figures returns these fields. */
export function fundsToWire(funds: FundsFigures) {
  return {
    balance: formatMicros(funds.balance),
    lock_balance: formatMicros(funds.locked),
    profit: formatMicros(funds.profit),
    net_value: formatMicros(funds.equity),
    mid_net_value: formatMicros(funds.midEquity),
    used_margin: formatMicros(funds.usedMargin),
    available: formatMicros(funds.freeMargin),
    prepayment_ratio: percentToWire(funds.marginUsage),
    hazard_rate: percentToWire(funds.marginLevel),
    QuoteSeq: funds.quoteSeq,
    Version: funds.version,
  }
}

/** The money of an account without the figures of its orders. */
export function heldMoneyToWire({ balance, locked, quoteSeq, version }: FundsFigures) {
  return {
    balance: formatMicros(balance),
    lock_balance: formatMicros(locked),
    QuoteSeq: quoteSeq,
    Version: version,
  }
}

/** Formats hundredths of a percent: 12345 is "123.45". Null stays null. */
export function percentToWire(hundredths: number): string
export function percentToWire(hundredths: number | null): string | null
export function percentToWire(hundredths: number | null): string | null {
  return hundredths === null ? null : formatDecimal(hundredths, 2)
}

/** Input of an account push to a subscribed client. */
export type WatchedAccount = {
  readonly funds: FundsFigures
  readonly orders: readonly OrderFigures[]
  readonly notice: WatchedNotice | null
}

type WatchedNotice = { readonly id: number; readonly marginLevel: number; readonly atMs: number }

export function accountPushOf({ funds, orders, notice }: WatchedAccount): AccountPush {
  return {
    ProfitsTotal: formatMicros(funds.profit),
    HazardRate: percentToWire(funds.marginLevel),
    CautionMoneyAll: formatMicros(funds.usedMargin),
    NetValue: formatMicros(funds.equity),
    MidNetValue: formatMicros(funds.midEquity),
    Balance: formatMicros(funds.balance),
    Locked: formatMicros(funds.locked),
    Available: formatMicros(funds.freeMargin),
    PrepaymentRatio: percentToWire(funds.marginUsage),
    TransOrder: orders.map((figures) => ({ Id: figures.order.id, ...liveOrderFields(figures) })),
    QuoteSeq: funds.quoteSeq,
    Version: funds.version,
    Notice: notice === null ? null : noticeToWire(notice),
  }
}

export function noticeToWire({ id, marginLevel, atMs }: WatchedNotice): NoticeRow {
  return {
    Id: id,
    Kind: 'margin_call',
    HazardRate: percentToWire(marginLevel),
    CreatedAt: new Date(atMs).toISOString(),
  }
}

/** A row of the account log. */
type LoggedChange = {
  readonly id: number
  readonly type: TransferType
  /** Negative for money that left the balance. */
  readonly amount: Micros
  readonly orderId: number | null
  readonly memo: string | null
  readonly atMs: number
}

const logTypes: Readonly<Record<TransferType, number>> = {
  deposit: 1,
  withdrawal: 2,
  trade_profit: 3,
  fee: 4,
  withdrawal_returned: 5,
  write_off: 6,
  demo: 7,
  copy_trading: 8,
  adjustment: 10,
}

/** Decodes the type filter of the account log call. */
export function transferTypeFromWire(number: number): TransferType {
  const types = Object.keys(logTypes) as TransferType[]
  const type = types.find((candidate) => logTypes[candidate] === number)
  if (type === undefined) throw new Error(`unknown transfer type ${number}`)
  return type
}

export function logRowOf(change: LoggedChange, language: LanguageCode, say: Say): LogRow {
  const { id, type, amount, orderId, memo, atMs } = change
  return {
    Id: id,
    Value: formatMicros(amount),
    Type: logTypes[type],
    Memo: type === 'adjustment' ? (memo ?? '') : '',
    MemoTran: say(`log.${type}`),
    OrderId: orderId,
    CreatedAt: timeToWire(atMs),
    CreatedAtTran: formatTime(atMs, language),
  }
}
