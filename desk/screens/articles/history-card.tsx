import { useState } from 'react'
import type { DeskArticleHistoryAnswer } from '#contract/desk/content.ts'
import { type Column, DataTable, Pagination, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import { LanguagesText } from '#desk/screens/articles/article-badges.tsx'
import { EditionDialog } from '#desk/screens/articles/edition-dialog.tsx'
import { RestoreDialog } from '#desk/screens/articles/restore-dialog.tsx'
import type { Draft } from '#desk/screens/articles/use-draft.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

type HistoryCardProps = { readonly draft: Draft; readonly canWrite: boolean }
type Decision = DeskArticleHistoryAnswer['data'][number]

/** What was published when and by whom. Each version can be viewed, and restored into the draft. */
export function HistoryCard({ draft, canWrite }: HistoryCardProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const [page, setPage] = useState(1)
  const [viewed, setViewed] = useState<number>()
  const [restored, setRestored] = useState<number>()
  const restore = (edition: number) => {
    setViewed(undefined)
    setRestored(edition)
  }
  const { id, state, edition, scheduled_edition } = draft.article
  // Read again after each decision.
  const query = useServerQuery(['article_history', id, page, state, edition, scheduled_edition], (options) =>
    calls.articleHistory({ id, page }, options),
  )
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2">
      <h2 className="text-13 font-semibold">{t('article.history')}</h2>
      <QueryView failedTitle={t('article.history.failed')} query={query} skeleton={<TableSkeleton />}>
        {({ data, total }) =>
          total === 0 ? (
            <p className="text-13 text-dim">{t('article.history.empty')}</p>
          ) : (
            <>
              <HistoryTable decisions={data} onView={setViewed} />
              <Pagination onTurn={setPage} page={page} total={total} />
            </>
          )
        }
      </QueryView>
      {viewed === undefined ? null : (
        <EditionDialog
          draft={draft}
          edition={viewed}
          onClose={() => setViewed(undefined)}
          onRestore={canWrite ? () => restore(viewed) : undefined}
        />
      )}
      {restored === undefined ? null : (
        <RestoreDialog draft={draft} edition={restored} onClose={() => setRestored(undefined)} />
      )}
    </section>
  )
}

type HistoryTableProps = {
  readonly decisions: readonly Decision[]
  readonly onView: (edition: number) => void
}

function HistoryTable({ decisions, onView }: HistoryTableProps) {
  const t = useTranslate()
  const columns: readonly Column<Decision>[] = [
    {
      key: 'event',
      head: t('article.history.event'),
      className: 'w-full min-w-40',
      cell: ({ action, edition, asks_consent }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {t(`article.history.${action}`, { edition })}
          {asks_consent === 1 ? <Badge tone="accent">{t('article.history.consent')}</Badge> : null}
        </span>
      ),
    },
    {
      key: 'languages',
      head: t('articles.column.languages'),
      className: 'min-w-28',
      cell: ({ languages }) => <LanguagesText codes={languages} />,
    },
    {
      key: 'from',
      head: t('article.history.from'),
      className: 'whitespace-nowrap',
      cell: ({ from_at }) => <DateTime at={from_at} />,
    },
    {
      key: 'decided',
      head: t('article.history.decided'),
      className: 'min-w-40',
      cell: ({ decided_at, decided_by }) => (
        <span className="grid">
          <span className="whitespace-nowrap">
            <DateTime at={decided_at} />
          </span>
          <span className="wrap-anywhere text-dim">
            {decided_by === '' ? t('article.history.system') : decided_by}
          </span>
        </span>
      ),
    },
    {
      key: 'view',
      head: t('article.history.view'),
      className: 'whitespace-nowrap py-0.5!',
      cell: ({ action, edition }) =>
        edition === 0 || action === 'cancelled' ? null : (
          <Button
            aria-label={t('article.history.view_of', { edition })}
            onClick={() => onView(edition)}
            size="small"
            variant="quiet"
          >
            {t('article.history.view')}
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      columns={columns}
      keyOf={({ action, edition, decided_at }) => `${action} ${edition} ${decided_at}`}
      label={t('article.history')}
      rows={decisions}
    />
  )
}
