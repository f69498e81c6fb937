// One entry of a file, from its texts to an event that can be stored.
import { hash } from 'node:crypto'
import {
  type CalendarEvent,
  type EventTexts,
  eventLimits,
  oneLine,
  readEvent,
  titleIn,
} from '#core/calendar/calendar-event.ts'
import type { ImportProblem, ImportRow } from '#server/calendar/calendar-types.ts'

export type ImportEntry = {
  readonly line: number
  readonly texts: EventTexts
  /** Empty without one. */
  readonly uid: string
  readonly zone: string
  readonly warnings: readonly ImportProblem[]
}

export function importRow({ line, texts, uid, zone, warnings }: ImportEntry): ImportRow {
  const reading = readEvent(texts, zone)
  const ownUid = oneLine(uid)
  const uidProblems =
    ownUid.length > eventLimits.uid ? [{ field: 'uid', problem: 'uid_long', text: shown(ownUid, 60) }] : []
  const event = reading.ok && uidProblems.length === 0 ? reading.event : undefined
  return {
    line,
    title: shown(titleIn(texts.titles, 'en').title, eventLimits.title),
    country: event?.country ?? shown(texts.country, 8),
    currency: event?.currency ?? shown(texts.currency, 8),
    uid: ownUid === '' && event !== undefined ? uidOf(event) : ownUid,
    event,
    problems: [...(reading.ok ? [] : reading.problems), ...uidProblems],
    warnings,
  }
}

/** By whole characters. */
function shown(text: string, length: number): string {
  return [...oneLine(text.slice(0, length * 2))].slice(0, length).join('')
}

/** An entry that cannot be read at all. */
export function unreadableRow(line: number, text: string): ImportRow {
  const problem = {
    field: 'line',
    problem: 'entry_unreadable',
    text: shown(text, 60),
  }
  const nothing = { title: '', country: '', currency: '', uid: '', event: undefined, warnings: [] }
  return { line, ...nothing, problems: [problem] }
}

/** Without an id, an event is recognised by what it is about and its day, so that its time and values may change. */
function uidOf({ country, currency, titles, timeMs }: CalendarEvent): string {
  const day = new Date(timeMs).toISOString().slice(0, 10)
  const title = titleIn(titles, 'en').title.toLowerCase()
  return `auto:${hash('sha256', JSON.stringify([country, currency, title, day]), 'hex').slice(0, 40)}`
}
