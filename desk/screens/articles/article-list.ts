import { isRoleAllowed } from '#core/user/operator-role.ts'
import { useParts, useStore } from '#desk/parts/desk-parts.tsx'
import { type LanguageCode, languageOf, languages } from '#i18n/languages.ts'

/** The lists of articles, which are also the first part of their paths. */
export type ArticleList = 'news' | 'texts'

export function useCanWrite(): boolean {
  const { operator } = useStore(useParts().statusPoll)
  return operator !== undefined && isRoleAllowed(operator.role, ['content'])
}

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
