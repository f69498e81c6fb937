import type { CategoriesAnswer, KlinePoint, TradeItem } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order.ts'

/** Values of `MarketStatus`. */
export const marketStatus = { closed: 0, open: 1, stale: 2 } as const

/** `ForexFeeType` of a fee per lot. */
export const feePerLot = 1

/** `MarginMode` of a margin that is independent of the leverage. */
export const fixedMargin = 1

// Decodes markets, quotes and candles from the wire. Must not import schemas, because the browser loads this file.

export function marketOfItem(item: TradeItem) {
  return {
    id: item.Id,
    code: item.Code,
    showCode: item.ShowCode,
    name: item.Name,
    logo: item.Logo,
    categoryId: item.CategoryId,
    precision: item.PricePrecision,
    quoteCurrency: item.QuoteCurrency,
    terms: {
      lotStep: item.Pip,
      leastLots: item.ForexMinCont,
      mostLots: item.MaxCont,
      unitsPerLot: item.ForexContNum,
      feeRate: item.ForexFeeRate,
      feeMode: feeModeOf(item),
      hasFixedMargin: item.MarginMode === fixedMargin,
      leverages: item.HasForexMultiple.map(({ Value }) => Value),
    },
  }
}

export function quoteOfItem(item: TradeItem) {
  const { Open, Change } = item.ForexQuotations
  return {
    state: stateOf(item.MarketStatus),
    bid: item.Bid,
    ask: item.Ask,
    open: Open,
    high: item.High,
    low: item.Low,
    changePercent: Change,
    volume: item.Volume,
    nextOpenMs: item.NextOpen ?? undefined,
  }
}

/** A push does not contain the next opening time of a closed market, so the caller passes it. */
export function quoteOfRow(row: QuoteRow, nextOpenMs: number | undefined) {
  const state = stateOf(row.MarketStatus)
  return {
    state,
    bid: row.Bid,
    ask: row.Ask,
    open: row.Open,
    high: row.High,
    low: row.Low,
    changePercent: row.Change,
    volume: row.Volume,
    nextOpenMs: state === 'closed' ? nextOpenMs : undefined,
  }
}

export function categoryOfWire({ Id, NameShowTrans }: CategoriesAnswer[number]) {
  return { id: Id, name: NameShowTrans }
}

function feeModeOf({ ForexFeeType }: TradeItem): FeeMode {
  return ForexFeeType === feePerLot ? 'per_lot' : 'share_of_margin'
}

/** An unknown status from a newer server counts as closed. */
function stateOf(status: number): MarketState {
  if (status === marketStatus.open) return 'open'
  return status === marketStatus.stale ? 'stale' : 'closed'
}

/** A candle for the chart, with prices as plain numbers. */
export type PlainCandle = {
  /** Start of the period, epoch ms. */
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Number of quotes. */
  readonly volume: number
}

export function candleOfPoint({ Time, Open, High, Low, Close, Volume }: KlinePoint): PlainCandle {
  return { startMs: Time, open: Open, high: High, low: Low, close: Close, volume: Volume }
}
