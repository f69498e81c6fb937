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
/** Pane heights in lines of text. */
const paneLines = { volume: 4, below: 7 } as const

/** Draws the volume and the selected indicators. Price indicators overlay the candles, others have their own pane. */
export function drawIndicatorPanes(canvas: Canvas, options: IndicatorPaneOptions): void {
  const { shown, theme } = options
  draw(canvas, volume, paneLines.volume * theme.textPx)
  for (const name of indicators) {
    if (shown.has(name)) draw(canvas, builders[name](options), paneLines.below * theme.textPx)
    else canvas.removeIndicator({ id: name })
  }
  // No ticks on the volume axis: the candle legend shows the volume.
  canvas.overrideYAxis({ paneId: volumePane, gap: { top: 0.1, bottom: 0 }, createTicks: () => [] })
}

function draw(canvas: Canvas, indicator: IndicatorCreate, heightPx: number): void {
  const { name: id, paneId = id } = indicator
  const exists = canvas.getIndicators({ id }).length > 0
  if (exists) canvas.overrideIndicator({ ...indicator, id, paneId })
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

const builders: Readonly<Record<Indicator, (options: IndicatorPaneOptions) => IndicatorCreate>> = {
  MA: ({ theme }) => ({
    name: 'MA',
    paneId: candlePane,
    calcParams: [5, 10, 30],
    createTooltipDataSource: indicatorLegend('', [
      { key: 'ma1', title: 'MA5', colour: theme.accent },
      { key: 'ma2', title: 'MA10', colour: theme.warn },
      { key: 'ma3', title: 'MA30', colour: theme.dim },
    ]),
  }),
  BOLL: ({ theme }) => ({
    name: 'BOLL',
    paneId: candlePane,
    calcParams: [20, 2],
    styles: { lines: [lineStyle(theme.edge), lineStyle(theme.edge, 'dashed'), lineStyle(theme.edge)] },
    createTooltipDataSource: indicatorLegend(
      'BOLL',
      ['up', 'mid', 'dn'].map((key) => ({ key, colour: theme.dim })),
    ),
  }),
  MACD: ({ theme, precision }) => ({
    name: 'MACD',
    calcParams: [12, 26, 9],
    // Differences between prices are shown with one more decimal than prices.
    precision: precision + 1,
    createTooltipDataSource: indicatorLegend('MACD', [
      { key: 'dif', colour: theme.accent },
      { key: 'dea', colour: theme.warn },
      { key: 'macd', colour: theme.dim },
    ]),
  }),
  RSI: ({ theme }) => ({
    name: 'RSI',
    calcParams: [14],
    precision: 1,
    minValue: 0,
    maxValue: 100,
    createTooltipDataSource: indicatorLegend('RSI', [{ key: 'rsi1', colour: theme.accent }]),
  }),
}

type LegendEntry = {
  /** Key of the value in the indicator's result. */
  readonly key: string
  /** Shown before the value. Without it the colour identifies the line. */
  readonly title?: string
  readonly colour: string
}

/** The name of an indicator, and its values at the crosshair or, without one, at the newest candle. */
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
        resultValue(indicator.result[crosshair.dataIndex ?? -1], key),
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
  // The first candles have no value yet.
  if (value === undefined) return []
  const text = figureText(value.toFixed(decimals), { decimals })
  return [{ title: { text: title === '' ? '' : `${title} `, color }, value: { text, color } }]
}

function resultValue(result: unknown, key: string): number | undefined {
  const value = result !== null && typeof result === 'object' ? Reflect.get(result, key) : undefined
  return typeof value === 'number' ? value : undefined
}
