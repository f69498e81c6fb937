import { useState } from 'react'
import type { CannedAnswer } from '#contract/desk/support.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { type Column, DataTable, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useTranslate, useTranslations } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { languageName } from '#desk/parts/text-language.ts'
import { DateTime } from '#desk/parts/time.tsx'
import { cannedChoice } from '#desk/screens/support/canned-choice.ts'
import { CannedDialog } from '#desk/screens/support/canned-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'

/** Prepared answers of support, those in the language of the console first. */
export function CannedScreen() {
  const { t, spoken } = useTranslations()
  const { calls } = useParts()
  const query = useServerQuery(['canned'], calls.cannedAnswers)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<CannedAnswer | 'new'>()
  const [removed, setRemoved] = useState<CannedAnswer>()
  const { refetch } = query
  const reload = async (id: number) => (await refetch()).data?.data.find((answer) => answer.id === id)
  return (
    <Page
      actions={
        <Button icon="plus" onClick={() => setOpen('new')} size="small">
          {t('canned.add')}
        </Button>
      }
      back={<BackLink href="/support" label={t('support.back')} />}
      text={t('canned.text')}
      title={t('canned.title')}
    >
      <QueryView failedTitle={t('canned.failed')} query={query} skeleton={<TableSkeleton />}>
        {({ data }) => {
          if (data.length === 0) return <EmptyState icon="chat" title={t('canned.empty')} />
          const shown = cannedChoice(data, typed, spoken)
          return (
            <div className="grid grid-cols-1 gap-4">
              <div className="max-w-xl">
                <SearchField
                  label={t('canned.filter')}
                  onChange={setTyped}
                  placeholder={t('canned.filter')}
                  value={typed}
                />
              </div>
              {shown.length === 0 ? (
                <EmptyState icon="search" title={t('canned.none')} />
              ) : (
                <AnswersTable answers={shown} onChange={setOpen} onRemove={setRemoved} />
              )}
            </div>
          )
        }}
      </QueryView>
      {open === undefined ? null : (
        <CannedDialog
          answer={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined)
            void refetch()
          }}
          reload={reload}
        />
      )}
      {removed === undefined ? null : (
        <RemoveDialog
          answer={removed}
          onClose={() => {
            setRemoved(undefined)
            void refetch()
          }}
        />
      )}
    </Page>
  )
}

type AnswersTableProps = {
  readonly answers: readonly CannedAnswer[]
  readonly onChange: (answer: CannedAnswer) => void
  readonly onRemove: (answer: CannedAnswer) => void
}

function AnswersTable({ answers, onChange, onRemove }: AnswersTableProps) {
  const t = useTranslate()
  const columns: readonly Column<CannedAnswer>[] = [
    {
      key: 'title',
      head: t('canned.column.title'),
      className: 'min-w-36',
      cell: ({ title }) => <bdi className="font-semibold wrap-anywhere">{title}</bdi>,
    },
    {
      key: 'language',
      head: t('support.column.language'),
      className: 'whitespace-nowrap',
      cell: ({ language }) => <bdi>{languageName(language)}</bdi>,
    },
    {
      key: 'text',
      head: t('canned.column.text'),
      className: 'w-full min-w-48',
      cell: ({ text }) => (
        <p className="line-clamp-3 wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </p>
      ),
    },
    {
      key: 'changed',
      head: t('canned.column.changed'),
      className: 'min-w-36',
      cell: ({ changed_by, changed_at }) => (
        <>
          <DateTime at={changed_at} />
          <bdi className="block wrap-anywhere text-dim">{changed_by}</bdi>
        </>
      ),
    },
    {
      key: 'actions',
      head: t('canned.column.actions'),
      cell: (answer) => (
        <span className="flex gap-2">
          <Button
            aria-label={t('canned.change_of', { title: answer.title })}
            onClick={() => onChange(answer)}
            size="small"
            variant="secondary"
          >
            {t('canned.change.short')}
          </Button>
          <Button
            aria-label={t('canned.remove_of', { title: answer.title })}
            onClick={() => onRemove(answer)}
            size="small"
            variant="secondary"
          >
            {t('canned.remove')}
          </Button>
        </span>
      ),
    },
  ]
  return <DataTable columns={columns} keyOf={({ id }) => id} label={t('canned.title')} rows={answers} />
}

function RemoveDialog({ answer: { id, title }, onClose }: { answer: CannedAnswer; onClose: () => void }) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.removeCannedAnswer)
  const remove = async () => {
    const result = await run({ id })
    // Another operator may have removed it.
    if (result.isDone || result.reason === 'not_found') onClose()
  }
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t('canned.remove')}
      onConfirm={() => void remove()}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      open
      text={t('canned.remove.text', { title })}
      title={t('canned.remove.title')}
      tone="danger"
    />
  )
}
