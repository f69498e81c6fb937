import { type FundsFigures, liveOrderFields, type OrderFigures } from '#contract/figures-wire.ts'
import type { AccountPush, NoticeRow } from '#contract/live.ts'
import { percentToWire } from '#contract/percent-wire.ts'
import { formatMicros } from '#core/money/micros.ts'

/** An account as somebody watches it. */
export type WatchedAccount = {
  readonly funds: FundsFigures
  readonly orders: readonly OrderFigures[]
  readonly notice: WatchedNotice | null
}

type WatchedNotice = { readonly id: number; readonly riskRate: number; readonly atMs: number }

export function accountPushOf({ funds, orders, notice }: WatchedAccount): AccountPush {
  return {
    ProfitsTotal: formatMicros(funds.profit),
    HazardRate: percentToWire(funds.riskRate),
    CautionMoneyAll: formatMicros(funds.usedMargin),
    NetValue: formatMicros(funds.netValue),
    MidNetValue: formatMicros(funds.midNetValue),
    Balance: formatMicros(funds.balance),
    Locked: formatMicros(funds.locked),
    Available: formatMicros(funds.available),
    PrepaymentRatio: percentToWire(funds.marginRatio),
    TransOrder: orders.map((figures) => ({ Id: figures.order.id, ...liveOrderFields(figures) })),
    QuoteSeq: funds.quoteSeq,
    OrdersMark: funds.ordersMark,
    Notice: notice === null ? null : noticeToWire(notice),
  }
}

export function noticeToWire({ id, riskRate, atMs }: WatchedNotice): NoticeRow {
  return {
    Id: id,
    Kind: 'margin_call',
    HazardRate: percentToWire(riskRate),
    CreatedAt: new Date(atMs).toISOString(),
  }
}
