/** The 18 interface languages in display order. `code` is used in the API, `locale` for Intl and HTML. */
export const languages = [
  { code: 'hk', locale: 'zh-Hant-HK', name: '繁體中文', direction: 'ltr' },
  { code: 'en', locale: 'en', name: 'English', direction: 'ltr' },
  { code: 'jp', locale: 'ja', name: '日本語', direction: 'ltr' },
  { code: 'kr', locale: 'ko', name: '한국어', direction: 'ltr' },
  { code: 'th', locale: 'th', name: 'ไทย', direction: 'ltr' },
  { code: 'vn', locale: 'vi', name: 'Tiếng Việt', direction: 'ltr' },
  { code: 'fr', locale: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'de', locale: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'ru', locale: 'ru', name: 'Русский', direction: 'ltr' },
  { code: 'spa', locale: 'es', name: 'Español', direction: 'ltr' },
  { code: 'pt', locale: 'pt', name: 'Português', direction: 'ltr' },
  { code: 'ar', locale: 'ar', name: 'العربية', direction: 'rtl' },
  { code: 'it', locale: 'it', name: 'Italiano', direction: 'ltr' },
  { code: 'tr', locale: 'tr', name: 'Türkçe', direction: 'ltr' },
  { code: 'id', locale: 'id', name: 'Bahasa Indonesia', direction: 'ltr' },
  { code: 'my', locale: 'ms', name: 'Bahasa Melayu', direction: 'ltr' },
  { code: 'hi', locale: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { code: 'cs', locale: 'cs', name: 'Čeština', direction: 'ltr' },
] as const satisfies readonly LanguageShape[]

type LanguageShape = {
  readonly code: string
  readonly locale: string
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
}

export type Language = (typeof languages)[number]
export type LanguageCode = Language['code']

export const defaultLanguage: LanguageCode = 'hk'

const byCode: ReadonlyMap<string, Language> = new Map(languages.map((language) => [language.code, language]))

/** Aliases of languages. All aliases of Chinese map to `hk`; the others are ISO 639 codes. */
const codeOfAlias: ReadonlyMap<string, LanguageCode> = new Map([
  ['tw', 'hk'],
  ['zh', 'hk'],
  ['ja', 'jp'],
  ['ko', 'kr'],
  ['vi', 'vn'],
  ['es', 'spa'],
  ['ms', 'my'],
])

export function languageOf(code: LanguageCode): Language {
  const language = byCode.get(code)
  if (language === undefined) throw new Error(`unknown language: ${code}`)
  return language
}

/** Parses an API language code or an alias ("hk", "tw", "zh-CN", "ja"). */
export function languageFromCode(text: string): LanguageCode | undefined {
  const lower = text.trim().toLowerCase()
  return byCode.get(lower)?.code ?? languageFromTag(lower)
}

/** Parses a BCP 47 tag ("es-419", "de-AT"). Tags "my" (Burmese) and "kr" (Kanuri) are not the codes `my` and `kr`. */
export function languageFromTag(tag: string): LanguageCode | undefined {
  const subtag = tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  return codeOfAlias.get(subtag) ?? byLocale.get(subtag)
}

const byLocale: ReadonlyMap<string, LanguageCode> = new Map(
  languages.map((language) => [language.locale, language.code]),
)

/** Language of a first visit: the first supported one of the browser's languages, or the default. */
export function chooseLanguage(preferred: readonly string[]): LanguageCode {
  for (const tag of preferred) {
    const code = languageFromTag(tag)
    if (code !== undefined) return code
  }
  return defaultLanguage
}
