// Languages of texts that operators write.
import { fallbackLanguages } from '#core/content/closest-language.ts'
import { type LanguageCode, languageFromCode, languageOf, languages } from '#i18n/languages.ts'

/** Its own name, such as "Deutsch". */
export function languageName(code: string): string {
  const known = languageFromCode(code)
  return known === undefined ? code : languageOf(known).name
}

export function languageNames(codes: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(codes.map(languageName))
}

/** Of a text, as its tab is marked. */
export type TextState = 'empty' | 'written' | 'unsaved' | 'faulty'

/** Languages with a tab: those with text, the selected one, and those that the others fall back to. */
export function tabLanguages(
  hasText: (language: LanguageCode) => boolean,
  selected: LanguageCode,
): readonly LanguageCode[] {
  return languages
    .map(({ code }) => code)
    .filter(
      (code) => fallbackLanguages.some((fallback) => fallback === code) || code === selected || hasText(code),
    )
}
