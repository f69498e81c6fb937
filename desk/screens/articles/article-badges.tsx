import type { DeskListedArticle } from '#contract/desk/content.ts'
import { useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { languageName, languageNames } from '#desk/parts/text-language.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const tones: Readonly<Record<DeskListedArticle['state'], BadgeTone>> = {
  draft: 'neutral',
  scheduled: 'accent',
  published: 'good',
  unpublished: 'neutral',
}

type ArticleBadgesProps = { readonly article: DeskListedArticle; readonly isUnsaved?: boolean }

/** The state, and what users do not see yet. */
export function ArticleBadges({ article, isUnsaved = false }: ArticleBadgesProps) {
  const t = useTranslate()
  const { state, scheduled_at, has_changes } = article
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tones[state]}>{t(`article.state.${state}`)}</Badge>
      {state !== 'scheduled' && scheduled_at !== null ? (
        <Badge tone="accent">{t('article.state.scheduled')}</Badge>
      ) : null}
      {state !== 'draft' && has_changes === 1 ? <Badge tone="warn">{t('article.has_changes')}</Badge> : null}
      {isUnsaved ? <Badge tone="danger">{t('article.is_unsaved')}</Badge> : null}
    </span>
  )
}

const mostNamed = 3

/** The languages of a draft by name; many are counted. */
export function LanguagesText({ codes }: { codes: readonly string[] }) {
  const { t, locale } = useTranslations()
  if (codes.length <= mostNamed) return languageNames(codes, locale)
  const shown = codes.slice(0, mostNamed - 1).map(languageName)
  const all = languageNames(codes, locale)
  return (
    <span title={all}>
      {t('articles.more_languages', {
        shown: languageNames(shown.length === 0 ? codes : codes.slice(0, mostNamed - 1), locale),
        count: codes.length - shown.length,
      })}
    </span>
  )
}
