import { createTranslations, type TranslationStore, type Translations } from '#browser/i18n/translations.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { spokenLanguage } from '#i18n/translated-languages.ts'
import { type DictionaryKeys, loadWebDictionary } from '#i18n/web/load-dictionary.ts'
import type { WebKey } from '#i18n/web/shell/en.ts'

export type WebTranslations = Translations<WebKey>
export type WebTranslationStore = TranslationStore<DictionaryKeys, 'shell'>

export const languageStorageKey = 'openlot.language'

/** The translations of the app, in the 18 languages. */
export function createWebTranslations(parts: {
  readonly stored: StoredText
  readonly preferred: readonly string[]
  readonly reportError: (error: Error) => void
}): Promise<WebTranslationStore> {
  return createTranslations<DictionaryKeys, 'shell'>({
    ...parts,
    spokenLanguage,
    load: loadWebDictionary,
    first: 'shell',
  })
}
