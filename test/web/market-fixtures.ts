// Markets in wire format.
import type { TradeItem } from '#contract/calls/market.ts'
import type { QuoteRow } from '#contract/live.ts'

export function tradeItem(change: Partial<TradeItem> = {}): TradeItem {
  return {
    Id: 1,
    Code: 'EURUSD',
    ShowCode: 'EUR/USD',
    Name: 'Euro / US Dollar',
    Logo: '/logos/EURUSD.svg',
    CategoryId: 1,
    NameShowTrans: 'Forex majors',
    MarketStatus: 1,
    NextOpen: null,
    PricePrecision: 5,
    ForexQuotations: { Open: 1.081, Close: 1.0842, Change: 0.3 },
    Bid: 1.0842,
    Ask: 1.0843,
    High: 1.09,
    Low: 1.08,
    Volume: 100,
    QuoteCurrency: 'USD',
    Pip: 0.01,
    ForexMinCont: 0.01,
    MaxCont: 100,
    ForexContNum: 100_000,
    ForexFeeRate: 3,
    ForexFeeType: 1,
    MarginMode: 2,
    HasForexMultiple: [{ Value: 100 }],
    ...change,
  }
}

export function quoteRow(change: Partial<QuoteRow> = {}): QuoteRow {
  return {
    Id: 1,
    Code: 'EURUSD',
    Close: 1.0842,
    Open: 1.081,
    Bid: 1.0842,
    Ask: 1.0843,
    Change: 0.3,
    High: 1.09,
    Low: 1.08,
    Volume: 100,
    MarketStatus: 1,
    ...change,
  }
}
