/** Currencies whose events move a market: base and quote of a forex pair, the quote currency of everything else. */
export function currenciesOfMarket(market: {
  readonly code: string
  readonly category: string
  readonly quoteCurrency: string
}): readonly string[] {
  const { code, category, quoteCurrency } = market
  const base =
    category.startsWith('forex_') && code.endsWith(quoteCurrency) ? baseOf(code, quoteCurrency) : []
  return [...new Set([...base, quoteCurrency].flatMap((currency) => eventCurrencies[currency] ?? [currency]))]
}

/** Currencies that no country reports events in, with those that move them: pence, and the yuan outside China. */
const eventCurrencies: Readonly<Record<string, readonly string[]>> = { GBX: ['GBP'], CNH: ['CNH', 'CNY'] }

function baseOf(code: string, quoteCurrency: string): readonly string[] {
  const base = code.slice(0, -quoteCurrency.length)
  return /^[A-Z]{3}$/.test(base) ? [base] : []
}
