import { useLocation } from 'wouter'
import { reasonOf } from '#browser/calls/call-failure.ts'
import { textLanguage } from '#browser/i18n/text-language.ts'
import type { NewsInfoAnswer } from '#contract/calls/content.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { readNewsArticle } from '#web/calls/content.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { Article } from '#web/parts/article/article.tsx'
import { ArticlePicture } from '#web/parts/article/article-picture.tsx'
import { ArticleSkeleton } from '#web/parts/article/article-skeleton.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'

/** One article of the news. */
export function NewsDetailScreen({ search }: ScreenProps) {
  const t = useDictionary('content')
  const back = useBack('/news')
  const id = articleId(search)
  return (
    <Screen back={back} scrollFocusable title={t('title.news_detail')}>
      {id === undefined ? <UnknownArticle /> : <NewsArticle id={id} key={id} />}
    </Screen>
  )
}

/** Undefined if the address names no article. */
function articleId(search: string): number | undefined {
  const text = new URLSearchParams(search).get('id') ?? ''
  const id = Number(text)
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(id) ? id : undefined
}

function NewsArticle({ id }: { id: number }) {
  const t = useDictionary('content')
  const { data, error, refetch } = useServerQuery({
    key: ['news_article', id],
    read: (call, signal) => readNewsArticle(call, id, signal),
    isTranslated: true,
    // Read when the screen opens, and not when the page becomes visible: the loading indicator would cover the text.
    isConstant: true,
    isForgotten: true,
  })
  if (data !== undefined) return <ArticleView article={data} />
  if (reasonOf(error) === 'not_found') return <UnknownArticle />
  if (error !== null)
    return <LoadFailed onRetry={async () => void (await refetch())} title={t('article.failed')} />
  return (
    <div className="px-4">
      <ArticleSkeleton />
    </div>
  )
}

function ArticleView({ article }: { article: NewsInfoAnswer }) {
  const t = useDictionary('content')
  const { date } = useDateFormat()
  const { title, desc, logo, content, language, created_at, updated_at } = article
  const day = date(created_at)
  const updated = date(updated_at)
  const texts = textLanguage(language)
  return (
    <article className="grid grid-cols-1 gap-4 px-4 pt-1 pb-8">
      <header className="grid grid-cols-1 gap-2">
        <h2 {...texts} className="text-20 font-bold tracking-tight break-words text-balance hyphens-auto">
          {title}
        </h2>
        <p className="text-12 text-dim tabular-nums">
          {day}
          {updated === day ? null : ` · ${t('news.updated', { date: updated })}`}
        </p>
      </header>
      <ArticlePicture className="aspect-video w-full rounded-16" path={logo} />
      {desc === '' ? null : (
        <p {...texts} className="font-semibold break-words hyphens-auto">
          {desc}
        </p>
      )}
      <Article content={content} language={language} />
    </article>
  )
}

function UnknownArticle() {
  const t = useDictionary('content')
  const [, go] = useLocation()
  return (
    <EmptyState
      action={
        <ButtonLink href="/news" onSelect={() => go('/news', { replace: true })} variant="secondary">
          {t('news.all')}
        </ButtonLink>
      }
      icon="news"
      text={t('news.unknown_text')}
      title={t('news.unknown')}
    />
  )
}
