import type { DeskListedArticle } from '#contract/desk/content.ts'
import { type ArticleKind, legalKinds } from '#core/content/article.ts'
import { TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { useCanWrite } from '#desk/screens/articles/article-list.ts'
import { ArticleTable } from '#desk/screens/articles/article-table.tsx'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Notice } from '#ui/notice.tsx'

const textKinds = ['announcement', ...legalKinds] as const

/** The announcement and the legal texts. There is one article of each kind. */
export function TextsScreen() {
  const t = useTranslate()
  const { calls } = useParts()
  const canWrite = useCanWrite()
  const query = useServerQuery(['articles', 'texts'], async (options) => {
    const answers = await Promise.all(textKinds.map((kind) => calls.articles({ kind, page: 1 }, options)))
    return answers.flatMap(({ data }) => data)
  })
  return (
    <Page text={t('articles.texts.text')} title={t('articles.texts')}>
      {canWrite ? null : <Notice className="mb-4">{t('articles.viewer')}</Notice>}
      <QueryView failedTitle={t('articles.failed')} query={query} skeleton={<TableSkeleton />}>
        {(articles) => (
          <ArticleTable articles={articles} list="texts" nameOf={(article) => nameOfText(article, t)} />
        )}
      </QueryView>
    </Page>
  )
}

/** The name of the kind: titles of legal texts are in any language. */
export function nameOfText({ kind }: Pick<DeskListedArticle, 'kind'>, t: Translate<DeskKey>): string {
  const known = textKinds.find((name): name is Exclude<ArticleKind, 'news'> => name === kind)
  return known === undefined ? kind : t(`article.kind.${known}`)
}
