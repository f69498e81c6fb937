// The draft of an article: saved texts and what the operator has typed, by language.
import type { DeskArticleAnswer } from '#contract/desk/content.ts'
import { articleLimits } from '#core/content/article.ts'
import { fallbackLanguages } from '#core/content/closest-language.ts'
import type { TextState } from '#desk/parts/text-language.ts'
import type { TextFields, TypedText, TypedTexts } from '#desk/stores/typed-texts.ts'
import { type LanguageCode, languages } from '#i18n/languages.ts'

type Article = { readonly texts: readonly DeskArticleAnswer['texts'][number][] }

/** The saved text. Empty, with revision 0, if there is none in this language. */
export function savedText({ texts }: Article, language: LanguageCode): TypedText {
  const { title, description, body, revision } = texts.find((text) => text.language === language) ?? noText
  return { title, description, body, revision }
}

const noText: TypedText = { title: '', description: '', body: '', revision: 0 }

/** What the fields show. */
export function shownText(article: Article, typed: TypedTexts, language: LanguageCode): TypedText {
  return typed[language] ?? savedText(article, language)
}

/** A text that is typed back to the saved one is no longer unsaved. */
export function typeText(
  article: Article,
  typed: TypedTexts,
  language: LanguageCode,
  change: Partial<TextFields>,
): TypedTexts {
  const next = { ...shownText(article, typed, language), ...change }
  const others = discardText(typed, language)
  return isSaved(article, language, next) ? others : { ...others, [language]: next }
}

export function discardText(typed: TypedTexts, language: LanguageCode): TypedTexts {
  const { [language]: _discarded, ...others } = typed
  return others
}

/** The text that another operator saved since this one started typing. */
export function conflictingText(
  article: Article,
  typed: TypedTexts,
  language: LanguageCode,
): TextFields | undefined {
  const own = typed[language]
  const saved = savedText(article, language)
  return own === undefined || own.revision === saved.revision || isSameText(own, saved) ? undefined : saved
}

/** Keeps the typed text although another operator saved a newer one: the next save replaces that. */
export function keepTyped(article: Article, typed: TypedTexts, language: LanguageCode): TypedTexts {
  const own = typed[language]
  if (own === undefined) return typed
  return { ...typed, [language]: { ...own, revision: savedText(article, language).revision } }
}

/** After `sent` was saved. What was typed meanwhile stays, on top of the new revision. */
export function settleSave(
  article: Article,
  typed: TypedTexts,
  language: LanguageCode,
  sent: TextFields,
): TypedTexts {
  const own = typed[language]
  if (own === undefined || isSameText(own, sent)) return discardText(typed, language)
  return keepTyped(article, typed, language)
}

/** Whether this text is already saved. */
export function isSaved(article: Article, language: LanguageCode, text: TextFields): boolean {
  return isSameText(text, savedText(article, language))
}

function isSameText(one: TextFields, other: TextFields): boolean {
  return one.title === other.title && one.description === other.description && one.body === other.body
}

/** In display order. */
export function unsavedLanguages(typed: TypedTexts): readonly LanguageCode[] {
  return languages.map(({ code }) => code).filter((code) => typed[code] !== undefined)
}

export function textState(article: Article, typed: TypedTexts, language: LanguageCode): TextState {
  if (typed[language] !== undefined) return 'unsaved'
  return article.texts.some((text) => text.language === language) ? 'written' : 'empty'
}

/** The language that opens first. */
export function firstLanguage(article: Article, typed: TypedTexts): LanguageCode {
  const [unsaved] = unsavedLanguages(typed)
  return unsaved ?? [...fallbackLanguages, ...languages.map(({ code }) => code)].find(hasSaved) ?? 'en'

  function hasSaved(code: LanguageCode): boolean {
    return article.texts.some((text) => text.language === code)
  }
}

/** In characters, as the server counts. */
export function textLength(text: string): number {
  return [...text].length
}

export type TextField = keyof typeof articleLimits
export const textFields = ['title', 'description', 'body'] as const satisfies readonly TextField[]

/** Fields with more characters than the server accepts. */
export function tooLong(fields: TextFields): readonly TextField[] {
  return textFields.filter((field) => textLength(fields[field]) > articleLimits[field])
}

/** Why the draft cannot be published. */
export type PublishProblem =
  | { readonly kind: 'unsaved' | 'empty' }
  | { readonly kind: 'incomplete'; readonly languages: readonly string[] }

export function publishProblem(article: Article, typed: TypedTexts): PublishProblem | undefined {
  if (unsavedLanguages(typed).length > 0) return { kind: 'unsaved' }
  if (article.texts.length === 0) return { kind: 'empty' }
  const incomplete = article.texts.filter(({ title, body }) => title.trim() === '' || body.trim() === '')
  if (incomplete.length === 0) return undefined
  return { kind: 'incomplete', languages: incomplete.map(({ language }) => language) }
}
