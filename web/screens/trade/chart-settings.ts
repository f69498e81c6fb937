import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { isPeriod, type Period } from '#core/candle/period.ts'
import { type Indicator, indicators, isIndicator } from '#web/chart/indicator.ts'

/** Period and indicators of the chart, remembered across visits. */
export type ChartSettings = {
  readonly period: ReadableStore<Period>
  readonly setPeriod: (period: Period) => void
  readonly indicators: ReadableStore<ReadonlySet<Indicator>>
  readonly toggleIndicator: (indicator: Indicator, isShown: boolean) => void
}

export const chartSettingKeys = {
  period: 'openlot.trade.period',
  indicators: 'openlot.trade.indicators',
} as const

const defaultPeriod: Period = '15min'
const defaultIndicators: readonly Indicator[] = ['MA']

export function createChartSettings(stored: {
  readonly period: StoredText
  readonly indicators: StoredText
}): ChartSettings {
  const period = createValueStore(readPeriod(stored.period))
  const shown = createValueStore(readIndicators(stored.indicators))
  return {
    period,
    setPeriod(next) {
      stored.period.write(next)
      period.set(next)
    },
    indicators: shown,
    toggleIndicator(indicator, isShown) {
      const others = new Set(shown.getSnapshot())
      if (isShown) others.add(indicator)
      else others.delete(indicator)
      const next = inOrder(others)
      stored.indicators.write([...next].join(','))
      shown.set(next)
    },
  }
}

function readPeriod(stored: StoredText): Period {
  const text = stored.read() ?? ''
  return isPeriod(text) ? text : defaultPeriod
}

/** An empty text means that all indicators were switched off. */
function readIndicators(stored: StoredText): ReadonlySet<Indicator> {
  const text = stored.read()
  return text === undefined
    ? new Set(defaultIndicators)
    : inOrder(new Set(text.split(',').filter(isIndicator)))
}

function inOrder(shown: ReadonlySet<Indicator>): ReadonlySet<Indicator> {
  return new Set(indicators.filter((indicator) => shown.has(indicator)))
}
