// Reads a CSV or iCalendar file of events, entry by entry.
import { isTimeZone } from '#core/calendar/event-time.ts'
import { largestFileBytes } from '#core/calendar/import-limits.ts'
import type { FileProblem, FileReading } from '#server/calendar/calendar-types.ts'
import { readCsv } from '#server/calendar/import/read-csv.ts'
import { readIcal } from '#server/calendar/import/read-ical.ts'

export function formatOf(text: string): FileReading['format'] {
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text.slice(0, 1000)) ? 'ical' : 'csv'
}

/** `zone` is that of times without one. */
export function readFile(text: string, zone: string): FileReading {
  const format = formatOf(text)
  const failed = (problem: FileProblem['problem'], field = 'file'): FileReading => ({
    format,
    fileProblems: [{ field, problem, text: '' }],
    rows: [],
  })
  if (Buffer.byteLength(text) > largestFileBytes) return failed('file_too_large')
  if (text.trim() === '') return failed('file_empty')
  if (!isTimeZone(zone)) return failed('zone_unknown', 'zone')
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text
  return { format, ...(format === 'ical' ? readIcal(bare, zone) : readCsv(bare, zone)) }
}
