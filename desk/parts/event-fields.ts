// Fields of calendar events by their names on the wire, for people: in the preview of an import and in the audit log.
import { formatDate, formatDateTime } from '#browser/time/date-format.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { languages } from '#i18n/languages.ts'
import type { Translate } from '#i18n/translator.ts'

export type Words = { readonly t: Translate<DeskKey>; readonly locale: string }

const fields = ['time', 'country', 'currency', 'importance', 'forecast', 'previous', 'actual'] as const
const importances = ['1', '2', '3'] as const

/** Undefined for any other name. `title_hk` is the title in one language. */
export function eventFieldName(field: string, { t }: Words): string | undefined {
  const known = fields.find((name) => name === field)
  if (known !== undefined) return t(`calendar.field.${known}`)
  const language = languages.find(({ code }) => field === `title_${code}`)
  return language === undefined ? undefined : t('calendar.title_in', { language: language.name })
}

export function eventFieldValue(field: string, value: string, words: Words): string {
  if (field === 'time') return eventTime(value, words)
  const importance = field === 'importance' ? importances.find((known) => known === value) : undefined
  return importance === undefined ? value : words.t(`calendar.importance.${importance}`)
}

/** In local time. A date alone is an all-day event. */
export function eventTime(iso: string, { t, locale }: Words): string {
  if (Number.isNaN(Date.parse(iso))) return iso
  if (iso.includes('T')) return formatDateTime(iso, { locale })
  return t('calendar.all_day', { date: formatDate(iso, { locale, timeZone: 'UTC' }) })
}
