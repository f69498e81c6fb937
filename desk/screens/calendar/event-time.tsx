import type { DeskEvent } from '#contract/desk/calendar.ts'
import { useTranslations } from '#desk/parts/desk-parts.tsx'
import { eventTime } from '#desk/parts/event-fields.ts'
import { DateTime } from '#desk/parts/time.tsx'

/** The time of an event, or the date of an all-day event. */
export function EventTime({ event }: { event: Pick<DeskEvent, 'time' | 'is_all_day'> }) {
  const words = useTranslations()
  const { time, is_all_day } = event
  return is_all_day === 1 ? eventTime(time.slice(0, 10), words) : <DateTime at={time} />
}
