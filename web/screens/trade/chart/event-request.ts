import type { CalendarItem, CalendarListInput, CalendarMarksAnswer } from '#contract/calls/calendar.ts'
import { dayMs } from '#core/candle/period.ts'
import type { EventMark, EventTime } from '#web/chart/events/event-marks.ts'
import { type CalendarDay, dayOfEvent } from '#web/parts/calendar/event-day.ts'

export type MarkAnswers = {
  /** Currencies of the market; undefined until an answer has arrived. */
  readonly currencies: string | undefined
  readonly times: readonly EventTime[]
}

type Answer = { readonly data: CalendarMarksAnswer | undefined }

/** Joins the answers for chunks in ascending order. One that failed or is still to come has no marks. */
export function joinAnswers(answers: readonly Answer[]): MarkAnswers {
  const received = answers.flatMap(({ data }) => data ?? [])
  const times = received.flatMap(({ data }) =>
    data.map(({ time, importance }) => ({ timeMs: Date.parse(time), importance })),
  )
  return { currencies: received[0]?.currencies, times }
}

/** The longest range that the call allows. */
const longestMs = 35 * dayMs

/** Asks for the events of a mark. */
export function eventsOfMark(
  { firstMs, lastMs }: EventMark,
  currency: string,
  importance: number,
): CalendarListInput {
  const toMs = Math.min(lastMs + 1, firstMs + longestMs)
  return { from: String(firstMs), to: String(toMs), currency, importance }
}

/** Events by their local day. All-day events are listed first. */
export function byDay(events: readonly CalendarItem[]): readonly CalendarDay[] {
  const days = new Map<string, CalendarItem[]>()
  for (const event of [...events].sort((one, other) => other.is_all_day - one.is_all_day)) {
    const day = dayOfEvent(event)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([day, found]) => ({ day, events: found }))
}
