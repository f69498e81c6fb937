import type { IndicatorCreateTooltipDataSourceCallback, TooltipLegend } from 'klinecharts'
import { figureText } from '#ui/figure-format.ts'

export type LegendLine = {
  /** The value of the indicator it shows. */
  readonly key: string
  /** Stands before the value; the colour alone tells the lines of one indicator apart where it is left out. */
  readonly title?: string
  readonly colour: string
}

/** One line over a pane: its name, and the values under the crosshair or of the newest candle, each in its colour. */
export function indicatorLegend(
  name: string,
  lines: readonly LegendLine[],
): IndicatorCreateTooltipDataSourceCallback<unknown> {
  return ({ indicator, crosshair }) => ({
    name,
    calcParamsText: '',
    features: [],
    legends: lines.flatMap(({ key, title = '', colour }) =>
      legendOf(
        valueUnder(indicator.result[crosshair.dataIndex ?? -1], key),
        title,
        colour,
        indicator.precision,
      ),
    ),
  })
}

export const noLegend = indicatorLegend('', [])

function legendOf(
  value: number | undefined,
  title: string,
  color: string,
  decimals: number,
): readonly TooltipLegend[] {
  // The first candles have no average yet.
  if (value === undefined) return []
  const text = figureText(roundedTo(value, decimals), { decimals })
  return [{ title: { text: title === '' ? '' : `${title} `, color }, value: { text, color } }]
}

function valueUnder(result: unknown, key: string): number | undefined {
  const value = result !== null && typeof result === 'object' ? Reflect.get(result, key) : undefined
  return typeof value === 'number' ? value : undefined
}

/** A double has more digits than a figure takes. */
function roundedTo(value: number, decimals: number): string {
  return value.toFixed(decimals)
}
