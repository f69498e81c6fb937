import {
  type LocalDate,
  type LocalTime,
  type OpenSpan,
  type OpenSpans,
  type WeeklyHours,
  weekdays,
} from '#core/market/trading-hours.ts'
import { createLocalClock, type LocalClock } from '#server/market-data/hours/zone-clock.ts'

const dayMs = 86_400_000
const minutesADay = 1440
/** Local days begin and trading days end up to this many days away from the UTC day of the same date. */
const marginDays = 2
/** 1970-01-01, day 0, was a Thursday: the fourth of the weekdays. */
const firstWeekday = 3

/** When these hours are open, in UTC, within the window; a span that reaches beyond it ends at its edge. */
export function openSpans(
  hours: WeeklyHours,
  fromMs: number,
  toMs: number,
  clock: LocalClock = createLocalClock(hours.zone),
): OpenSpans {
  const firstDay = Math.floor(fromMs / dayMs) - marginDays
  const lastDay = Math.floor(toMs / dayMs) + marginDays
  const week: OpenSpan[] = []
  for (let day = firstDay; day <= lastDay; day += 1) week.push(...sessionsOf(hours, day, clock))
  const closures = closuresOf(hours)
    .filter(({ day }) => day >= firstDay && day <= lastDay)
    .map((closure) => spanOf(closure, clock))
  return clipSpans(cutSpans(joinSpans(week), closures), { fromMs, toMs })
}

/** From one time of a local day to another, in minutes since it began: below 0 is the day before, above 1440 the next. */
type LocalSpan = { readonly day: number; readonly from: number; readonly to: number }

/** An ordinary day's. A session that the clocks jump over is none. */
function sessionsOf({ week }: WeeklyHours, day: number, clock: LocalClock): readonly OpenSpan[] {
  const weekday = weekdays[(day + firstWeekday) % weekdays.length] ?? 'mon'
  return week[weekday]
    .map(([from, to]) => spanOf({ day, from: minutesOf(from), to: minutesOf(to) }, clock))
    .filter(isSpan)
}

function closuresOf({ calendar, dayEnds }: WeeklyHours): readonly LocalSpan[] {
  const end = minutesOf(dayEnds)
  const { closed, earlyCloses = {}, lateOpens = {} } = calendar
  return [
    ...closed.map((date) => ({ day: dayOf(date), from: end - minutesADay, to: end })),
    ...timesOf(earlyCloses).map(([date, time]) => ({ day: dayOf(date), from: minutesOf(time), to: end })),
    ...timesOf(lateOpens).map(([date, time]) => ({ day: dayOf(date), from: 0, to: minutesOf(time) })),
  ]
}

function timesOf(
  times: Readonly<Record<LocalDate, LocalTime>>,
): readonly (readonly [LocalDate, LocalTime])[] {
  return Object.entries(times) as [LocalDate, LocalTime][]
}

function spanOf({ day, from, to }: LocalSpan, clock: LocalClock): OpenSpan {
  return { fromMs: clock.timeMsOf(day, from), toMs: clock.timeMsOf(day, to) }
}

function dayOf(date: LocalDate): number {
  return Date.parse(date) / dayMs
}

function minutesOf(time: LocalTime): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Spans in order of their beginning, those that touch or overlap made one. */
export function joinSpans(spans: readonly OpenSpan[]): OpenSpans {
  const joined: OpenSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last === undefined || span.fromMs > last.toMs) joined.push(span)
    else joined[joined.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) }
  }
  return joined
}

/** What is left of the spans when nothing is open during the closures, which may come in any order. */
export function cutSpans(spans: OpenSpans, closures: readonly OpenSpan[]): OpenSpans {
  return spans.flatMap((span) =>
    closures
      .filter((closure) => closure.fromMs < span.toMs && closure.toMs > span.fromMs)
      .reduce<OpenSpans>((left, closure) => left.flatMap((part) => aroundClosure(part, closure)), [span]),
  )
}

function aroundClosure(span: OpenSpan, closure: OpenSpan): OpenSpans {
  return [
    { fromMs: span.fromMs, toMs: Math.min(span.toMs, closure.fromMs) },
    { fromMs: Math.max(span.fromMs, closure.toMs), toMs: span.toMs },
  ].filter(isSpan)
}

/** What of the spans lies in the window. */
export function clipSpans(spans: OpenSpans, { fromMs, toMs }: OpenSpan): OpenSpans {
  return spans
    .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter(isSpan)
}

function isSpan({ fromMs, toMs }: OpenSpan): boolean {
  return fromMs < toMs
}
