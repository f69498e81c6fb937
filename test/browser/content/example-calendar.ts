// Events of the economic calendar, and the answers of the calls that read them.
import type { CalendarItem, CalendarListAnswer } from '#contract/calls/calendar.ts'

export const calendarPath = '/api/calendar/list'

export function calendarItem(id: number, time: string, fields: Partial<CalendarItem> = {}): CalendarItem {
  return {
    ...{ id, time, is_all_day: 0, country: 'US', currency: 'USD', importance: 3, language: 'en' },
    title: 'Non-farm payrolls',
    ...{ forecast: '180K', previous: '172K', actual: '' },
    ...fields,
  }
}

type Asked = { readonly url: () => string }

/** Answers with those of these events that were asked for. */
export const calendarOf =
  (events: readonly CalendarItem[]) =>
  (request: Asked): CalendarListAnswer => {
    const asked = new URL(request.url()).searchParams
    const [from, to, least] = ['from', 'to', 'importance'].map((name) => Number(asked.get(name)))
    const isAsked = ({ time, importance }: CalendarItem) =>
      Date.parse(time) >= (from ?? 0) && Date.parse(time) < (to ?? 0) && importance >= (least ?? 1)
    return { data: events.filter(isAsked), is_cut: 0 }
  }
