import { useState } from 'react'
import type { DeskArticleAnswer } from '#contract/desk/content.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap } from '#desk/parts/keyboard-shortcuts.tsx'
import { LanguageTabs } from '#desk/parts/language-tabs.tsx'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, type ServerQuery, useServerQuery } from '#desk/parts/query.tsx'
import { useSaveShortcut } from '#desk/parts/save-shortcut.ts'
import { type ArticleList, useCanWrite } from '#desk/screens/articles/article-list.ts'
import { DraftPreview } from '#desk/screens/articles/article-preview.tsx'
import { firstLanguage, textState, unsavedLanguages } from '#desk/screens/articles/draft-state.ts'
import { HistoryCard } from '#desk/screens/articles/history-card.tsx'
import { LogoCard } from '#desk/screens/articles/logo-card.tsx'
import { PublicationCard } from '#desk/screens/articles/publication-card.tsx'
import { TextEditor } from '#desk/screens/articles/text-editor.tsx'
import { nameOfText } from '#desk/screens/articles/texts-screen.tsx'
import { UnsavedNotice } from '#desk/screens/articles/unsaved-notice.tsx'
import { type Draft, useDraft } from '#desk/screens/articles/use-draft.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TabPanel } from '#ui/tabs.tsx'

type ArticleScreenProps = { readonly id: number; readonly list: ArticleList }

/** One article: the draft in all languages, its publication and its versions. */
export function ArticleScreen({ id, list }: ArticleScreenProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['article', id], (options) => calls.article({ id }, options))
  const back = <BackLink href={`/${list}`} label={t(`article.back.${list}`)} />
  if (query.data !== undefined) return <LoadedArticle article={query.data} back={back} query={query} />
  return (
    <Page back={back} title={t(`articles.${list}`)}>
      <QueryView failedTitle={t('article.failed')} query={query} skeleton={<TableSkeleton />}>
        {() => null}
      </QueryView>
    </Page>
  )
}

type LoadedArticleProps = {
  readonly article: DeskArticleAnswer
  readonly query: ServerQuery<DeskArticleAnswer>
  readonly back: React.JSX.Element
}

function LoadedArticle({ article, query, back }: LoadedArticleProps) {
  const t = useTranslate()
  const canWrite = useCanWrite()
  const draft = useDraft(article, query)
  const [language, setLanguage] = useState<LanguageCode>(() => firstLanguage(article, draft.typed))
  const isUnsaved = unsavedLanguages(draft.typed).length > 0
  const save = async () => {
    const first = await draft.save()
    if (first !== undefined) setLanguage(first)
  }
  useSaveShortcut(() => {
    if (canWrite && isUnsaved) void save()
  })
  return (
    <Page
      actions={
        canWrite ? (
          <Button
            aria-keyshortcuts="Control+S"
            busy={draft.isSaving}
            disabled={!isUnsaved}
            onClick={() => void save()}
            size="small"
          >
            {t('article.save')} <KeyCap>Ctrl S</KeyCap>
          </Button>
        ) : null
      }
      back={back}
      title={titleOf(article, t)}
    >
      <div className="grid grid-cols-1 gap-4">
        {canWrite ? null : <Notice>{t('articles.viewer')}</Notice>}
        <PublicationCard canWrite={canWrite} draft={draft} />
        {isUnsaved ? <UnsavedNotice draft={draft} language={language} /> : null}
        <ArticleTexts canWrite={canWrite} draft={draft} language={language} onLanguage={setLanguage} />
        <HistoryCard canWrite={canWrite} draft={draft} />
      </div>
    </Page>
  )
}

function titleOf(article: DeskArticleAnswer, t: ReturnType<typeof useTranslate>): string {
  if (article.kind !== 'news') return nameOfText(article, t)
  return article.title === '' ? t('article.untitled') : article.title
}

type ArticleTextsProps = {
  readonly draft: Draft
  readonly canWrite: boolean
  readonly language: LanguageCode
  readonly onLanguage: (language: LanguageCode) => void
}

const panelId = 'article-text'

/** The fields of one language, with the preview beside them. Viewers see the preview only. */
function ArticleTexts({ draft, canWrite, language, onLanguage }: ArticleTextsProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <LanguageTabs
        canWrite={canWrite}
        language={language}
        onLanguage={onLanguage}
        panelId={panelId}
        stateOf={(code) => textState(draft.article, draft.typed, code)}
      />
      <TabPanel
        className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_390px]"
        id={panelId}
        value={language}
      >
        {canWrite ? (
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <TextEditor draft={draft} key={language} language={language} />
            {draft.article.kind === 'news' ? <LogoCard draft={draft} /> : null}
          </div>
        ) : null}
        <DraftPreview draft={draft} key={`preview-${language}`} language={language} />
      </TabPanel>
    </div>
  )
}
