import { chooseLanguage, type LanguageCode, languageFromCode, languageOf } from '#i18n/languages.ts'
import { createTranslator, type Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/en.ts'
import { loadWebMessages } from '#i18n/web/load-messages.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

/** The language in use and what it says. A new value for each language, so that whoever shows words shows them anew. */
export type Words = { readonly language: LanguageCode; readonly t: Translate<WebKey> }

export type WordsStore = ReadableStore<Words> & {
  /** Resolves once the language is in use; keeps the present one when its dictionary cannot be loaded. */
  readonly choose: (language: LanguageCode) => Promise<void>
}

export const languageName = 'openlot.language'

/** The language of an earlier visit, or the browser's when we have it, or the default. */
export async function createWordsStore(
  stored: StoredText,
  preferred: readonly string[],
): Promise<WordsStore> {
  const first = languageFromCode(stored.read() ?? '') ?? chooseLanguage(preferred)
  const words = createValueStore(await load(first))
  let wanted = first
  return {
    getSnapshot: words.getSnapshot,
    subscribe: words.subscribe,
    async choose(language) {
      wanted = language
      const loaded = await load(language)
      // Two quick choices may load in the other order: the last one made is the one meant.
      if (wanted !== language) return
      stored.write(language)
      words.set(loaded)
    },
  }
}

async function load(language: LanguageCode): Promise<Words> {
  const spoken = await loadWebMessages(language)
  return { language, t: createTranslator(languageOf(spoken.language).locale, spoken.messages) }
}
