// Weeks and days of the calendar in the time zone of the device.
import type { CalendarItem } from '#contract/calls/calendar.ts'
import { type CalendarDay, dayOfEvent, type LocalDay } from '#web/parts/calendar/event-day.ts'

const hourMs = 3_600_000

/** The Monday on or before the day, shifted by whole weeks. */
export function weekOf(day: LocalDay, shiftedBy = 0): LocalDay {
  const { year, month, date } = partsOf(day)
  const weekday = new Date(Date.UTC(year, month, date)).getUTCDay()
  return shiftDay(day, shiftedBy * 7 - ((weekday + 6) % 7))
}

export function shiftDay(day: LocalDay, days: number): LocalDay {
  const { year, month, date } = partsOf(day)
  return new Date(Date.UTC(year, month, date + days)).toISOString().slice(0, 10)
}

/** Start of the day in local time. */
export function startOf(day: LocalDay): number {
  const { year, month, date } = partsOf(day)
  return new Date(year, month, date).getTime()
}

/**
 * Includes half a day on either side: an all-day event is at noon in UTC, which can be on another date here.
 */
export function rangeOfWeek(monday: LocalDay): { readonly from: string; readonly to: string } {
  const [fromMs, toMs] = [startOf(monday) - 14 * hourMs, startOf(shiftDay(monday, 7)) + 14 * hourMs]
  return { from: String(fromMs), to: String(toMs) }
}

/** The days of the week that have events, in order. All-day events come first. */
export function daysOf(monday: LocalDay, events: readonly CalendarItem[]): readonly CalendarDay[] {
  return Array.from({ length: 7 }, (_, place) => shiftDay(monday, place))
    .map((day) => ({ day, events: inOrder(events.filter((event) => dayOfEvent(event) === day)) }))
    .filter(({ events: found }) => found.length > 0)
}

function inOrder(events: readonly CalendarItem[]): readonly CalendarItem[] {
  return [...events].sort((a, b) => b.is_all_day - a.is_all_day)
}

/** The first event that is still to come. */
export function nextEvent(days: readonly CalendarDay[], nowMs: number): CalendarItem | undefined {
  return days
    .flatMap(({ events }) => events)
    .find(({ time, is_all_day }) => is_all_day === 0 && Date.parse(time) > nowMs)
}

function partsOf(day: LocalDay) {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month: month - 1, date }
}
