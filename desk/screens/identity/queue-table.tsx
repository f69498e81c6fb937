import { Link, useLocation } from 'wouter'
import type { IdentityQueueAnswer } from '#contract/desk/identity.ts'
import { type Column, DataTable } from '#desk/parts/data-table.tsx'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Ago, Moment } from '#desk/parts/moment.tsx'
import type { QueueState } from '#desk/screens/identity/queue-place.ts'

type Entry = IdentityQueueAnswer['data'][number]

type QueueTableProps = {
  readonly state: QueueState
  readonly rows: readonly Entry[]
  /** Whether they lead to the documents. */
  readonly mayLook: boolean
}

export function QueueTable({ state, rows, mayLook }: QueueTableProps) {
  const t = useTranslate()
  const [, go] = useLocation()
  const name: Column<Entry> = {
    key: 'name',
    head: t('identity.column.name'),
    className: 'w-full',
    cell: (entry) =>
      mayLook ? (
        <Link className="font-semibold hover:underline" href={`/identity/${entry.id}`}>
          <bdi>{entry.name}</bdi>
        </Link>
      ) : (
        <bdi>{entry.name}</bdi>
      ),
  }
  const uid: Column<Entry> = {
    key: 'uid',
    head: t('identity.column.uid'),
    cell: (entry) => <span className="whitespace-nowrap">{entry.uid}</span>,
  }
  const submitted: Column<Entry> = {
    key: 'submitted',
    head: t('identity.column.submitted'),
    className: 'whitespace-nowrap',
    cell: (entry) => <Moment at={entry.submitted_at} />,
  }
  const last: Column<Entry> =
    state === 'waiting'
      ? {
          key: 'waiting',
          head: t('identity.column.waiting'),
          cell: (entry) => <Ago at={entry.submitted_at} />,
        }
      : {
          key: 'decided',
          head: t('identity.column.decided'),
          className: 'whitespace-nowrap',
          cell: (entry) => (entry.decided_at === null ? null : <Moment at={entry.decided_at} />),
        }
  return (
    <DataTable
      columns={mayLook ? [uid, name, submitted, last] : [{ ...uid, className: 'w-full' }, submitted, last]}
      keyOf={(entry) => entry.id}
      label={t(`identity.tab.${state}`)}
      onOpen={mayLook ? (entry) => go(`/identity/${entry.id}`) : undefined}
      rows={rows}
    />
  )
}
