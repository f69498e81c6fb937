import type { CalendarItem } from '#contract/calls/calendar.ts'

/** `YYYY-MM-DD` in local time. */
export type LocalDay = string

/** Events of one day. */
export type CalendarDay = { readonly day: LocalDay; readonly events: readonly CalendarItem[] }

export function localDay(timeMs: number): LocalDay {
  const date = new Date(timeMs)
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10)
}

/** The local day of an event. An all-day event keeps its date everywhere. */
export function dayOfEvent({ time, is_all_day }: CalendarItem): LocalDay {
  return is_all_day === 1 ? time.slice(0, 10) : localDay(Date.parse(time))
}
