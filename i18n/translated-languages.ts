import type { LanguageCode } from '#i18n/languages.ts'

/** Languages that every dictionary of the app and the server has a file for. A test compares the list with the files. */
export const translatedLanguages = ['hk', 'en'] as const satisfies readonly LanguageCode[]

/** Languages of the operator console, in the order of its switch. The same test compares them with its files. */
export const deskLanguages = ['hk', 'en'] as const satisfies readonly LanguageCode[]

/** The language of the texts shown for a chosen language: English until it is translated. */
export function spokenLanguage(chosen: LanguageCode): LanguageCode {
  return translatedLanguages.find((language) => language === chosen) ?? 'en'
}
