import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { isPeriod, type Period } from '#core/candle/period.ts'
import { type EventLevel, isEventLevel } from '#web/chart/events/event-level.ts'
import { type Indicator, indicators, isIndicator } from '#web/chart/indicator.ts'

/** Period, indicators and event marks of the chart, remembered across visits. */
export type ChartSettings = {
  readonly period: ReadableStore<Period>
  readonly setPeriod: (period: Period) => void
  readonly indicators: ReadableStore<ReadonlySet<Indicator>>
  readonly toggleIndicator: (indicator: Indicator, isShown: boolean) => void
  readonly events: ReadableStore<EventLevel>
  readonly setEvents: (level: EventLevel) => void
}

export const chartSettingKeys = {
  period: 'openlot.trade.period',
  indicators: 'openlot.trade.indicators',
  events: 'openlot.trade.events',
} as const

const defaultPeriod: Period = '15min'
const defaultIndicators: readonly Indicator[] = ['MA']
const defaultEvents: EventLevel = 'high'

type StoredChartSettings = Readonly<Record<keyof typeof chartSettingKeys, StoredText>>

export function createChartSettings(stored: StoredChartSettings): ChartSettings {
  const period = createValueStore(readPeriod(stored.period))
  const shown = createValueStore(readIndicators(stored.indicators))
  const events = createValueStore(readEvents(stored.events))
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
    events,
    setEvents(level) {
      stored.events.write(level)
      events.set(level)
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

function readEvents(stored: StoredText): EventLevel {
  const text = stored.read() ?? ''
  return isEventLevel(text) ? text : defaultEvents
}

function inOrder(shown: ReadonlySet<Indicator>): ReadonlySet<Indicator> {
  return new Set(indicators.filter((indicator) => shown.has(indicator)))
}
