import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Say } from '#contract/outcome.ts'
import { type LanguageCode, languages } from '#i18n/languages.ts'
import { messages as english, type ServerKey, type ServerMessages } from '#i18n/server/en.ts'
import { messages as hk } from '#i18n/server/hk.ts'
import { createTranslator } from '#i18n/translator.ts'

/** The server's messages by language. A language without a dictionary uses English. */
const dictionaries: Readonly<Partial<Record<LanguageCode, ServerMessages>>> = { en: english, hk }

/** The translator of a language, for messages the server sends to users. */
export type TranslatorFor = (language: LanguageCode) => Say

export function createTranslators(): TranslatorFor {
  const byLanguage = new Map(
    languages.map(({ code, locale }) => [
      code,
      createSay(dictionaries[code] === undefined ? 'en' : locale, dictionaries[code] ?? english),
    ]),
  )
  return (language) => {
    const say = byLanguage.get(language)
    if (say === undefined) throw new Error(`no dictionary for ${language}`)
    return say
  }
}

function createSay(locale: string, messages: ServerMessages): Say {
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)] as const)
  return createTranslator(
    locale,
    Object.fromEntries(compiled) as Record<ServerKey, ReturnType<typeof compileMessage>>,
  )
}
