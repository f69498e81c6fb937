import { figureText } from '#ui/figure-format.ts'
import { isolateLtr } from '#web/parts/bidi.ts'

/** An amount with its currency, for use in a sentence. */
export function amountText(amount: string, currency: string): string {
  return isolateLtr(`${figureText(shortDecimal(amount))}\u00a0${currency}`)
}

/** At least two decimals, and no zeros after them: "100.500000" is "100.50". */
export function shortDecimal(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept.padEnd(2, '0')}`
}

/** Like `shortDecimal`, with two decimals for whole dollars: "100" is "100.00". */
export function usdDecimal(amount: string): string {
  const short = shortDecimal(amount)
  return short === '' || short.includes('.') ? short : `${short}.00`
}
