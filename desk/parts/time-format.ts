import type { DeskKey } from '#i18n/desk/en.ts'

const shape: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** Formats an ISO time. Without `timeZone`: in the zone of the device and without seconds. Empty if invalid. */
export function formatDateTime(iso: string, locale: string, timeZone?: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  const zoned = timeZone === undefined ? shape : { ...shape, second: '2-digit' as const, timeZone }
  return new Intl.DateTimeFormat(locale, zoned).format(at)
}

export type Elapsed = { readonly key: DeskKey; readonly count: number }

const minuteMs = 60_000

/** Elapsed time in the largest whole unit. A time in the future counts as now: the clocks may differ. */
export function elapsedSince(iso: string, nowMs: number): Elapsed {
  const minutes = Math.floor((nowMs - new Date(iso).getTime()) / minuteMs)
  if (!(minutes >= 1)) return { key: 'span.moment', count: 0 }
  if (minutes < 60) return { key: 'span.minutes', count: minutes }
  if (minutes < 60 * 24) return { key: 'span.hours', count: Math.floor(minutes / 60) }
  return { key: 'span.days', count: Math.floor(minutes / 60 / 24) }
}
