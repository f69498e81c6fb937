import {
  type LocalDate,
  type LocalTime,
  type OpenSpan,
  type OpenSpans,
  type WeeklyHours,
  weekdays,
} from '#core/market/trading-hours.ts'
import { createZoneClock, type ZoneClock } from '#server/market-data/hours/zone-clock.ts'

const dayMs = 86_400_000
const minutesADay = 1440
/** A local trading day lies within two days of the UTC day of the same date. */
const marginDays = 2
/** Day 0, 1970-01-01, was a Thursday: index 3 when Monday is 0. */
const firstWeekday = 3

/** Open spans of these hours in UTC, clipped to the window. */
export function openSpans(
  hours: WeeklyHours,
  fromMs: number,
  toMs: number,
  clock: ZoneClock = createZoneClock(hours.zone),
): OpenSpans {
  const firstDay = Math.floor(fromMs / dayMs) - marginDays
  const lastDay = Math.floor(toMs / dayMs) + marginDays
  const week: OpenSpan[] = []
  for (let day = firstDay; day <= lastDay; day += 1) week.push(...sessionsOf(hours, day, clock))
  const closures = closuresOf(hours)
    .filter(({ day }) => day >= firstDay && day <= lastDay)
    .map((closure) => spanOf(closure, clock))
  return clipSpans(subtractSpans(mergeSpans(week), closures), { fromMs, toMs })
}

/** Minutes count from local midnight: negative is the day before, above 1440 the next day. */
type LocalSpan = { readonly day: number; readonly from: number; readonly to: number }

/** Sessions of a regular day. A session within a skipped hour of daylight saving is empty and dropped. */
function sessionsOf({ week }: WeeklyHours, day: number, clock: ZoneClock): readonly OpenSpan[] {
  const weekday = weekdays[(day + firstWeekday) % weekdays.length] ?? 'mon'
  return week[weekday]
    .map(([from, to]) => spanOf({ day, from: minutesOf(from), to: minutesOf(to) }, clock))
    .filter(isNonEmpty)
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

function spanOf({ day, from, to }: LocalSpan, clock: ZoneClock): OpenSpan {
  return { fromMs: clock.toUtcMs(day, from), toMs: clock.toUtcMs(day, to) }
}

function dayOf(date: LocalDate): number {
  return Date.parse(date) / dayMs
}

function minutesOf(time: LocalTime): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Merges touching and overlapping spans. They must be sorted by start. */
export function mergeSpans(spans: readonly OpenSpan[]): OpenSpans {
  const joined: OpenSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last === undefined || span.fromMs > last.toMs) joined.push(span)
    else joined[joined.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) }
  }
  return joined
}

/** Removes the closures from the spans. Closures may be in any order. */
export function subtractSpans(spans: OpenSpans, closures: readonly OpenSpan[]): OpenSpans {
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
  ].filter(isNonEmpty)
}

export function clipSpans(spans: OpenSpans, { fromMs, toMs }: OpenSpan): OpenSpans {
  return spans
    .map((span) => ({ fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
    .filter(isNonEmpty)
}

function isNonEmpty({ fromMs, toMs }: OpenSpan): boolean {
  return fromMs < toMs
}
