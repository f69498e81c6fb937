import { useState } from 'react'
import type { DeskArticleEditionAnswer } from '#contract/desk/content.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { languageName } from '#desk/parts/text-language.ts'
import { WideDialog } from '#desk/parts/wide-dialog.tsx'
import { ArticlePage } from '#desk/screens/articles/article-preview.tsx'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'

type EditionDialogProps = {
  readonly draft: Draft
  readonly edition: number
  /** Undefined if the operator may not write. */
  readonly onRestore: (() => void) | undefined
  readonly onClose: () => void
}

/** A version in all its languages. */
export function EditionDialog({ draft, edition, onRestore, onClose }: EditionDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { id } = draft.article
  const query = useServerQuery(['article_edition', id, edition], (options) =>
    calls.articleEdition({ id, edition }, options),
  )
  return (
    <WideDialog
      actions={
        onRestore === undefined ? null : (
          <Button onClick={onRestore} size="small" variant="secondary">
            {t('article.restore')}
          </Button>
        )
      }
      onClose={onClose}
      title={t('article.edition', { edition })}
    >
      <QueryView
        failedTitle={t('article.history.edition_failed')}
        query={query}
        skeleton={<Skeleton className="h-60 w-full" shape="box" />}
      >
        {(answer) => <EditionTexts edition={answer} isNews={draft.article.kind === 'news'} />}
      </QueryView>
    </WideDialog>
  )
}

const panelId = 'edition-text'

type EditionTextsProps = { readonly edition: DeskArticleEditionAnswer; readonly isNews: boolean }

function EditionTexts({ edition: { texts, logo }, isNews }: EditionTextsProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<string>()
  const shown = texts.find(({ language }) => language === chosen) ?? texts[0]
  if (shown === undefined) return null
  return (
    <div className="grid grid-cols-1 gap-4">
      <Tabs
        items={texts.map(({ language }) => ({ value: language, label: languageName(language) }))}
        label={t('language.tabs')}
        onChange={setChosen}
        panelId={panelId}
        value={shown.language}
      />
      <TabPanel className="grid grid-cols-1 justify-items-center" id={panelId} value={shown.language}>
        <ArticlePage
          description={isNews ? shown.description : ''}
          html={shown.html}
          language={shown.language}
          logo={isNews ? logo : ''}
          title={shown.title}
        />
      </TabPanel>
    </div>
  )
}
