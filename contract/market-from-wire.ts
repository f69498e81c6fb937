import type { CategoriesAnswer, TradeItem } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'
import { feePerLot, fixedMargin, marketStatus } from '#contract/market-status.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order-terms.ts'

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
