/** What can be drawn beside the candles, in the order in which it is offered. Traders know them by these names. */
export const indicators = ['MA', 'BOLL', 'MACD', 'RSI'] as const

export type Indicator = (typeof indicators)[number]

export function isIndicator(text: string): text is Indicator {
  return (indicators as readonly string[]).includes(text)
}

/** How many of them stand below the candles, in a pane of their own; the others lie over the candles. */
export function panesBelow(shown: ReadonlySet<Indicator>): 0 | 1 | 2 {
  if (shown.has('MACD') && shown.has('RSI')) return 2
  return shown.has('MACD') || shown.has('RSI') ? 1 : 0
}
