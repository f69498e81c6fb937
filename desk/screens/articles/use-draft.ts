import { useEffect } from 'react'
import type { DeskArticleAnswer } from '#contract/desk/content.ts'
import { useParts, useStore } from '#desk/parts/desk-parts.tsx'
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
  const { calls, typedTexts, statusPoll } = useParts()
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
    return result.isDone ? result.answer : undefined
  }
  return { article, typed, setTyped, save, isSaving: all.isBusy, setArticle: query.setData, reload }
}

const noTexts: TypedTexts = {}

/** Closing the tab would lose unsaved texts. A reload keeps them, but the browser cannot tell the two apart. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
