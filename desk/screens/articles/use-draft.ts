import type { DeskArticleAnswer } from '#contract/desk/content.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useLeaveWarning } from '#desk/parts/leave-warning.ts'
import { useMutation } from '#desk/parts/mutation.ts'
import type { ServerQuery } from '#desk/parts/query.tsx'
import { unsavedLanguages } from '#desk/screens/articles/draft-state.ts'
import { saveTexts } from '#desk/screens/articles/save-texts.ts'
import { type TypedTexts, typedTextsKey } from '#desk/stores/typed-texts.ts'
import type { LanguageCode } from '#i18n/languages.ts'

export type Draft = {
  readonly article: DeskArticleAnswer
  readonly typed: TypedTexts
  readonly setTyped: (texts: TypedTexts) => void
  /**
   * Saves all unsaved languages. Returns the language that has to be looked at first, if any. Does nothing during
   * another save.
   */
  readonly save: () => Promise<LanguageCode | undefined>
  readonly isSaving: boolean
  /** After another change of the article. */
  readonly setArticle: (article: DeskArticleAnswer) => void
  readonly reload: () => Promise<DeskArticleAnswer | undefined>
}

/** The saved article together with what this operator has typed. */
export function useDraft(article: DeskArticleAnswer, query: ServerQuery<DeskArticleAnswer>): Draft {
  const t = useTranslate()
  const { calls, toasts, typedTexts, statusPoll } = useParts()
  const { operator } = useStore(statusPoll)
  const key = typedTextsKey(operator?.id ?? 0, article.id)
  const typed = useStore(typedTexts)[key] ?? noTexts
  const one = useMutation(calls.saveArticleText)
  const setTyped = (texts: TypedTexts) => typedTexts.set(key, texts)
  const reload = async () => (await query.refetch()).data
  useLeaveWarning(unsavedLanguages(typed).length > 0)

  const all = useMutation(() =>
    saveTexts({
      ...{ article, setTyped, reload, onSaved: query.setData },
      typed: () => typedTexts.getSnapshot()[key] ?? noTexts,
      send: (language, text) => one.run({ id: article.id, language, ...text }),
    }),
  )
  const save = async () => {
    const result = await all.run(undefined)
    if (!result.isDone) return undefined
    if (result.answer === undefined) toasts.show({ text: t('article.saved'), tone: 'good' })
    return result.answer
  }
  return { article, typed, setTyped, save, isSaving: all.isBusy, setArticle: query.setData, reload }
}

const noTexts: TypedTexts = {}
