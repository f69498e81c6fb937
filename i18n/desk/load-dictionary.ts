import type { LanguageCode } from '#i18n/languages.ts'

/** There must be a file for the language. A relative path, because the bundler lists the folder by it. */
export async function loadDeskDictionary(language: LanguageCode): Promise<Readonly<Record<string, string>>> {
  const { messages } = await import(`./${language}.ts`)
  return messages
}
