import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Say } from '#contract/outcome.ts'
import { type LanguageCode, languageOf } from '#i18n/languages.ts'
import type { ServerKey, ServerMessages } from '#i18n/server/en.ts'
import { spokenLanguage, translatedLanguages } from '#i18n/translated-languages.ts'
import { createTranslator } from '#i18n/translator.ts'

/** The server's messages by language. */
const dictionaries = new Map(
  await Promise.all(
    translatedLanguages.map(async (code) => [code as LanguageCode, await readMessages(code)] as const),
  ),
)

async function readMessages(language: LanguageCode): Promise<ServerMessages> {
  const { messages } = await import(`#i18n/server/${language}.ts`)
  return messages
}

/** The translator of a language, for messages the server sends to users. */
export type TranslatorFor = (language: LanguageCode) => Say

export function createTranslators(): TranslatorFor {
  const spoken = new Map([...dictionaries].map(([code, messages]) => [code, createSay(code, messages)]))
  return (language) => {
    const say = spoken.get(spokenLanguage(language))
    if (say === undefined) throw new Error(`no dictionary for ${language}`)
    return say
  }
}

function createSay(language: LanguageCode, messages: ServerMessages): Say {
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)] as const)
  return createTranslator(
    languageOf(language).locale,
    Object.fromEntries(compiled) as Record<ServerKey, ReturnType<typeof compileMessage>>,
  )
}
