import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { DataTable, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { threadPath, useThreadColumns } from '#desk/screens/support/thread-columns.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'

type ThreadSearchProps = {
  /** What was searched for; empty if nothing was. */
  readonly text: string
  /** Empty to show the inbox again. */
  readonly onSearch: (text: string) => void
}

const longestSearch = 200

export function ThreadSearch({ text, onSearch }: ThreadSearchProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  const change = (next: string) => {
    setTyped(next.slice(0, longestSearch))
    // The clear button shows the inbox again.
    if (next === '' && text !== '') onSearch('')
  }
  return (
    <search>
      <form className="mb-4 flex max-w-xl flex-wrap items-center gap-2" onSubmit={submit}>
        <div className="min-w-0 grow basis-56">
          <SearchField
            label={t('support.search')}
            onChange={change}
            placeholder={t('support.search')}
            value={typed}
          />
        </div>
        <Button type="submit" variant="secondary">
          {t('support.search.submit')}
        </Button>
      </form>
    </search>
  )
}

/** Threads with the newest message that has the text. A row leads to that message. */
export function FoundThreads({ text }: { text: string }) {
  const t = useTranslate()
  const [, go] = useLocation()
  const { calls, statusPoll } = useParts()
  const query = useServerQuery(['support', 'search', text], (options) =>
    calls.supportSearch({ text }, options),
  )
  const columns = useThreadColumns(useStore(statusPoll).operator?.email ?? '')
  const { user, found, language, state, assigned, last } = columns
  return (
    <QueryView failedTitle={t('support.search.failed')} query={query} skeleton={<TableSkeleton />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon="search" text={t('support.search.none_text')} title={t('support.search.none')} />
        ) : (
          <DataTable
            columns={[user, found, language, state, assigned, last]}
            keyOf={({ thread, number }) => `${thread.id} ${number}`}
            label={t('support.search.results')}
            onOpen={({ thread, number }) => go(threadPath(thread, number))}
            rows={data.map((row) => ({ ...row, at: row.number }))}
          />
        )
      }
    </QueryView>
  )
}
