import { createTranslations, type TranslationStore, type Translations } from '#browser/i18n/translations.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { loadDeskDictionary } from '#i18n/desk/load-dictionary.ts'
import { deskLanguages } from '#i18n/translated-languages.ts'
import { isolatingValues } from '#i18n/translator.ts'

export type DeskTranslations = Translations<DeskKey>
export type DeskTranslationStore = TranslationStore<{ readonly desk: DeskKey }, 'desk'>

export const languageStorageKey = 'openlot.desk_language'

/** The translations of the console. It is in English for an operator whose browser prefers another language. */
export function createDeskTranslations(parts: {
  readonly stored: StoredText
  readonly preferred: readonly string[]
  readonly reportError: (error: Error) => void
}): Promise<DeskTranslationStore> {
  return createTranslations({
    ...parts,
    spokenLanguage: (chosen) => deskLanguages.find((language) => language === chosen) ?? 'en',
    load: (_, language) => loadDeskDictionary(language),
    first: 'desk',
    rightToLeft: isolatingValues,
  })
}
