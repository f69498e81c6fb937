import { formatDateTime, formatDateTimeSeconds } from '#browser/time/date-format.ts'
import { useParts, useStore, useTranslations } from '#desk/parts/desk-parts.tsx'
import { elapsedSince } from '#desk/parts/elapsed-time.ts'

/** A time in the operator's time zone, with the UTC time as a tooltip. */
export function DateTime({ at }: { at: string }) {
  const { locale } = useTranslations()
  return (
    <time dateTime={at} dir="auto" title={useUtc(at)}>
      {formatDateTime(at, { locale })}
    </time>
  )
}

/** Elapsed time such as "12 minutes", with the exact time as a tooltip. */
export function TimeAgo({ at }: { at: string }) {
  const { locale, t } = useTranslations()
  const { key, count } = elapsedSince(at, useStore(useParts().clock))
  const exact = t('time.both', { local: formatDateTime(at, { locale }), utc: useUtc(at) })
  return (
    <time className="whitespace-nowrap" dateTime={at} dir="auto" title={exact}>
      {t(key, { count })}
    </time>
  )
}

function useUtc(at: string): string {
  const { locale, t } = useTranslations()
  return t('time.utc', { time: formatDateTimeSeconds(at, { locale, timeZone: 'UTC' }) })
}
