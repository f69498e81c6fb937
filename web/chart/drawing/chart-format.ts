import type { KLineData, TooltipLegend } from 'klinecharts'
import { figureText } from '#ui/figure-format.ts'

/** Labels of the values of the candle under the crosshair. */
export type CandleLabels = {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

export type ChartLocale = { readonly locale: string; readonly labels: CandleLabels }

/** Open, high, low, close and volume of a candle, in the rise or fall colour. */
export function candleLegend(
  { open, high, low, close, volume }: KLineData,
  labels: CandleLabels,
  precision: number,
  colours: { readonly dim: string; readonly rise: string; readonly fall: string },
): TooltipLegend[] {
  const color = close > open ? colours.rise : close < open ? colours.fall : colours.dim
  const entry = (label: string, text: string) => ({
    title: { text: `${label} `, color: colours.dim },
    value: { text, color },
  })
  const price = (value: number) => figureText(value, { decimals: precision })
  return [
    entry(labels.open, price(open)),
    entry(labels.high, price(high)),
    entry(labels.low, price(low)),
    entry(labels.close, price(close)),
    entry(labels.volume, figureText(volume, { decimals: 0 })),
  ]
}

/** Formats a number as in the rest of the app. Text that the library has abbreviated stays as it is. */
export function formatAxisValue(value: string | number): string {
  const isPlain = /^-?\d+(\.\d+)?$/.test(String(value))
  return isPlain ? figureText(value) : String(value)
}

/** Abbreviates a volume: 48,210 becomes 48.2K. */
export function formatCompact(value: string | number, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  })
  return format.format(Number(value))
}
