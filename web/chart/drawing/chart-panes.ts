import type { Chart as Canvas, IndicatorCreate } from 'klinecharts'
import type { ChartLook } from '#web/chart/drawing/chart-look.ts'
import { lineOf } from '#web/chart/drawing/chart-styles.ts'
import { type Indicator, indicators } from '#web/chart/indicator.ts'

export type PanesWishes = {
  readonly shown: ReadonlySet<Indicator>
  readonly look: ChartLook
  readonly precision: number
}

const candlePane = 'candle_pane'
const volumePane = 'volume'
/** Of the letters' height: room for a legend and some figures below it. */
const paneLines = { volume: 4.5, below: 6.5 } as const

/** Volume always, the others as wished, each at most once; those that are prices lie over the candles. */
export function drawPanes(canvas: Canvas, wishes: PanesWishes): void {
  draw(canvas, { ...volume, paneId: volumePane }, paneLines.volume * wishes.look.textPx)
  for (const name of indicators) {
    const made = makers[name](wishes)
    if (wishes.shown.has(name)) draw(canvas, { ...made, name }, paneLines.below * wishes.look.textPx)
    else canvas.removeIndicator({ id: name })
  }
}

function draw(canvas: Canvas, indicator: IndicatorCreate, heightPx: number): void {
  const wanted = { id: indicator.name, paneId: indicator.name, ...indicator }
  const isThere = canvas.getIndicators({ id: wanted.id }).length > 0
  if (isThere) canvas.overrideIndicator(wanted)
  else canvas.createIndicator(wanted, wanted.paneId === candlePane)
  if (wanted.paneId === candlePane) return
  canvas.setPaneOptions({ id: wanted.paneId, height: heightPx, minHeight: heightPx, dragEnabled: false })
}

const volume: IndicatorCreate = { name: 'VOL', calcParams: [] }

const makers: Readonly<Record<Indicator, (wishes: PanesWishes) => Omit<IndicatorCreate, 'name'>>> = {
  MA: () => ({ paneId: candlePane, calcParams: [5, 10, 30] }),
  BOLL: ({ look }) => ({
    paneId: candlePane,
    calcParams: [20, 2],
    styles: { lines: [lineOf(look.edge), lineOf(look.edge, 'dashed'), lineOf(look.edge)] },
  }),
  // Its values are differences of prices: a digit more than a price has.
  MACD: ({ precision }) => ({ calcParams: [12, 26, 9], precision: precision + 1 }),
  RSI: () => ({ calcParams: [14], precision: 1, minValue: 0, maxValue: 100 }),
}
