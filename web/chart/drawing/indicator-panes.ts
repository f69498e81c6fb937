import type {
  Chart as Canvas,
  IndicatorCreate,
  IndicatorCreateTooltipDataSourceCallback,
  TooltipLegend,
} from 'klinecharts'
import { figureText } from '#ui/figure-format.ts'
import { type ChartTheme, lineStyle } from '#web/chart/drawing/chart-theme.ts'
import { type Indicator, indicators } from '#web/chart/indicator.ts'

type IndicatorPaneOptions = {
  readonly shown: ReadonlySet<Indicator>
  readonly theme: ChartTheme
  readonly precision: number
}

const candlePane = 'candle_pane'
const volumePane = 'volume'
/** Of the letters' height: room for a legend and some figures below it. */
const paneLines = { volume: 4, below: 7 } as const

/** Volume always, the others as wished, each at most once; those that are prices lie over the candles. */
export function drawIndicatorPanes(canvas: Canvas, wishes: IndicatorPaneOptions): void {
  const { shown, theme: look } = wishes
  draw(canvas, volume, paneLines.volume * look.textPx)
  for (const name of indicators) {
    if (shown.has(name)) draw(canvas, builders[name](wishes), paneLines.below * look.textPx)
    else canvas.removeIndicator({ id: name })
  }
  // Its height says enough: how many quotes a bar stands for is in the legend of the candles.
  canvas.overrideYAxis({ paneId: volumePane, gap: { top: 0.1, bottom: 0 }, createTicks: () => [] })
}

function draw(canvas: Canvas, indicator: IndicatorCreate, heightPx: number): void {
  const { name: id, paneId = id } = indicator
  const isThere = canvas.getIndicators({ id }).length > 0
  if (isThere) canvas.overrideIndicator({ ...indicator, id, paneId })
  else canvas.createIndicator({ ...indicator, id, paneId }, paneId === candlePane)
  if (paneId === candlePane) return
  canvas.setPaneOptions({ id: paneId, height: heightPx, minHeight: heightPx, dragEnabled: false })
}

const volume: IndicatorCreate = {
  name: 'VOL',
  paneId: volumePane,
  calcParams: [],
  createTooltipDataSource: indicatorLegend('', []),
}

const builders: Readonly<Record<Indicator, (wishes: IndicatorPaneOptions) => IndicatorCreate>> = {
  MA: ({ theme: look }) => ({
    name: 'MA',
    paneId: candlePane,
    calcParams: [5, 10, 30],
    createTooltipDataSource: indicatorLegend('', [
      { key: 'ma1', title: 'MA5', colour: look.accent },
      { key: 'ma2', title: 'MA10', colour: look.warn },
      { key: 'ma3', title: 'MA30', colour: look.dim },
    ]),
  }),
  BOLL: ({ theme: look }) => ({
    name: 'BOLL',
    paneId: candlePane,
    calcParams: [20, 2],
    styles: { lines: [lineStyle(look.edge), lineStyle(look.edge, 'dashed'), lineStyle(look.edge)] },
    createTooltipDataSource: indicatorLegend(
      'BOLL',
      ['up', 'mid', 'dn'].map((key) => ({ key, colour: look.dim })),
    ),
  }),
  MACD: ({ theme: look, precision }) => ({
    name: 'MACD',
    calcParams: [12, 26, 9],
    // Its values are differences of prices: a digit more than a price has.
    precision: precision + 1,
    createTooltipDataSource: indicatorLegend('MACD', [
      { key: 'dif', colour: look.accent },
      { key: 'dea', colour: look.warn },
      { key: 'macd', colour: look.dim },
    ]),
  }),
  RSI: ({ theme: look }) => ({
    name: 'RSI',
    calcParams: [14],
    precision: 1,
    minValue: 0,
    maxValue: 100,
    createTooltipDataSource: indicatorLegend('RSI', [{ key: 'rsi1', colour: look.accent }]),
  }),
}

type LegendEntry = {
  /** The value of the indicator it shows. */
  readonly key: string
  /** Stands before the value; the colour alone tells the lines of one indicator apart where it is left out. */
  readonly title?: string
  readonly colour: string
}

/** One line over a pane: its name, and the values under the crosshair or of the newest candle, each in its colour. */
function indicatorLegend(
  name: string,
  lines: readonly LegendEntry[],
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
