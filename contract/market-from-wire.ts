import type { CategoriesAnswer, KlinePoint, TradeItem } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order.ts'

/** `MarketStatus`: whether a market can be traded now. */
export const marketStatus = { closed: 0, open: 1, stale: 2 } as const

/** `ForexFeeType` of a market whose fee is so much a lot. */
export const feePerLot = 1

/** `MarginMode` of a market whose margin does not depend on the leverage. */
export const fixedMargin = 1

// Markets and quotes from the wire's words into ours. Plain functions: the browser uses them as they are.

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

/** A push does not say when a closed market opens next: whoever knows hands it in. */
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

/** A status of a newer server that we have no word for is not one to trade in. */
function stateOf(status: number): MarketState {
  if (status === marketStatus.open) return 'open'
  return status === marketStatus.stale ? 'stale' : 'closed'
}

// Candles from the wire's words into ours. Plain functions: the browser uses them as they are.

/** A candle to be drawn: its prices are plain numbers, shown with the market's precision. */
export type PlainCandle = {
  /** When the period began, epoch ms. */
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** How many quotes it was made of. */
  readonly volume: number
}

export function candleOfPoint({ Time, Open, High, Low, Close, Volume }: KlinePoint): PlainCandle {
  return { startMs: Time, open: Open, high: High, low: Low, close: Close, volume: Volume }
}
