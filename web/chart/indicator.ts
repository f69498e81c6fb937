/** Available indicators in display order. */
export const indicators = ['MA', 'BOLL', 'MACD', 'RSI'] as const

export type Indicator = (typeof indicators)[number]

export function isIndicator(text: string): text is Indicator {
  return (indicators as readonly string[]).includes(text)
}

/** Number of panes below the candles. MACD and RSI have one each; the other indicators overlay the candles. */
export function panesBelow(shown: ReadonlySet<Indicator>): 0 | 1 | 2 {
  if (shown.has('MACD') && shown.has('RSI')) return 2
  return shown.has('MACD') || shown.has('RSI') ? 1 : 0
}
