import type { DeepPartial, LineStyle, Styles } from 'klinecharts'

/** Colours and fonts of the app, read from the page because a canvas cannot use CSS. */
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
  /** The app's smallest font size, which grows with the font size of the page. */
  readonly textPx: number
}

/** Small text relative to the root font size: 11 px if the root has 16 px. */
const smallTextRatio = 0.6875

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
    textPx: Math.round(Number.parseFloat(style.fontSize) * smallTextRatio),
  }
}

/** Calls back whenever the system or the user changes the appearance. Returns a function that stops watching. */
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

/** The theme in the format of the chart library. */
export function chartStyles(theme: ChartTheme): DeepPartial<Styles> {
  return {
    grid: { vertical: { show: false }, horizontal: { color: theme.line, style: 'solid' } },
    candle: candleStyles(theme),
    indicator: indicatorStyles(theme),
    xAxis: axisStyles(theme),
    yAxis: axisStyles(theme),
    separator: { color: theme.line, size: 1, fill: false },
    crosshair: { horizontal: crosshairStyles(theme), vertical: crosshairStyles(theme) },
  }
}

function candleStyles(theme: ChartTheme): DeepPartial<Styles['candle']> {
  const { rise, fall, dim, text, ground } = theme
  const mark = { color: dim, textFamily: theme.family, textSize: theme.textPx }
  return {
    bar: {
      ...{ upColor: rise, upBorderColor: rise, upWickColor: rise },
      ...{ downColor: fall, downBorderColor: fall, downWickColor: fall },
      ...{ noChangeColor: dim, noChangeBorderColor: dim, noChangeWickColor: dim },
    },
    priceMark: {
      high: mark,
      low: mark,
      // The current price has the text colour. The rise and fall colours mark the user's orders.
      last: {
        ...{ upColor: text, downColor: text, noChangeColor: text },
        line: { style: 'dashed', dashedValue: [3, 3], size: 1 },
        text: { ...fontOf(theme), color: ground, weight: 600, borderRadius: 4, ...padding },
      },
    },
    tooltip: {
      showRule: 'follow_cross',
      title: { show: false },
      legend: { ...fontOf(theme), color: dim, ...legendGaps },
    },
  }
}

function indicatorStyles(theme: ChartTheme): DeepPartial<Styles['indicator']> {
  const { rise, fall, dim, line } = theme
  const lines = [theme.accent, theme.warn, theme.dim].map((color) => lineStyle(color))
  return {
    lines,
    bars: [{ upColor: translucent(rise), downColor: translucent(fall), noChangeColor: line }],
    ohlc: { upColor: translucent(rise), downColor: translucent(fall), noChangeColor: line },
    tooltip: {
      offsetTop: 4,
      title: { ...fontOf(theme), color: dim, showParams: true, ...legendGaps },
      legend: { ...fontOf(theme), color: dim, defaultValue: '', ...legendGaps },
    },
  }
}

/** Space before and after the labels of an axis. */
export const axisLabelGapPx = 6

function axisStyles(theme: ChartTheme): DeepPartial<Styles['xAxis']> {
  return {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: {
      ...fontOf(theme),
      color: theme.dim,
      marginStart: axisLabelGapPx,
      marginEnd: axisLabelGapPx,
    },
  }
}

function crosshairStyles(theme: ChartTheme): DeepPartial<Styles['crosshair']['vertical']> {
  return {
    line: { color: theme.edge, style: 'dashed', dashedValue: [3, 3] },
    text: {
      ...fontOf(theme),
      color: theme.ground,
      backgroundColor: theme.edge,
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

/** Appends an alpha value to a colour token, which is always #rrggbb. */
function translucent(colour: string): string {
  return `${colour}73`
}
