import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Say } from '#contract/outcome.ts'
import { type LanguageCode, languages } from '#i18n/languages.ts'
import { messages as english, type ServerMessages } from '#i18n/server/en.ts'
import { messages as hk } from '#i18n/server/hk.ts'

/** What the server says, in each language; one without its own dictionary speaks English. */
const dictionaries: Readonly<Partial<Record<LanguageCode, ServerMessages>>> = { en: english, hk }

export type Words = (language: LanguageCode) => Say

export function createWords(): Words {
  const says = new Map(
    languages.map(({ code, locale }) => [code, sayIn(locale, dictionaries[code] ?? english)]),
  )
  return (language) => {
    const say = says.get(language)
    if (say === undefined) throw new Error(`no words for ${language}`)
    return say
  }
}

function sayIn(locale: string, messages: ServerMessages): Say {
  const compiled = Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]),
  )
  const i18n = setupI18n({ locale, messages: { [locale]: compiled } })
  return (key, values) => i18n._(key, values)
}
