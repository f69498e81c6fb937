// Journeys of texts run in English or in Chinese, by turns from commit to commit.
import { languageOf } from '#i18n/languages.ts'
import { type Words, wordsIn } from '#test/browser/words.ts'
import { propertySeed } from '#test/fast-check.ts'

const isEnglish = propertySeed() % 2 === 0
const names = { en: languageOf('en').name, hk: languageOf('hk').name }

export const journeyAppearance = isEnglish
  ? ({ locale: 'en', colorScheme: 'dark' } as const)
  : ({ locale: 'zh-HK', colorScheme: 'light' } as const)

/** Name of the language of the journey, and of the other one. */
export const [journeyLanguage, otherLanguage] = isEnglish ? [names.en, names.hk] : [names.hk, names.en]

export function journeyWords(): Promise<Words> {
  return wordsIn(isEnglish ? 'en' : 'hk')
}
