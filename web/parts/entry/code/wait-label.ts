import type { EntryKey } from '#i18n/entry/en.ts'
import type { Translate } from '#i18n/translator.ts'

/** From here on minutes say it better, and take no more room. */
const mostSeconds = 99

export function waitLabel(seconds: number, t: Translate<EntryKey>): string {
  return seconds > mostSeconds
    ? t('entry.code.minutes', { minutes: Math.ceil(seconds / 60) })
    : t('entry.code.seconds', { seconds })
}
