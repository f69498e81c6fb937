import { languageFromCode, languageOf } from '#i18n/languages.ts'

export type TextLanguage = { readonly lang?: string; readonly dir: 'ltr' | 'rtl' | 'auto' }

/** Attributes of an element whose text is in this language, which may not be that of the app. */
export function textLanguage(language: string): TextLanguage {
  const code = languageFromCode(language)
  if (code === undefined) return { dir: 'auto' }
  const { locale, direction } = languageOf(code)
  return { lang: locale, dir: direction }
}
