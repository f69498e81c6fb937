/** Currencies whose events move a market: base and quote of a forex pair, the quote currency of everything else. */
export function currenciesOfMarket(market: {
  readonly code: string
  readonly category: string
  readonly quoteCurrency: string
}): readonly string[] {
  const { code, category, quoteCurrency } = market
  if (!category.startsWith('forex_') || !code.endsWith(quoteCurrency)) return [quoteCurrency]
  const base = code.slice(0, -quoteCurrency.length)
  return /^[A-Z]{3}$/.test(base) ? [base, quoteCurrency] : [quoteCurrency]
}
