import { useParts, useStore, useWords } from '#desk/parts/desk-parts.tsx'
import { momentWords, spanSince } from '#desk/parts/time-format.ts'

/** A moment in the operator's own zone, and in UTC for whoever points at it. */
export function Moment({ at }: { at: string }) {
  const { locale } = useWords()
  return (
    <time dateTime={at} title={useUtc(at)}>
      {momentWords(at, locale)}
    </time>
  )
}

/** How long ago it was, in words, and the exact moment for whoever points at it. */
export function Ago({ at }: { at: string }) {
  const { locale, t } = useWords()
  const { key, count } = spanSince(at, useStore(useParts().minute))
  const exact = t('time.both', { local: momentWords(at, locale), utc: useUtc(at) })
  return (
    <time className="whitespace-nowrap" dateTime={at} title={exact}>
      {t(key, { count })}
    </time>
  )
}

function useUtc(at: string): string {
  const { locale, t } = useWords()
  return t('time.utc', { time: momentWords(at, locale, 'UTC') })
}
