import { dayMs } from '#core/candle/period.ts'

export type OpeningTimeInput = {
  readonly nextOpenMs: number
  readonly nowMs: number
  readonly locale: string
  /** The user's time zone by default. */
  readonly timeZone?: string
}

const timeOnly = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Formats the next opening: only the time if it is today, with the weekday within six days, with the date later. */
export function openingTime({ nextOpenMs, nowMs, locale, timeZone }: OpeningTimeInput): string {
  const format = (options: Intl.DateTimeFormatOptions, timeMs: number) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      numberingSystem: 'latn',
      calendar: 'gregory',
      ...(timeZone === undefined ? {} : { timeZone }),
    }).format(timeMs)
  const dayOf = (timeMs: number) => format({ dateStyle: 'short' }, timeMs)
  if (dayOf(nextOpenMs) === dayOf(nowMs)) return format(timeOnly, nextOpenMs)
  const day = nextOpenMs - nowMs < 6 * dayMs ? dayByName : dayByDate
  return format({ ...timeOnly, ...day }, nextOpenMs)
}

const dayByName = { weekday: 'short' } as const
const dayByDate = { day: 'numeric', month: 'short' } as const
