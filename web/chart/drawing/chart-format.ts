import type { KLineData, TooltipLegend } from 'klinecharts'
import { figureText } from '#ui/figure-format.ts'

/** The letters before the values of the candle under the crosshair. */
export type CandleLabels = {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

export type ChartLocale = { readonly locale: string; readonly labels: CandleLabels }

/** Open, high, low, close and volume of one candle, in the colour of its movement. */
export function candleLegend(
  { open, high, low, close, volume }: KLineData,
  words: CandleLabels,
  precision: number,
  colours: { readonly dim: string; readonly rise: string; readonly fall: string },
): TooltipLegend[] {
  const color = close > open ? colours.rise : close < open ? colours.fall : colours.dim
  const entry = (word: string, text: string) => ({
    title: { text: `${word} `, color: colours.dim },
    value: { text, color },
  })
  const price = (value: number) => figureText(value, { decimals: precision })
  return [
    entry(words.open, price(open)),
    entry(words.high, price(high)),
    entry(words.low, price(low)),
    entry(words.close, price(close)),
    entry(words.volume, figureText(volume, { decimals: 0 })),
  ]
}

/** Figures of the axes and legends as everywhere in the app; what the library has shortened already stays as it is. */
export function formatAxisValue(value: string | number): string {
  const isPlain = /^-?\d+(\.\d+)?$/.test(String(value))
  return isPlain ? figureText(value) : String(value)
}

/** Volumes on an axis: 48 210 as 48K, in few characters rather than exactly. */
export function formatCompact(value: string | number, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  })
  return format.format(Number(value))
}
