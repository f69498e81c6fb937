// Saves the unsaved languages of an article one after another.
import type { DeskArticleAnswer } from '#contract/desk/content.ts'
import type { MutationResult } from '#desk/parts/mutation.ts'
import {
  conflictingText,
  isSaved,
  settleSave,
  shownText,
  tooLong,
  unsavedLanguages,
} from '#desk/screens/articles/draft-state.ts'
import type { TypedText, TypedTexts } from '#desk/stores/typed-texts.ts'
import type { LanguageCode } from '#i18n/languages.ts'

export type SaveParts = {
  readonly article: DeskArticleAnswer
  /** What is typed now: the operator may type on during a save. */
  readonly typed: () => TypedTexts
  readonly setTyped: (texts: TypedTexts) => void
  readonly send: (language: LanguageCode, text: TypedText) => Promise<MutationResult<DeskArticleAnswer>>
  readonly onSaved: (article: DeskArticleAnswer) => void
  /** Undefined if it cannot be read. */
  readonly reload: () => Promise<DeskArticleAnswer | undefined>
}

/** Returns the language that has to be looked at first, if any. */
export async function saveTexts(parts: SaveParts): Promise<LanguageCode | undefined> {
  let newest = parts.article
  for (const language of unsavedLanguages(parts.typed())) {
    const saved = await saveText(parts, newest, language)
    if (saved === undefined) return language
    newest = saved
  }
  return undefined
}

/** The article after that. Undefined if the text is not saved. */
async function saveText(
  parts: SaveParts,
  article: DeskArticleAnswer,
  language: LanguageCode,
): Promise<DeskArticleAnswer | undefined> {
  const { typed, setTyped, send, onSaved } = parts
  const sent = shownText(article, typed(), language)
  const settle = (newest: DeskArticleAnswer) => {
    setTyped(settleSave(newest, typed(), language, sent))
    return newest
  }
  if (isSaved(article, language, sent)) return settle(article)
  if (tooLong(sent).length > 0 || conflictingText(article, typed(), language) !== undefined) return undefined
  const result = await send(language, sent)
  if (result.isDone) {
    onSaved(result.answer)
    return settle(result.answer)
  }
  if (result.reason !== 'changed_meanwhile') return undefined
  // The change may be an earlier save of this text whose answer was lost. Any other one now shows as a conflict.
  const newest = await parts.reload()
  return newest !== undefined && isSaved(newest, language, sent) ? settle(newest) : undefined
}
