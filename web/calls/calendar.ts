import type { Call } from '#browser/calls/call-request.ts'
import type {
  CalendarListAnswer,
  CalendarListInput,
  CalendarMarksAnswer,
  CalendarMarksInput,
} from '#contract/calls/calendar.ts'

/** Quiet, like every list. */
export function readCalendar(
  call: Call,
  input: CalendarListInput,
  signal?: AbortSignal,
): Promise<CalendarListAnswer> {
  return call({ path: '/api/calendar/list', verb: 'GET', input, quiet: true, signal })
}

/** A background call: no user action caused it. */
export function readCalendarMarks(
  call: Call,
  input: CalendarMarksInput,
  signal?: AbortSignal,
): Promise<CalendarMarksAnswer> {
  return call({ path: '/api/calendar/marks', verb: 'GET', input, quiet: true, background: true, signal })
}
