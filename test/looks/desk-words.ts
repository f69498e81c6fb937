// Texts of the console in the build with the synthetic languages.
import type { DeskKey } from '#i18n/desk/en.ts'
import { languageFromTag, languageOf } from '#i18n/languages.ts'
import { isolatingValues, type Translate } from '#i18n/translator.ts'
import { translatorOf } from '#test/browser/words.ts'
import { longestMessages, longLanguages, readMessages } from '#tools/looks-languages.ts'

const folder = 'i18n/desk'

/** The texts that the console shows to a browser in this language. */
export async function deskWords(tag: string): Promise<Translate<DeskKey>> {
  const language = languageFromTag(tag) ?? 'en'
  const isLong = longLanguages.some((code) => code === language)
  const messages = isLong ? await longestMessages(folder) : await readMessages(folder, language)
  const translate = translatorOf<DeskKey>(language, messages)
  return languageOf(language).direction === 'rtl' ? isolatingValues(translate) : translate
}
