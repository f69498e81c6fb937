import { createValueStore, type Store } from '#desk/platform/value-store.ts'
import type { StoredText } from '#desk/stores/stored-text.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { loadDeskMessages } from '#i18n/desk/load-messages.ts'
import { chooseLanguage, type LanguageCode, languageOf } from '#i18n/languages.ts'
import { createTranslator, type Translate } from '#i18n/translator.ts'

/** The languages the console speaks. */
export const deskLanguages = ['hk', 'en'] as const satisfies readonly LanguageCode[]
export type DeskLanguage = (typeof deskLanguages)[number]

/** The language in use and what it says; a new value whenever it changes. */
export type Translations = {
  readonly language: DeskLanguage
  /** For dates and figures. */
  readonly locale: string
  readonly t: Translate<DeskKey>
}

export type TranslationsStore = Store<Translations> & {
  /** Rejects, and changes nothing, when the dictionary cannot be fetched. */
  readonly choose: (language: DeskLanguage) => Promise<void>
}

export const languageStorageKey = 'openlot.desk_language'

export async function createTranslations(
  stored: StoredText,
  preferred: readonly string[],
): Promise<TranslationsStore> {
  const words = createValueStore(await load(firstLanguage(stored.read(), preferred)))
  let newest = 0
  return {
    get: words.get,
    subscribe: words.subscribe,
    async choose(language) {
      newest += 1
      const choice = newest
      const loaded = await load(language)
      // A later choice may have come in before this dictionary did.
      if (choice !== newest) return
      stored.write(language)
      words.set(loaded)
    },
  }
}

/** What was chosen here before, or what the browser asks for; English for a language the console does not speak. */
function firstLanguage(stored: string | undefined, preferred: readonly string[]): DeskLanguage {
  const chosen = stored ?? chooseLanguage(preferred)
  return deskLanguages.find((language) => language === chosen) ?? 'en'
}

async function load(language: DeskLanguage): Promise<Translations> {
  const { messages } = await loadDeskMessages(language)
  const { locale } = languageOf(language)
  return { language, locale, t: createTranslator(locale, messages) }
}
