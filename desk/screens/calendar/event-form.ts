// The form of an event: texts as typed, and what is wrong with them.
import type { DeskEvent, DeskSaveEventInput } from '#contract/desk/calendar.ts'
import { type EventFault, type EventTexts, readEvent } from '#core/calendar/calendar-event.ts'
import { wallTime } from '#core/calendar/event-time.ts'
import { mergeForm } from '#desk/parts/merge-form.ts'

export type EventForm = {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** `HH:MM`; empty for an all-day event. */
  readonly time: string
  readonly zone: string
  readonly country: string
  /** Empty for that of the country. */
  readonly currency: string
  readonly importance: '1' | '2' | '3'
  readonly forecast: string
  readonly previous: string
  readonly actual: string
  readonly titles: Readonly<Record<string, string>>
}

/** Titles in English and Chinese are always offered. */
export function emptyForm(zone: string, day: string): EventForm {
  return {
    ...{ date: day, time: '', zone, country: '', currency: '', importance: '2' },
    ...{ forecast: '', previous: '', actual: '', titles: { en: '', hk: '' } },
  }
}

/** Times are shown in this zone. */
export function formOf(event: DeskEvent, zone: string): EventForm {
  const { country, currency, forecast, previous, actual, titles, importance } = event
  const local = new Date(wallTime(Date.parse(event.time), zone)).toISOString()
  const isAllDay = event.is_all_day === 1
  return {
    date: isAllDay ? event.time.slice(0, 10) : local.slice(0, 10),
    time: isAllDay ? '' : local.slice(11, 16),
    importance: importance === 3 ? '3' : importance === 2 ? '2' : '1',
    ...{ zone, country, currency, forecast, previous, actual },
    titles: { en: '', hk: '', ...titles },
  }
}

/** The form after someone else has changed the event: what was typed stays, the rest is of the newer event. */
export function mergeEvent(typed: EventForm, before: EventForm, newer: EventForm): EventForm {
  // A date, a time and a zone mean something only together.
  const isTimeTyped = (['date', 'time', 'zone'] as const).some((name) => typed[name] !== before[name])
  const { date, time, zone } = isTimeTyped ? typed : newer
  return {
    ...mergeForm(typed, before, newer),
    ...{ date, time, zone },
    titles: mergeForm(typed.titles, before.titles, newer.titles),
  }
}

export type FormFaults = Readonly<Partial<Record<keyof EventTexts, EventFault>>>

/** The first fault of each field. */
export function formFaults(form: EventForm): FormFaults {
  const reading = readEvent(textsOf(form), form.zone)
  if (reading.ok) return {}
  return Object.fromEntries(reading.problems.toReversed().map(({ field, fault }) => [field, fault]))
}

export function saveInput(form: EventForm, event: DeskEvent | undefined): DeskSaveEventInput {
  const { titles, importance, ...texts } = textsOf(form)
  return {
    ...(event === undefined ? {} : { id: event.id }),
    revision: event?.revision ?? 0,
    ...texts,
    zone: form.zone,
    importance: Number(importance),
    titles: JSON.stringify(titles),
  }
}

function textsOf({ date, time, country, currency, importance, titles, ...values }: EventForm): EventTexts {
  const { forecast, previous, actual } = values
  const written = Object.entries(titles).filter(([, title]) => title.trim() !== '')
  return {
    time: time === '' ? date : `${date} ${time}`,
    ...{ country, currency, importance, forecast, previous, actual },
    titles: Object.fromEntries(written),
  }
}

/** Zones to choose from: that of the device, UTC, and those of most publications. */
export function zonesWith(own: string): readonly string[] {
  return [
    ...new Set([
      ...[own, 'UTC', 'America/New_York', 'Europe/London', 'Europe/Berlin', 'Europe/Zurich', 'Asia/Tokyo'],
      ...['Asia/Hong_Kong', 'Asia/Shanghai', 'Australia/Sydney', 'Pacific/Auckland', 'America/Toronto'],
    ]),
  ]
}

export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
