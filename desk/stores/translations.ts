import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { loadDeskMessages } from '#i18n/desk/load-messages.ts'
import { chooseLanguage, type LanguageCode, languageOf } from '#i18n/languages.ts'
import { createTranslator, type Translate } from '#i18n/translator.ts'

/** The languages of the console. */
export const deskLanguages = ['hk', 'en'] as const satisfies readonly LanguageCode[]
export type DeskLanguage = (typeof deskLanguages)[number]

/** The current language. The object is replaced when the language changes. */
export type Translations = {
  readonly language: DeskLanguage
  /** Locale for dates and numbers. */
  readonly locale: string
  readonly t: Translate<DeskKey>
}

export type TranslationsStore = ReadableStore<Translations> & {
  /** Rejects and changes nothing if the dictionary fails to load. */
  readonly choose: (language: DeskLanguage) => Promise<void>
}

export const languageStorageKey = 'openlot.desk_language'

export async function createTranslations(
  stored: StoredText,
  preferred: readonly string[],
): Promise<TranslationsStore> {
  const translations = createValueStore(await load(initialLanguage(stored.read(), preferred)))
  let newest = 0
  return {
    getSnapshot: translations.getSnapshot,
    subscribe: translations.subscribe,
    async choose(language) {
      newest += 1
      const choice = newest
      const loaded = await load(language)
      // A later choice wins, even if its dictionary loaded first.
      if (choice !== newest) return
      stored.write(language)
      translations.set(loaded)
    },
  }
}

/** The stored choice, or else the browser's language. English if the console does not have that language. */
function initialLanguage(stored: string | undefined, preferred: readonly string[]): DeskLanguage {
  const chosen = stored ?? chooseLanguage(preferred)
  return deskLanguages.find((language) => language === chosen) ?? 'en'
}

async function load(language: DeskLanguage): Promise<Translations> {
  const { messages } = await loadDeskMessages(language)
  const { locale } = languageOf(language)
  return { language, locale, t: createTranslator(locale, messages) }
}
