/** How an amount in a currency becomes US dollars. */
export type Conversion =
  | { readonly by: 'itself' }
  /** Times or divided by the price of that market; then by `divisor`, for a currency that is a fraction of another. */
  | { readonly by: 'multiply' | 'divide'; readonly marketCode: string; readonly divisor: number }

/** Undefined for a currency that nobody knows how to convert: nothing can be traded in it. */
export function conversionOf(currency: string): Conversion | undefined {
  return conversions.get(currency)
}

const conversions: ReadonlyMap<string, Conversion> = new Map([
  ['USD', { by: 'itself' }],
  ['EUR', multiplyBy('EURUSD')],
  ['GBP', multiplyBy('GBPUSD')],
  ['AUD', multiplyBy('AUDUSD')],
  ['NZD', multiplyBy('NZDUSD')],
  // Pence.
  ['GBX', multiplyBy('GBPUSD', 100)],
  ['JPY', divideBy('USDJPY')],
  ['CHF', divideBy('USDCHF')],
  ['CAD', divideBy('USDCAD')],
  ['CNH', divideBy('USDCNH')],
  ['SGD', divideBy('USDSGD')],
  ['HKD', divideBy('USDHKD')],
  ['MXN', divideBy('USDMXN')],
  ['ZAR', divideBy('USDZAR')],
])

function multiplyBy(marketCode: string, divisor = 1): Conversion {
  return { by: 'multiply', marketCode, divisor }
}

function divideBy(marketCode: string): Conversion {
  return { by: 'divide', marketCode, divisor: 1 }
}
