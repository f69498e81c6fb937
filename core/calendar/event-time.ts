// Times of events: with a zone, or in a zone that was chosen for them.

export type EventTime = {
  /** Noon in UTC for an all-day event, which is the same date in nearly every zone. */
  readonly timeMs: number
  /** Only the date is known. */
  readonly isAllDay: boolean
}

type TimeReading =
  | ({ readonly ok: true } & EventTime)
  | {
      readonly ok: false
      /** `time_skipped`: the clocks are set forward over it. */
      readonly fault: 'time_unreadable' | 'time_skipped' | 'time_out_of_range' | 'zone_unknown'
    }

export const eventTimeRange = { fromMs: Date.UTC(2000, 0, 1), toMs: Date.UTC(2100, 0, 1) } as const

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

const dayMs = 86_400_000
const minuteMs = 60_000

/** Reads an ISO 8601 time. One without a zone is in `zone`, an IANA name. A date alone is an all-day event. */
export function readEventTime(text: string, zone: string): TimeReading {
  const found = shape.exec(text.trim())
  if (found === null) return { ok: false, fault: 'time_unreadable' }
  const [, year, month, day, hour, minute, second = '0', offset] = found
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (!new Date(date).toISOString().startsWith(`${year}-${month}-${day}`))
    return { ok: false, fault: 'time_unreadable' }
  if (hour === undefined || minute === undefined) return within(date + dayMs / 2, true)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return { ok: false, fault: 'time_unreadable' }
  const wallMs = date + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  if (offset !== undefined) return within(wallMs - offsetMs(offset), false)
  if (!isTimeZone(zone)) return { ok: false, fault: 'zone_unknown' }
  const timeMs = timeInZone(wallMs, zone)
  return timeMs === undefined ? { ok: false, fault: 'time_skipped' } : within(timeMs, false)
}

function within(timeMs: number, isAllDay: boolean): TimeReading {
  const isInRange = timeMs >= eventTimeRange.fromMs && timeMs < eventTimeRange.toMs
  return isInRange ? { ok: true, timeMs, isAllDay } : { ok: false, fault: 'time_out_of_range' }
}

function offsetMs(text: string): number {
  if (text.toUpperCase() === 'Z') return 0
  const sign = text.startsWith('-') ? -1 : 1
  return sign * (Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))) * minuteMs
}

/** IANA names only. */
export function isTimeZone(zone: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone) && formatFor(zone) !== undefined
}

/** Of two such times when clocks are set back, the first. Undefined for one that clocks skip. */
function timeInZone(wallMs: number, zone: string): number | undefined {
  const offsets = [wallMs - dayMs, wallMs + dayMs].map((aroundMs) => wallTime(aroundMs, zone) - aroundMs)
  const times = offsets.map((offset) => wallMs - offset).filter((timeMs) => wallTime(timeMs, zone) === wallMs)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Local clock time in the zone, as UTC milliseconds. */
export function wallTime(timeMs: number, zone: string): number {
  const parts = formatFor(zone)?.formatToParts(timeMs) ?? []
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>()
const mostFormats = 50

/** Undefined for an unknown zone. */
function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone)
  if (formats.size >= mostFormats) formats.clear()
  const format = createFormat(zone)
  formats.set(zone, format)
  return format
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  } catch {
    // The only fault of this constructor is an unknown zone.
    return undefined
  }
}
