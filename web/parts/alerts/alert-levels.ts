import type { PriceAlert } from '#contract/calls/alerts.ts'
import { formatPrice, type Price, parsePrice, price } from '#core/money/amounts.ts'
import { parseDecimal } from '#core/money/decimal.ts'
import { compareRatios, mulDiv } from '#core/money/mul-div.ts'

/** Decimals of the percentage of a change. */
export const percentDecimals = 2
/** 100%, in hundredths of a percent. */
const whole = 10_000

/** The prices from which a change counts as reached. There is no lower one for a change of 100% or more. */
export type ChangeLevels = { readonly down: Price | undefined; readonly up: Price }

/** `hundredths` of a percent in either direction from `base`. Rounded away from it: nothing nearer is a full change. */
export function changeLevels(base: Price, hundredths: number): ChangeLevels {
  const rounded = mulDiv(base, hundredths, whole)
  const isShort = compareRatios(rounded, base, hundredths, whole) < 0
  const distance = isShort ? rounded + 1 : rounded
  return { down: distance < base ? price(base - distance) : undefined, up: price(base + distance) }
}

type Level = Pick<PriceAlert, 'condition' | 'price' | 'percent' | 'base'>

/** The prices at which an alert is reached, as exact decimals. Empty for values that this client cannot read. */
export function alertLevels(alert: Level, precision: number): readonly string[] {
  if (alert.condition !== 'change') return priceTexts([pricesOf(alert.price, precision)], precision)
  const base = pricesOf(alert.base, precision)
  const percent = parseDecimal(alert.percent ?? '', percentDecimals)
  if (base === undefined || !percent.ok) return []
  const { down, up } = changeLevels(base, percent.amount)
  return priceTexts([up, down], precision)
}

function pricesOf(text: string | null, precision: number): Price | undefined {
  const read = parsePrice(text ?? '', precision)
  return read.ok && read.amount > 0 ? read.amount : undefined
}

function priceTexts(prices: readonly (Price | undefined)[], precision: number): readonly string[] {
  return prices.flatMap((one) => (one === undefined ? [] : [formatPrice(one, precision)]))
}
