import { useEffect } from 'react'
import { textLanguage } from '#browser/i18n/text-language.ts'
import type { AnnouncementAnswer } from '#contract/calls/content.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { readAnnouncement } from '#web/calls/content.ts'
import { createAnnouncementSeen } from '#web/parts/announcement-seen.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { Article } from '#web/parts/article/article.tsx'
import { ArticleSkeleton } from '#web/parts/article/article-skeleton.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { SupportIcon } from '#web/parts/support/support-button.tsx'
import { useDateFormat } from '#web/parts/use-date-format.ts'

/** The announcement, and the countries that are not served. */
export function AnnouncementScreen() {
  const t = useDictionary('content')
  const back = useBack('/user')
  const { late } = useParts()
  const { data, error, refetch } = useServerQuery({
    key: ['announcement'],
    read: readAnnouncement,
    isTranslated: true,
  })
  const edition = data?.edition
  useEffect(() => {
    if (edition !== undefined) late.once(createAnnouncementSeen).see(edition)
  }, [late, edition])
  return (
    <Screen actions={<SupportIcon />} back={back} scrollFocusable title={t('title.announcement')}>
      <div className="grid grid-cols-1 gap-6 px-4 pt-1 pb-8">
        {data !== undefined ? (
          <>
            <AnnouncementText announcement={data} />
            <Countries countries={data.countries} />
          </>
        ) : error !== null ? (
          <LoadFailed onRetry={async () => void (await refetch())} title={t('article.failed')} />
        ) : (
          <ArticleSkeleton />
        )}
      </div>
    </Screen>
  )
}

function AnnouncementText({ announcement }: { announcement: AnnouncementAnswer }) {
  const t = useDictionary('content')
  const { date } = useDateFormat()
  const { edition, title, content, language, updated_at } = announcement
  if (edition === 0) return <EmptyState icon="announcement" title={t('announcement.none')} />
  return (
    <article className="grid grid-cols-1 gap-4">
      <header className="grid grid-cols-1 gap-2">
        <h2
          {...textLanguage(language)}
          className="text-20 font-bold tracking-tight break-words text-balance hyphens-auto"
        >
          {title}
        </h2>
        {updated_at === null ? null : <p className="text-12 text-dim tabular-nums">{date(updated_at)}</p>}
      </header>
      <Article content={content} language={language} />
    </article>
  )
}

function Countries({ countries }: Pick<AnnouncementAnswer, 'countries'>) {
  const t = useDictionary('content')
  if (countries.length === 0) return null
  return (
    <section className="grid grid-cols-1 gap-2 rounded-16 border border-line bg-surface p-4">
      <h2 className="font-semibold">{t('announcement.countries')}</h2>
      <p className="text-13 text-dim">{t('announcement.countries_text')}</p>
      <ul className="list-disc columns-2 gap-4 ps-5 text-13 break-words hyphens-auto">
        {countries.map(({ code, name }) => (
          <li className="py-0.5" key={code}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  )
}
