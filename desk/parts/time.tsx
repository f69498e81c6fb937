import { useParts, useStore, useTranslations } from '#desk/parts/desk-parts.tsx'
import { elapsedSince, formatDateTime } from '#desk/parts/time-format.ts'

/** A moment in the operator's own zone, and in UTC for whoever points at it. */
export function DateTime({ at }: { at: string }) {
  const { locale } = useTranslations()
  return (
    <time dateTime={at} title={useUtc(at)}>
      {formatDateTime(at, locale)}
    </time>
  )
}

/** How long ago it was, in words, and the exact moment for whoever points at it. */
export function TimeAgo({ at }: { at: string }) {
  const { locale, t } = useTranslations()
  const { key, count } = elapsedSince(at, useStore(useParts().clock))
  const exact = t('time.both', { local: formatDateTime(at, locale), utc: useUtc(at) })
  return (
    <time className="whitespace-nowrap" dateTime={at} title={exact}>
      {t(key, { count })}
    </time>
  )
}

function useUtc(at: string): string {
  const { locale, t } = useTranslations()
  return t('time.utc', { time: formatDateTime(at, locale, 'UTC') })
}
