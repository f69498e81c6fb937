import type { AccountKey } from '#i18n/account/en.ts'
import { loadAccountMessages } from '#i18n/account/load-messages.ts'
import type { EntryKey } from '#i18n/entry/en.ts'
import { loadEntryMessages } from '#i18n/entry/load-messages.ts'
import type { HistoryKey } from '#i18n/history/en.ts'
import { loadHistoryMessages } from '#i18n/history/load-messages.ts'
import { chooseLanguage, type LanguageCode, languageFromCode, languageOf } from '#i18n/languages.ts'
import type { OrdersKey } from '#i18n/orders/en.ts'
import { loadOrdersMessages } from '#i18n/orders/load-messages.ts'
import type { TicketKey } from '#i18n/ticket/en.ts'
import { loadTicketMessages } from '#i18n/ticket/load-messages.ts'
import type { TradingKey } from '#i18n/trading/en.ts'
import { loadTradingMessages } from '#i18n/trading/load-messages.ts'
import { createTranslator, type Translate } from '#i18n/translator.ts'
import type { WebKey, WebMessages } from '#i18n/web/en.ts'
import { loadWebMessages } from '#i18n/web/load-messages.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

/** Words that only some screens say, and that come with the first of those. */
export type DictionaryName = keyof DictionaryKeys

/** What the words of each book are asked for by. */
export type DictionaryKeys = {
  readonly entry: EntryKey
  readonly account: AccountKey
  readonly trading: TradingKey
  readonly ticket: TicketKey
  readonly orders: OrdersKey
  readonly history: HistoryKey
}

/** The language in use and what it says. A new value for each language, so that whoever shows words shows them anew. */
export type Translations = { readonly language: LanguageCode; readonly t: Translate<WebKey> }

export type TranslationStore = ReadableStore<Translations> & {
  /** Resolves once the language is in use; keeps the present one when its dictionary cannot be loaded. */
  readonly choose: (language: LanguageCode) => Promise<void>
  /** Resolves once the words of the book are among those in use, now and in every language chosen later. */
  readonly loadDictionary: (book: DictionaryName) => Promise<void>
}

export const languageStorageKey = 'openlot.language'

const loaders = {
  entry: loadEntryMessages,
  account: loadAccountMessages,
  trading: loadTradingMessages,
  ticket: loadTicketMessages,
  orders: loadOrdersMessages,
  history: loadHistoryMessages,
}

/** The language of an earlier visit, or the browser's when we have it, or the default. */
export async function createTranslations(
  stored: StoredText,
  preferred: readonly string[],
): Promise<TranslationStore> {
  const books = new Set<DictionaryName>()
  const coming = new Map<DictionaryName, Promise<void>>()
  let wanted = languageFromCode(stored.read() ?? '') ?? chooseLanguage(preferred)
  const words = createValueStore(await load(wanted, books))

  /** Loads until what was loaded is what is wanted by then: a book or a language may be asked for meanwhile. */
  async function bringUp(): Promise<void> {
    const language = wanted
    const count = books.size
    const loaded = await load(language, books)
    if (wanted !== language) return
    if (books.size !== count) return await bringUp()
    words.set(loaded)
  }
  return {
    getSnapshot: words.getSnapshot,
    subscribe: words.subscribe,
    async choose(language) {
      const before = wanted
      wanted = language
      try {
        await bringUp()
      } catch (fault) {
        if (wanted === language) wanted = before
        throw fault
      }
      if (wanted === language) stored.write(language)
    },
    loadDictionary(book) {
      const present = coming.get(book)
      if (present !== undefined) return present
      books.add(book)
      const arrival = bringUp().catch((fault: unknown) => {
        books.delete(book)
        coming.delete(book)
        throw fault
      })
      coming.set(book, arrival)
      return arrival
    },
  }
}

async function load(language: LanguageCode, books: ReadonlySet<DictionaryName>): Promise<Translations> {
  const [spoken, ...others] = await Promise.all([
    loadWebMessages(language),
    ...[...books].map((book) => loaders[book](language)),
  ])
  const messages: WebMessages = Object.assign({}, spoken.messages, ...others.map((other) => other.messages))
  return { language, t: createTranslator(languageOf(spoken.language).locale, messages) }
}
