import type { LanguageCode } from '#i18n/languages.ts'

type Loader<Messages> = () => Promise<{ readonly messages: Messages }>

/** One lazy chunk per language that has a dictionary; English always has. */
export type Dictionaries<Messages> = Readonly<Partial<Record<LanguageCode, Loader<Messages>>>> & {
  readonly en: Loader<Messages>
}

/** The language that is really spoken, and its words: one that has no dictionary of its own speaks English. */
export type Spoken<Messages> = { readonly language: LanguageCode; readonly messages: Messages }

export function dictionaryLoader<Messages>(dictionaries: Dictionaries<Messages>) {
  return async (wanted: LanguageCode): Promise<Spoken<Messages>> => {
    const own = dictionaries[wanted]
    const { messages } = await (own ?? dictionaries.en)()
    return { language: own === undefined ? 'en' : wanted, messages }
  }
}
