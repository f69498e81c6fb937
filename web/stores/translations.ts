import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
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

/** A dictionary that only some screens need, loaded with the first of them. */
export type DictionaryName = keyof DictionaryKeys

/** Message keys of each dictionary. */
export type DictionaryKeys = {
  readonly entry: EntryKey
  readonly account: AccountKey
  readonly trading: TradingKey
  readonly ticket: TicketKey
  readonly orders: OrdersKey
  readonly history: HistoryKey
}

/** The current language and its messages. A new value for each change, so that components render again. */
export type Translations = { readonly language: LanguageCode; readonly t: Translate<WebKey> }

export type TranslationStore = ReadableStore<Translations> & {
  /** Resolves once the language is active. Keeps the current one if a dictionary cannot be loaded. */
  readonly choose: (language: LanguageCode) => Promise<void>
  /** Resolves once the dictionary is loaded. It is then loaded for every language chosen later, too. */
  readonly loadDictionary: (name: DictionaryName) => Promise<void>
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

/** Starts with the stored language, else a supported one the browser prefers, else the default. */
export async function createTranslations(
  stored: StoredText,
  preferred: readonly string[],
): Promise<TranslationStore> {
  const names = new Set<DictionaryName>()
  const loading = new Map<DictionaryName, Promise<void>>()
  let wanted = languageFromCode(stored.read() ?? '') ?? chooseLanguage(preferred)
  const translations = createValueStore(await load(wanted, names))

  /** Repeats if a dictionary was added while loading; stops if another language was chosen. */
  async function update(): Promise<void> {
    const language = wanted
    const count = names.size
    const loaded = await load(language, names)
    if (wanted !== language) return
    if (names.size !== count) return await update()
    translations.set(loaded)
  }
  return {
    getSnapshot: translations.getSnapshot,
    subscribe: translations.subscribe,
    async choose(language) {
      const before = wanted
      wanted = language
      try {
        await update()
      } catch (fault) {
        if (wanted === language) wanted = before
        throw fault
      }
      if (wanted === language) stored.write(language)
    },
    loadDictionary(name) {
      const present = loading.get(name)
      if (present !== undefined) return present
      names.add(name)
      const loaded = update().catch((fault: unknown) => {
        names.delete(name)
        loading.delete(name)
        throw fault
      })
      loading.set(name, loaded)
      return loaded
    },
  }
}

async function load(language: LanguageCode, names: ReadonlySet<DictionaryName>): Promise<Translations> {
  const [web, ...others] = await Promise.all([
    loadWebMessages(language),
    ...[...names].map((name) => loaders[name](language)),
  ])
  const messages: WebMessages = Object.assign({}, web.messages, ...others.map((other) => other.messages))
  return { language, t: createTranslator(languageOf(web.language).locale, messages) }
}
