import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { chooseLanguage, type LanguageCode, languageFromCode, languageOf } from '#i18n/languages.ts'
import { createTranslator, type Translate } from '#i18n/translator.ts'

/** The current language and its messages. A new value for each change, so that components render again. */
export type Translations<Key extends string> = {
  /** The chosen language. */
  readonly language: LanguageCode
  /** The language of the texts shown, with its locale and direction: English while the chosen one is not translated. */
  readonly spoken: LanguageCode
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly t: Translate<Key>
}

/** The message keys of each dictionary. */
type KeysByName = Readonly<Record<string, string>>

/** `First` is the dictionary that is always loaded. */
export type TranslationStore<Keys extends KeysByName, First extends keyof Keys> = ReadableStore<
  Translations<Keys[First]>
> & {
  /** Resolves once the language is active. Rejects and keeps the current one if a dictionary cannot be loaded. */
  readonly choose: (language: LanguageCode) => Promise<void>
  /**
   * Resolves once the dictionary is loaded, with the current translator. The dictionary is then loaded for every
   * language chosen later, too.
   */
  readonly loadDictionary: <Name extends keyof Keys & string>(
    name: Name,
  ) => Promise<Translate<Keys[First] | Keys[Name]>>
}

type Messages = Readonly<Record<string, string>>

export type TranslationParts<Name extends string> = {
  readonly stored: StoredText
  /** The languages of the browser, the preferred one first. */
  readonly preferred: readonly string[]
  /** The language of the texts shown for a chosen language. */
  readonly spokenLanguage: (chosen: LanguageCode) => LanguageCode
  readonly load: (name: Name, language: LanguageCode) => Promise<Messages>
  /** The dictionary to start with. */
  readonly first: Name
  /** Changes the translator of a right-to-left language. */
  readonly rightToLeft?: <Key extends string>(translate: Translate<Key>) => Translate<Key>
  /** Called once for a key without a message. The English one is shown, if there is one. */
  readonly reportError: (error: Error) => void
}

/** Starts with the stored language, else a supported one the browser prefers, else the default. */
export async function createTranslations<Keys extends KeysByName, First extends keyof Keys & string>(
  parts: TranslationParts<keyof Keys & string>,
): Promise<TranslationStore<Keys, First>> {
  type Name = keyof Keys & string
  type Key = Keys[First]
  const load = cachedLoader(parts.load)
  const reported = new Set<string>()
  /** English messages that stand in for missing ones. */
  let english: Messages = {}
  let wanted = languageFromCode(parts.stored.read() ?? '') ?? chooseLanguage(parts.preferred)
  let active = await loadAll(wanted, [parts.first])
  const translations = createValueStore(translationsOf(active))

  async function loadAll(language: LanguageCode, names: readonly Name[]): Promise<ActiveLanguage<Name>> {
    const spoken = parts.spokenLanguage(language)
    const messages = await Promise.all(names.map(async (name) => [name, await load(name, spoken)] as const))
    return { language, dictionaries: new Map(messages) }
  }
  function activate(next: ActiveLanguage<Name>): void {
    active = next
    translations.set(translationsOf(next))
  }
  function translationsOf({ language, dictionaries }: ActiveLanguage<Name>): Translations<Key> {
    const spoken = parts.spokenLanguage(language)
    const { locale, direction } = languageOf(spoken)
    const messages = Object.assign({}, english, ...[...dictionaries.values()].map(withoutGaps))
    const plain = createTranslator<Key>(locale, messages, (key) => miss(key, locale))
    const t = direction === 'rtl' ? (parts.rightToLeft?.(plain) ?? plain) : plain
    return { language, spoken, locale, direction, t }
  }
  /** Called while a component renders, so the English message appears with the next render. */
  function miss(key: string, locale: string): void {
    if (reported.has(key)) return
    reported.add(key)
    parts.reportError(new Error(`no message in ${locale} for the key ${key}`))
    // Without a connection the message stays missing.
    loadEnglish().catch(() => undefined)
  }
  async function loadEnglish(): Promise<void> {
    const loaded = await loadAll('en', [...active.dictionaries.keys()])
    english = Object.assign({}, ...loaded.dictionaries.values())
    activate(active)
  }
  return {
    getSnapshot: translations.getSnapshot,
    subscribe: translations.subscribe,
    async choose(language) {
      const earlier = wanted
      wanted = language
      let next = active
      try {
        // Repeats if another dictionary became active while these were loading.
        do next = await loadAll(language, [...active.dictionaries.keys()])
        while (next.dictionaries.size < active.dictionaries.size)
      } catch (fault) {
        // An earlier choice that is still loading counts again.
        if (wanted === language) wanted = earlier
        throw fault
      }
      // A later choice wins, even if its dictionaries loaded first.
      if (wanted !== language) return
      parts.stored.write(language)
      activate(next)
    },
    async loadDictionary(name) {
      // Repeats if another language became active while the dictionary was loading.
      while (!active.dictionaries.has(name)) {
        const { language } = active
        const messages = await load(name, parts.spokenLanguage(language))
        if (active.language === language && !active.dictionaries.has(name))
          activate({ language, dictionaries: new Map([...active.dictionaries, [name, messages]]) })
      }
      // The messages are loaded by now. The compiler cannot tell which keys they have.
      return translations.getSnapshot().t as Translate<string>
    },
  }
}

type ActiveLanguage<Name> = {
  readonly language: LanguageCode
  readonly dictionaries: ReadonlyMap<Name, Messages>
}

/** Loads each dictionary once. A failed load is repeated when it is needed again. */
function cachedLoader<Name extends string>(load: TranslationParts<Name>['load']): typeof load {
  const cache = new Map<string, Promise<Messages>>()
  return (name, language) => {
    const key = `${language}/${name}`
    const loading =
      cache.get(key) ??
      load(name, language).catch((fault: unknown) => {
        cache.delete(key)
        throw fault
      })
    cache.set(key, loading)
    return loading
  }
}

/** An empty message counts as missing. */
function withoutGaps(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => message.length > 0))
}
