import type { QuietHours } from '#web/notices/preference-changes.ts'

/** The zone in which this device shows its clock. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Equal ends mean that there are none. */
export function hasQuietHours({ quiet_from, quiet_to }: QuietHours): boolean {
  return quiet_from !== quiet_to
}

/** A usual night, for users who switch them on. */
export function defaultQuietHours(): QuietHours {
  return { quiet_from: 22 * 60, quiet_to: 7 * 60, zone: deviceZone() }
}

export function noQuietHours({ zone }: QuietHours): QuietHours {
  return { quiet_from: 0, quiet_to: 0, zone }
}

/** The value of a time field: `07:05`. */
export function timeOfMinute(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Undefined while the field is incomplete. */
export function minuteOfTime(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
