import { useMemo, useState } from 'react'
import type { CalendarListInput } from '#contract/calls/calendar.ts'
import { minuteMs, type Period } from '#core/candle/period.ts'
import { readCalendarMarks } from '#web/calls/calendar.ts'
import { type EventLevel, leastImportance } from '#web/chart/events/event-level.ts'
import type { EventMark } from '#web/chart/events/event-marks.ts'
import type { ChartEvents, EventView } from '#web/chart/events/event-marks-layer.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useServerQueries } from '#web/parts/server-query.ts'
import { eventsOfMark, joinAnswers } from '#web/screens/trade/chart/event-request.ts'

/** How long an answer is used. Events rarely change. */
const freshMs = 15 * minuteMs

type ChartEventsState = {
  /** For the chart; undefined if marks are switched off. */
  readonly events: ChartEvents | undefined
  /** The events of the mark that was tapped. */
  readonly opened: CalendarListInput | undefined
  readonly close: () => void
}

/** Marks of economic events on the chart. Without an answer there are none: they only add to the chart. */
export function useChartEvents(market: ListedMarket, period: Period, level: EventLevel): ChartEventsState {
  const importance = leastImportance(level, period)
  const [view, setView] = useState<EventView>()
  const [mark, setMark] = useState<EventMark>()
  const chunks = importance === undefined || view?.period !== period ? [] : view.chunks
  const { currencies, times } = useServerQueries({
    queries: chunks.map(({ fromMs, toMs }) => {
      const range = { from: String(fromMs), to: String(toMs) }
      const all_day = period === '1day' ? 1 : 0
      const input = { forex_id: market.id, ...range, importance: importance ?? 3, all_day }
      return {
        key: ['calendar-marks', ...Object.values(input)],
        read: (call, signal) => readCalendarMarks(call, input, signal),
      }
    }),
    freshMs,
    join: joinAnswers,
  })
  const isShown = importance !== undefined
  const events = useMemo(
    () => (isShown ? { times, onView: setView, onOpen: setMark } : undefined),
    [isShown, times],
  )
  const canOpen = mark !== undefined && currencies !== undefined && importance !== undefined
  return {
    events,
    opened: canOpen ? eventsOfMark(mark, currencies, importance) : undefined,
    close: () => setMark(undefined),
  }
}
