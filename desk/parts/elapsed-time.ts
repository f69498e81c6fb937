import type { DeskKey } from '#i18n/desk/en.ts'

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
