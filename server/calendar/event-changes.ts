import type { CalendarEvent } from '#core/calendar/calendar-event.ts'
import type { FieldChange } from '#server/calendar/calendar-types.ts'

/** The fields that differ, as texts. Undefined stands for an event that does not exist. */
export function changesBetween(
  from: CalendarEvent | undefined,
  to: CalendarEvent | undefined,
): readonly FieldChange[] {
  const [old, next] = [textsOf(from), textsOf(to)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  return fields
    .map((field) => ({ field, from: old[field] ?? '', to: next[field] ?? '' }))
    .filter((change) => change.from !== change.to)
}

function textsOf(event: CalendarEvent | undefined): Readonly<Record<string, string>> {
  if (event === undefined) return {}
  const { country, currency, importance, forecast, previous, actual, titles } = event
  const named = Object.entries(titles).map(([language, title]) => [`title_${language}`, title] as const)
  return {
    ...{ time: timeText(event), country, currency, importance: String(importance) },
    ...{ forecast, previous, actual },
    ...Object.fromEntries(named),
  }
}

function timeText({ timeMs, isAllDay }: CalendarEvent): string {
  const text = new Date(timeMs).toISOString()
  return isAllDay ? text.slice(0, 10) : text
}
