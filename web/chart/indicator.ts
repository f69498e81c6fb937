/** What can be drawn beside the candles, in the order in which it is offered. Traders know them by these names. */
export const indicators = ['MA', 'BOLL', 'MACD', 'RSI'] as const

export type Indicator = (typeof indicators)[number]

export function isIndicator(text: string): text is Indicator {
  return (indicators as readonly string[]).includes(text)
}
