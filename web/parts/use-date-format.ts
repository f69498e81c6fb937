import {
  formatDate,
  formatDateTime,
  formatExactTime,
  formatMinute,
  formatTime,
} from '#browser/time/date-format.ts'
import { useTranslations } from '#web/parts/app-parts.tsx'
import { isolate } from '#web/parts/bidi.ts'

/** Formats ISO times of the API in the current language. */
export function useDateFormat() {
  const { locale } = useTranslations()
  return {
    date: (iso: string) => isolate(formatDate(iso, { locale })),
    minute: (iso: string) => isolate(formatMinute(iso, { locale })),
    time: (iso: string) => isolate(formatTime(iso, { locale })),
    dateTime: (iso: string) => isolate(formatDateTime(iso, { locale })),
    exact: (iso: string) => isolate(formatExactTime(iso, { locale })),
  }
}
