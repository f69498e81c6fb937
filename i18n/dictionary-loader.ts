import type { LanguageCode } from '#i18n/languages.ts'

type Loader<Messages> = () => Promise<{ readonly messages: Messages }>

/** Lazy imports of the dictionaries by language. English is required. */
export type Dictionaries<Messages> = Readonly<Partial<Record<LanguageCode, Loader<Messages>>>> & {
  readonly en: Loader<Messages>
}

/** A dictionary and its language: English if there is none for the requested language. */
export type LoadedDictionary<Messages> = { readonly language: LanguageCode; readonly messages: Messages }

export function dictionaryLoader<Messages>(dictionaries: Dictionaries<Messages>) {
  return async (wanted: LanguageCode): Promise<LoadedDictionary<Messages>> => {
    const own = dictionaries[wanted]
    const { messages } = await (own ?? dictionaries.en)()
    return { language: own === undefined ? 'en' : wanted, messages }
  }
}
