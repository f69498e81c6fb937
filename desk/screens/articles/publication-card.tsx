import { useState } from 'react'
import { formatDateTime } from '#browser/time/date-format.ts'
import { isLegalKind } from '#core/content/article.ts'
import { useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { Card, Fact } from '#desk/parts/page.tsx'
import { languageNames } from '#desk/parts/text-language.ts'
import { DateTime } from '#desk/parts/time.tsx'
import { ArticleBadges } from '#desk/screens/articles/article-badges.tsx'
import { publishProblem } from '#desk/screens/articles/draft-state.ts'
import { PublishDialog } from '#desk/screens/articles/publish-dialog.tsx'
import { UnpublishDialog } from '#desk/screens/articles/unpublish-dialog.tsx'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { Button } from '#ui/button.tsx'

type PublicationCardProps = { readonly draft: Draft; readonly canWrite: boolean }
type OpenDialog = 'publish' | 'article' | 'schedule'

/** Which version users see, which one is scheduled, and the actions on them. */
export function PublicationCard({ draft, canWrite }: PublicationCardProps) {
  const { t, locale } = useTranslations()
  const [open, setOpen] = useState<OpenDialog>()
  const { article } = draft
  const { edition, scheduled_edition, scheduled_at, published_at } = article
  const close = () => setOpen(undefined)
  return (
    <Card
      actions={canWrite ? <Actions draft={draft} onOpen={setOpen} /> : <ArticleBadges article={article} />}
      title={t('article.publication')}
    >
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {canWrite ? (
          <Fact label={t('articles.column.state')}>
            <ArticleBadges article={article} />
          </Fact>
        ) : null}
        <Fact label={t('article.version')}>
          {edition === 0 ? t('article.never') : t('article.edition', { edition })}
        </Fact>
        {edition === 0 || published_at === null ? null : (
          <Fact label={t('article.since')}>
            <DateTime at={published_at} />
          </Fact>
        )}
        {scheduled_at === null ? null : (
          <Fact label={t('article.scheduled')}>
            {t('article.scheduled_for', {
              edition: scheduled_edition,
              time: formatDateTime(scheduled_at, { locale }),
            })}
          </Fact>
        )}
      </dl>
      {canWrite ? <Problem draft={draft} /> : null}
      {open === 'publish' ? <PublishDialog draft={draft} onClose={close} /> : null}
      {open === 'article' || open === 'schedule' ? (
        <UnpublishDialog draft={draft} onClose={close} what={open} />
      ) : null}
    </Card>
  )
}

function Actions({ draft, onOpen }: { draft: Draft; onOpen: (dialog: OpenDialog) => void }) {
  const t = useTranslate()
  const { article, typed } = draft
  return (
    <>
      {article.scheduled_at === null ? null : (
        <Button onClick={() => onOpen('schedule')} size="small" variant="secondary">
          {t('article.cancel')}
        </Button>
      )}
      {article.edition === 0 || article.state === 'unpublished' || isLegalKind(article.kind) ? null : (
        <Button onClick={() => onOpen('article')} size="small" variant="secondary">
          {t('article.unpublish')}
        </Button>
      )}
      <Button
        disabled={publishProblem(article, typed) !== undefined}
        onClick={() => onOpen('publish')}
        size="small"
      >
        {t('article.publish')}
      </Button>
    </>
  )
}

/** Why the button is off. */
function Problem({ draft: { article, typed } }: { draft: Draft }) {
  const { t, locale } = useTranslations()
  const problem = publishProblem(article, typed)
  if (problem === undefined) return null
  return (
    <p className="mt-2 text-13 text-dim">
      {problem.kind === 'incomplete'
        ? t('article.publish.incomplete', { languages: languageNames(problem.languages, locale) })
        : t(`article.publish.${problem.kind}`)}
    </p>
  )
}
