import { languageOf } from '#i18n/languages.ts'
import { useWords } from '#web/parts/app-parts.tsx'
import { dayWords, exactWords, momentWords, timeWords } from '#web/parts/date-format.ts'

/** How moments of the wire are told in the language in use. */
export function useMomentWords() {
  const { locale } = languageOf(useWords().language)
  return {
    day: (iso: string) => isolated(dayWords(iso, { locale })),
    time: (iso: string) => isolated(timeWords(iso, { locale })),
    moment: (iso: string) => isolated(momentWords(iso, { locale })),
    exact: (iso: string) => isolated(exactWords(iso, { locale })),
  }
}

/** Kept in one piece inside a sentence that runs the other way. */
function isolated(words: string): string {
  return `\u2068${words}\u2069`
}
