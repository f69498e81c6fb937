import type { DeepPartial, LineStyle, Styles } from 'klinecharts'

/** The colours and letters of the app as the canvas needs them: read from the page, because a canvas knows no CSS. */
export type ChartTheme = {
  readonly ground: string
  readonly line: string
  readonly edge: string
  readonly text: string
  readonly dim: string
  readonly accent: string
  readonly warn: string
  readonly rise: string
  readonly fall: string
  readonly family: string
  /** Pixels of the smallest letters: they grow with the letters of the page. */
  readonly textPx: number
}

/** Of the 12 px that small text has at the usual size of letters. */
const smallOfRoot = 0.6875

export function readChartTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: colour('--ground'),
    line: colour('--line'),
    edge: colour('--edge'),
    text: colour('--text'),
    dim: colour('--text-dim'),
    accent: colour('--accent'),
    warn: colour('--warn'),
    rise: colour('--rise'),
    fall: colour('--fall'),
    family: style.fontFamily,
    textPx: Math.round(Number.parseFloat(style.fontSize) * smallOfRoot),
  }
}

/** Calls back whenever the system or the user changes how the app looks. Returns the way out. */
export function watchChartTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  const choices = new MutationObserver(changed)
  choices.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-rise', 'style'] })
  return () => {
    system.removeEventListener('change', changed)
    choices.disconnect()
  }
}

/** The look in the words of the chart library. */
export function chartStyles(look: ChartTheme): DeepPartial<Styles> {
  return {
    grid: { vertical: { show: false }, horizontal: { color: look.line, style: 'solid' } },
    candle: candleStyles(look),
    indicator: indicatorStyles(look),
    xAxis: axisStyles(look),
    yAxis: axisStyles(look),
    separator: { color: look.line, size: 1, fill: false },
    crosshair: { horizontal: crossStyles(look), vertical: crossStyles(look) },
  }
}

function candleStyles(look: ChartTheme): DeepPartial<Styles['candle']> {
  const { rise, fall, dim, text, ground } = look
  const mark = { color: dim, textFamily: look.family, textSize: look.textPx }
  return {
    bar: {
      ...{ upColor: rise, upBorderColor: rise, upWickColor: rise },
      ...{ downColor: fall, downBorderColor: fall, downWickColor: fall },
      ...{ noChangeColor: dim, noChangeBorderColor: dim, noChangeWickColor: dim },
    },
    priceMark: {
      high: mark,
      low: mark,
      // Neither rise nor fall: those are the colours of what one has bought and sold.
      last: {
        ...{ upColor: text, downColor: text, noChangeColor: text },
        line: { style: 'dashed', dashedValue: [3, 3], size: 1 },
        text: { ...fontOf(look), color: ground, weight: 600, borderRadius: 4, ...padding },
      },
    },
    tooltip: {
      showRule: 'follow_cross',
      title: { show: false },
      legend: { ...fontOf(look), color: dim, ...legendGaps },
    },
  }
}

function indicatorStyles(look: ChartTheme): DeepPartial<Styles['indicator']> {
  const { rise, fall, dim, line } = look
  const lines = [look.accent, look.warn, look.dim].map((color) => lineStyle(color))
  return {
    lines,
    bars: [{ upColor: translucent(rise), downColor: translucent(fall), noChangeColor: line }],
    ohlc: { upColor: translucent(rise), downColor: translucent(fall), noChangeColor: line },
    tooltip: {
      offsetTop: 4,
      title: { ...fontOf(look), color: dim, showParams: true, ...legendGaps },
      legend: { ...fontOf(look), color: dim, defaultValue: '', ...legendGaps },
    },
  }
}

function axisStyles(look: ChartTheme): DeepPartial<Styles['xAxis']> {
  return {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { ...fontOf(look), color: look.dim, marginStart: 6, marginEnd: 6 },
  }
}

function crossStyles(look: ChartTheme): DeepPartial<Styles['crosshair']['vertical']> {
  return {
    line: { color: look.edge, style: 'dashed', dashedValue: [3, 3] },
    text: {
      ...fontOf(look),
      color: look.ground,
      backgroundColor: look.edge,
      borderSize: 0,
      borderRadius: 4,
      ...padding,
    },
  }
}

export function lineStyle(color: string, style: LineStyle['style'] = 'solid') {
  return { color, style, size: 1, smooth: false, dashedValue: [3, 3] }
}

const padding = { paddingLeft: 4, paddingRight: 4, paddingTop: 3, paddingBottom: 3 }
const legendGaps = { marginLeft: 4, marginRight: 4, marginTop: 2, marginBottom: 2 }

function fontOf({ family, textPx }: ChartTheme) {
  return { family, size: textPx, weight: 400 }
}

/** A colour behind others. The tokens are plain #rrggbb, so that their strength can be written behind them. */
function translucent(colour: string): string {
  return `${colour}73`
}
