import { languageOf } from '#i18n/languages.ts'
import { useTranslations } from '#web/parts/app-parts.tsx'
import { formatDate, formatDateTime, formatExactTime, formatTime } from '#web/parts/date-format.ts'

/** How moments of the wire are told in the language in use. */
export function useDateFormat() {
  const { locale } = languageOf(useTranslations().language)
  return {
    date: (iso: string) => isolated(formatDate(iso, { locale })),
    time: (iso: string) => isolated(formatTime(iso, { locale })),
    dateTime: (iso: string) => isolated(formatDateTime(iso, { locale })),
    exact: (iso: string) => isolated(formatExactTime(iso, { locale })),
  }
}

/** Kept in one piece inside a sentence that runs the other way. */
function isolated(words: string): string {
  return `\u2068${words}\u2069`
}
