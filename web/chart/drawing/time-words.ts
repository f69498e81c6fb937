import type { Period } from '#core/candle/period.ts'
import type { TickUnit } from '#web/chart/drawing/time-ticks.ts'

/** Moments in the words of a language, in the user's zone; a day's candle is the UTC day's and is named by it. */
export type TimeWords = {
  /** A label of the time axis. */
  readonly tick: (timeMs: number, unit: TickUnit) => string
  /** The moment in full, for the crosshair. */
  readonly moment: (timeMs: number) => string
  /** How far the zone of the words is ahead of UTC. */
  readonly offsetMs: (timeMs: number) => number
  readonly isSameDay: (oneMs: number, otherMs: number) => boolean
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { day: 'numeric', month: 'short' } as const

export function createTimeWords(locale: string, period: Period): TimeWords {
  const isDaily = period === '1day'
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      numberingSystem: 'latn',
      calendar: 'gregory',
      ...(isDaily ? { timeZone: 'UTC' } : {}),
    })
  const ticks: Readonly<Record<TickUnit, Intl.DateTimeFormat>> = {
    time: format(time),
    day: format(day),
    month: format({ month: 'short' }),
    year: format({ year: 'numeric' }),
  }
  const moment = format(isDaily ? { ...day, year: 'numeric', weekday: 'short' } : { ...day, ...time })
  const offsetMs = isDaily ? () => 0 : localOffsetMs
  return {
    tick: (timeMs, unit) => isolated(ticks[unit].format(timeMs)),
    moment: (timeMs) => isolated(moment.format(timeMs)),
    offsetMs,
    isSameDay: (oneMs, otherMs) => ticks.day.format(oneMs) === ticks.day.format(otherMs),
  }
}

/** A chart runs from left to right, but the words of a date keep the order of their own language. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

function localOffsetMs(timeMs: number): number {
  return -new Date(timeMs).getTimezoneOffset() * 60_000
}
