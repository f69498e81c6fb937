import type { OpenSpan, OpenSpans } from '#core/market/open-spans.ts'
import { type LocalDate, type LocalTime, type WeeklyHours, weekdays } from '#core/market/weekly-hours.ts'
import { createLocalClock, type LocalClock } from '#server/market-data/hours/local-clock.ts'
import { clipSpans, cutSpans, isSpan, joinSpans } from '#server/market-data/hours/spans.ts'

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
