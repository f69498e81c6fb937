import { Redirect, useLocation, useSearch } from 'wouter'
import { Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Page } from '#desk/parts/page.tsx'
import { pageCount, pageFromQuery } from '#desk/parts/pagination.ts'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { useCanWrite } from '#desk/screens/articles/article-list.ts'
import { ArticleTable } from '#desk/screens/articles/article-table.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'

const pathOf = (page: number) => (page === 1 ? '/news' : `/news?page=${page}`)

/** All news with their states, newest first. */
export function NewsScreen() {
  const t = useTranslate()
  const [, go] = useLocation()
  const { calls } = useParts()
  const page = pageFromQuery(new URLSearchParams(useSearch()).get('page'))
  const canWrite = useCanWrite()
  const query = useServerQuery(['articles', 'news', page], (options) =>
    calls.articles({ kind: 'news', page }, options),
  )
  const { run, isBusy } = useMutation(() => calls.createNews())
  const create = async () => {
    const result = await run(undefined)
    if (result.isDone) go(`/news/${result.answer.id}`)
  }
  return (
    <Page
      actions={
        canWrite ? (
          <Button busy={isBusy} icon="plus" onClick={() => void create()} size="small">
            {t('articles.new')}
          </Button>
        ) : null
      }
      title={t('articles.news')}
    >
      {canWrite ? null : <Notice className="mb-4">{t('articles.viewer')}</Notice>}
      <QueryView failedTitle={t('articles.failed')} query={query} skeleton={<TableSkeleton />}>
        {({ data, total }) => {
          if (total === 0) return <EmptyState icon="news" title={t('articles.empty')} />
          // The page may be from an old link.
          if (page > pageCount(total)) return <Redirect replace to={pathOf(pageCount(total))} />
          return (
            <div className="grid grid-cols-1 gap-2">
              <ArticleTable
                articles={data}
                list="news"
                nameOf={({ title }) => (title === '' ? t('article.untitled') : title)}
              />
              <Pagination onTurn={(next) => go(pathOf(next))} page={page} total={total} />
            </div>
          )
        }}
      </QueryView>
    </Page>
  )
}
