import { languageOf } from '#i18n/languages.ts'
import { useWords } from '#web/parts/app-parts.tsx'
import { exactMoment } from '#web/screens/order/detail/receipt/exact-moment.ts'

/** How exact moments are told in the language in use. */
export function useExactMoment(): (iso: string) => string {
  const { locale } = languageOf(useWords().language)
  return (iso) => exactMoment(iso, locale)
}
