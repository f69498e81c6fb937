import type { ReactNode } from 'react'
import { reasonOf } from '#browser/calls/call-failure.ts'
import { textLanguage } from '#browser/i18n/text-language.ts'
import type { LegalTextAnswer } from '#contract/calls/content.ts'
import type { LegalKind } from '#core/content/article.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { readLegalText } from '#web/calls/content.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { Article } from '#web/parts/article/article.tsx'
import { ArticleSkeleton } from '#web/parts/article/article-skeleton.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'

type LegalTextProps = {
  readonly kind: LegalKind
  /** Undefined for the current version. */
  readonly edition: number | undefined
  readonly hasNewTabs?: boolean
  /** Above the text of a version that is not current. */
  readonly notCurrent?: ReactNode
  /** Leads on from a version that does not exist. */
  readonly noEdition?: ReactNode
}

/** A version of a legal text, with its number and date. */
export function LegalText({ kind, edition, hasNewTabs = false, notCurrent, noEdition }: LegalTextProps) {
  const t = useDictionary('content')
  const { data, error, refetch } = useServerQuery({
    key: ['legal_text', kind, edition ?? 0],
    read: (call, signal) =>
      readLegalText(call, { kind, ...(edition === undefined ? {} : { edition }) }, signal),
    isTranslated: true,
  })
  if (data !== undefined)
    return (
      <article className="grid grid-cols-1 gap-4">
        <LegalHead text={data} />
        {data.is_current === 1 ? null : notCurrent}
        <Article content={data.content} hasNewTabs={hasNewTabs} language={data.language} />
      </article>
    )
  if (reasonOf(error) === 'not_found')
    return (
      <EmptyState
        action={edition === undefined ? undefined : noEdition}
        icon="order"
        title={t(edition === undefined ? 'legal.missing' : 'legal.missing_edition')}
      />
    )
  if (error !== null)
    return <LoadFailed onRetry={async () => void (await refetch())} title={t('article.failed')} />
  return <ArticleSkeleton />
}

function LegalHead({ text }: { text: LegalTextAnswer }) {
  const t = useDictionary('content')
  const { date } = useDateFormat()
  return (
    <header className="grid grid-cols-1 gap-2">
      <h2
        {...textLanguage(text.language)}
        className="text-20 font-bold tracking-tight break-words text-balance hyphens-auto"
      >
        {text.title}
      </h2>
      <p className="text-12 text-dim tabular-nums">
        {t('legal.version', { edition: text.edition, date: date(text.updated_at) })}
        {text.is_current === 1 ? ` · ${t('legal.current')}` : null}
      </p>
    </header>
  )
}
