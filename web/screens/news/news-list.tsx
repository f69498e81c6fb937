import { useLocation } from 'wouter'
import { textLanguage } from '#browser/i18n/text-language.ts'
import type { NewsItem } from '#contract/calls/content.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { List } from '#ui/list.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readNews } from '#web/calls/content.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { ArticlePicture } from '#web/parts/article/article-picture.tsx'
import { usePagedList } from '#web/parts/lists/use-paged-list.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'

const newsKey = ({ id }: NewsItem): string => String(id)

/** Estimated height of a row in pixels. */
const rowPx = 116

export function NewsList() {
  const t = useDictionary('content')
  const list = usePagedList<NewsItem>({
    key: ['news'],
    readPage: readNews,
    keyOf: newsKey,
    isTranslated: true,
  })
  return (
    <List
      empty={<EmptyState icon="news" text={t('news.none_text')} title={t('news.none')} />}
      failedText={t('news.failed')}
      hasMore={list.hasMore}
      items={list.items}
      keyOf={newsKey}
      label={t('news.list')}
      onMore={list.loadMore}
      onRefresh={list.refresh}
      onRetry={list.retry}
      rowPx={rowPx}
      skeleton={<NewsRowSkeleton />}
      skeletonCount={6}
      state={list.status}
    >
      {(item) => <NewsRow item={item} />}
    </List>
  )
}

const rowClass = 'flex w-full items-start gap-3 px-4 py-3.5 text-start'

function NewsRow({ item }: { item: NewsItem }) {
  const [, go] = useLocation()
  const { date } = useDateFormat()
  const path = `/news/detail?id=${item.id}`
  const texts = textLanguage(item.language)
  return (
    <Pressable
      className={`${rowClass} transition-colors hover:bg-hover active:bg-hover focus-visible:-outline-offset-2`}
      href={path}
      onSelect={() => go(path)}
    >
      <span className="grid min-w-0 grow grid-cols-1 gap-1">
        <span {...texts} className="line-clamp-3 font-semibold break-words text-balance hyphens-auto">
          {item.title}
        </span>
        {item.desc === '' ? null : (
          <span {...texts} className="line-clamp-2 text-13 break-words hyphens-auto text-dim">
            {item.desc}
          </span>
        )}
        <span className="text-12 text-dim tabular-nums">{date(item.created_at)}</span>
      </span>
      <ArticlePicture className="size-21 shrink-0 rounded-8" path={item.logo} />
    </Pressable>
  )
}

function NewsRowSkeleton() {
  return (
    <div className={rowClass}>
      <div className="grid grow gap-2 pt-1">
        <Skeleton className="w-full" />
        <Skeleton className="w-2/3" />
        <Skeleton className="h-3 w-24" />
      </div>
      <Skeleton className="size-21" shape="box" />
    </div>
  )
}
