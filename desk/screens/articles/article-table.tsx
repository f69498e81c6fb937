import { Link, useLocation } from 'wouter'
import type { DeskListedArticle } from '#contract/desk/content.ts'
import { type Column, DataTable } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { ArticleBadges, LanguagesText } from '#desk/screens/articles/article-badges.tsx'
import type { ArticleList } from '#desk/screens/articles/article-list.ts'
import { typedTextsKey } from '#desk/stores/typed-texts.ts'

type ArticleTableProps = {
  readonly list: ArticleList
  readonly articles: readonly DeskListedArticle[]
  readonly nameOf: (article: DeskListedArticle) => string
}

/** A row opens the article. */
export function ArticleTable({ list, articles, nameOf }: ArticleTableProps) {
  const t = useTranslate()
  const [, go] = useLocation()
  const { statusPoll, typedTexts } = useParts()
  const typed = useStore(typedTexts)
  const { operator } = useStore(statusPoll)
  const isUnsaved = (id: number) =>
    operator !== undefined && typed[typedTextsKey(operator.id, id)] !== undefined
  const pathOf = ({ id }: DeskListedArticle) => `/${list}/${id}`
  const columns: readonly Column<DeskListedArticle>[] = [
    {
      key: 'title',
      head: t('articles.column.title'),
      className: 'w-full min-w-40',
      cell: (article) => (
        <Link className="font-semibold wrap-anywhere hover:underline" href={pathOf(article)}>
          <bdi>{nameOf(article)}</bdi>
        </Link>
      ),
    },
    {
      key: 'state',
      head: t('articles.column.state'),
      cell: (article) => <ArticleBadges article={article} isUnsaved={isUnsaved(article.id)} />,
    },
    {
      key: 'languages',
      head: t('articles.column.languages'),
      className: 'min-w-44',
      cell: ({ languages }) => <LanguagesText codes={languages} />,
    },
    {
      key: 'published',
      head: t('articles.column.published'),
      className: 'min-w-24 xl:whitespace-nowrap',
      cell: ({ published_at, scheduled_at, state }) => {
        const at = state === 'scheduled' ? scheduled_at : published_at
        return at === null ? null : <DateTime at={at} />
      },
    },
    {
      key: 'updated',
      head: t('articles.column.updated'),
      className: 'min-w-24 xl:whitespace-nowrap',
      cell: ({ updated_at }) => <DateTime at={updated_at} />,
    },
  ]
  return (
    <DataTable
      columns={columns}
      keyOf={({ id }) => id}
      label={t(`articles.${list}`)}
      onOpen={(article) => go(pathOf(article))}
      rows={articles}
    />
  )
}
