import type { DeskKey } from '#i18n/desk/en.ts'

type Duration = { readonly key: DeskKey; readonly values: Readonly<Record<string, number>> }

/** Seconds in the two largest units that it has, rounded down: "3 h 20 min". */
export function durationOf(seconds: number): Duration {
  const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ]
  if (minutes < 1) return { key: 'duration.seconds', values: { seconds: Math.floor(seconds) } }
  if (hours < 1) return { key: 'duration.minutes', values: { minutes, seconds: Math.floor(seconds % 60) } }
  if (days < 1) return { key: 'duration.hours', values: { hours, minutes: minutes % 60 } }
  return { key: 'duration.days', values: { days, hours: hours % 24 } }
}
