import type { CategoriesAnswer, KlinePoint, TradeItem } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'
import { feePerLot, fixedMargin, marketStatus } from '#contract/market-from-wire.ts'
import type { Candle } from '#core/candle/candle.ts'
import type { Category, Market, MarketView, Names } from '#core/market/market.ts'
import { lotsDecimals, microsDecimals, type Price, rateDecimals } from '#core/money/amounts.ts'
import type { FeeMode } from '#core/order/order.ts'
import type { LanguageCode } from '#i18n/languages.ts'

// Encodes markets, quotes and candles for the wire. Market data are JSON numbers: the nearest double to the exact
// decimal, which prints as that decimal.

export function tradeItemOf(
  view: MarketView,
  category: Category,
  language: LanguageCode,
  fee: FeeMode,
): TradeItem {
  const { market, quote, day, state } = view
  const priceOf = (amount: Price | undefined) =>
    amount === undefined ? null : decimal(amount, market.pricePrecision)
  return {
    ...termsOf(market, fee),
    Id: market.id,
    Code: market.code,
    ShowCode: market.showCode,
    Name: nameIn(market.names, language),
    Logo: market.logo,
    CategoryId: category.id,
    NameShowTrans: nameIn(category.names, language),
    MarketStatus: marketStatus[state],
    NextOpen: view.nextOpenMs ?? null,
    ForexQuotations: {
      Open: priceOf(day?.open),
      Close: priceOf(quote?.bid),
      Change: day === undefined ? null : decimal(day.changeBasisPoints, 2),
    },
    Bid: priceOf(quote?.bid),
    Ask: priceOf(quote?.ask),
    High: priceOf(day?.high),
    Low: priceOf(day?.low),
    Volume: day?.volume ?? 0,
  }
}

function termsOf(market: Market, fee: FeeMode) {
  return {
    PricePrecision: market.pricePrecision,
    QuoteCurrency: market.quoteCurrency,
    Pip: decimal(market.lotStep, lotsDecimals),
    ForexMinCont: decimal(market.leastLots, lotsDecimals),
    MaxCont: decimal(market.mostLots, lotsDecimals),
    ForexContNum: market.unitsPerLot,
    ForexFeeRate:
      fee === 'per_lot' ? decimal(market.feePerLot, microsDecimals) : decimal(market.feeShare, rateDecimals),
    ForexFeeType: fee === 'per_lot' ? feePerLot : 2,
    MarginMode: market.marginMode === 'fixed' ? fixedMargin : 2,
    HasForexMultiple: market.leverages.map((leverage) => ({ Value: leverage })),
  }
}

/** Undefined for a market without any quote. */
export function quoteRowOf({ market, state, quote, day }: MarketView): QuoteRow | undefined {
  if (quote === undefined || day === undefined) return undefined
  const priceOf = (amount: Price) => decimal(amount, market.pricePrecision)
  return {
    Id: market.id,
    Code: market.code,
    Close: priceOf(quote.bid),
    Open: priceOf(day.open),
    Bid: priceOf(quote.bid),
    Ask: priceOf(quote.ask),
    Change: decimal(day.changeBasisPoints, 2),
    High: priceOf(day.high),
    Low: priceOf(day.low),
    Volume: day.volume,
    MarketStatus: marketStatus[state],
  }
}

export function klinePointOf(
  { startMs, open, high, low, close, volume }: Candle,
  precision: number,
): KlinePoint {
  return {
    Time: startMs,
    Open: decimal(open, precision),
    High: decimal(high, precision),
    Low: decimal(low, precision),
    Close: decimal(close, precision),
    Volume: volume,
  }
}

export function sparklineOf(closes: readonly Price[], precision: number): number[] {
  return closes.map((close) => decimal(close, precision))
}

export function categoryOf({ id, names }: Category, language: LanguageCode): CategoriesAnswer[number] {
  return { Id: id, NameShowTrans: nameIn(names, language) }
}

/** Traditional Chinese has its own names. All other languages use the English ones, which traders know. */
export function nameIn(names: Names, language: LanguageCode): string {
  return names[languageOfNames(language)]
}

export function languageOfNames(language: LanguageCode): keyof Names {
  return language === 'hk' ? 'hk' : 'en'
}

/** The integer and the power of ten are both exact, so the division gives the nearest double. */
function decimal(units: number, decimals: number): number {
  return units / 10 ** decimals
}
