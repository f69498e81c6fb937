/** English and Chinese (Hong Kong): a text that a reader's own language lacks is shown in one of these. */
export const fallbackLanguages = ['en', 'hk'] as const

/** The languages in which a reader is shown a text, best first. If it has none of them, any other follows. */
export function languageOrder(language: string): readonly string[] {
  return [language, ...fallbackLanguages]
}

/** The language of the text that a reader sees. Undefined if there is no text. */
export function closestLanguage(
  texts: Readonly<Record<string, unknown>>,
  language: string,
): string | undefined {
  return [...languageOrder(language), ...Object.keys(texts).sort()].find((code) => Object.hasOwn(texts, code))
}
