// Languages of texts that operators write.
import { type LanguageCode, languageOf, languages } from '#i18n/languages.ts'

/** Undefined for a language of another version. */
export function languageCodeOf(code: string): LanguageCode | undefined {
  return languages.find((language) => language.code === code)?.code
}

/** Its own name, such as "Deutsch". */
export function languageName(code: string): string {
  const known = languageCodeOf(code)
  return known === undefined ? code : languageOf(known).name
}

export function languageNames(codes: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(codes.map(languageName))
}

/** Attributes of an element with text in this language. */
export function textLanguage(code: string): { readonly lang?: string; readonly dir: 'ltr' | 'rtl' | 'auto' } {
  const known = languageCodeOf(code)
  if (known === undefined) return { dir: 'auto' }
  const { locale, direction } = languageOf(known)
  return { lang: locale, dir: direction }
}

/** Of a text, as its tab is marked. */
export type TextState = 'empty' | 'written' | 'unsaved' | 'faulty'

/** Languages that every text should have: the others fall back to them. */
export const usualLanguages: readonly LanguageCode[] = ['en', 'hk']

/** Languages with a tab: those with text, the selected one, and those that the others fall back to. */
export function tabLanguages(
  hasText: (language: LanguageCode) => boolean,
  selected: LanguageCode,
): readonly LanguageCode[] {
  return languages
    .map(({ code }) => code)
    .filter((code) => usualLanguages.includes(code) || code === selected || hasText(code))
}
