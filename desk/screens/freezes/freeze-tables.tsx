import { type Column, DataTable } from '#desk/parts/data-table.tsx'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { DateTime, TimeAgo } from '#desk/parts/time.tsx'
import type { Freeze } from '#desk/screens/freezes/freeze-list.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

type FrozenTableProps = {
  readonly freezes: readonly Freeze[]
  /** Undefined if the operator may not lift a freeze. */
  readonly onLift: ((freeze: Freeze) => void) | undefined
}

export function FrozenTable({ freezes, onLift }: FrozenTableProps) {
  const t = useTranslate()
  const since: Column<Freeze> = {
    key: 'since',
    head: t('freezes.column.since'),
    className: 'min-w-28 xl:whitespace-nowrap',
    cell: ({ frozen_at }) => (
      <>
        <span className="block">
          <DateTime at={frozen_at} />
        </span>
        <span className="text-12 text-dim">
          <TimeAgo at={frozen_at} />
        </span>
      </>
    ),
  }
  const actions: Column<Freeze> = {
    key: 'actions',
    head: t('freezes.column.actions'),
    cell: (freeze) => (
      <span className="-ms-3 -my-2 flex whitespace-nowrap">
        <Button
          aria-label={t('freezes.lift_of', { uid: freeze.uid })}
          onClick={() => onLift?.(freeze)}
          size="small"
          variant="quiet"
        >
          {t('freezes.lift')}
        </Button>
      </span>
    ),
  }
  const columns = [userColumn(t), causeColumn(t, 'w-full min-w-36'), since]
  return (
    <DataTable
      columns={onLift === undefined ? columns : [...columns, actions]}
      keyOf={({ id }) => id}
      label={t('freezes.tab.frozen')}
      rows={freezes}
    />
  )
}

export function LiftedTable({ freezes }: { freezes: readonly Freeze[] }) {
  const t = useTranslate()
  const columns: readonly Column<Freeze>[] = [
    userColumn(t),
    causeColumn(t, 'min-w-36 w-1/2'),
    {
      key: 'frozen',
      head: t('freezes.column.frozen'),
      className: 'min-w-24 xl:whitespace-nowrap',
      cell: ({ frozen_at }) => <DateTime at={frozen_at} />,
    },
    {
      key: 'lifted',
      head: t('freezes.column.lifted'),
      className: 'min-w-36',
      cell: ({ lifted_at, lifted_by }) => (
        <>
          <span className="block">{lifted_at === null ? null : <DateTime at={lifted_at} />}</span>
          <span className="text-12 text-dim wrap-anywhere">{lifted_by}</span>
        </>
      ),
    },
    {
      key: 'reason',
      head: t('freezes.column.reason'),
      className: 'min-w-30 w-1/2',
      cell: ({ reason }) => <bdi className="wrap-anywhere whitespace-pre-line">{reason}</bdi>,
    },
  ]
  return <DataTable columns={columns} keyOf={({ id }) => id} label={t('freezes.tab.lifted')} rows={freezes} />
}

type T = Translate<DeskKey>

function userColumn(t: T): Column<Freeze> {
  return {
    key: 'user',
    head: t('freezes.column.user'),
    cell: ({ uid, is_demo }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {uid}
        <Badge>{t(is_demo === 1 ? 'freezes.demo' : 'freezes.real')}</Badge>
      </span>
    ),
  }
}

/** The cause in words, and the error below it. */
function causeColumn(t: T, className: string): Column<Freeze> {
  return {
    key: 'cause',
    head: t('freezes.column.cause'),
    className,
    cell: ({ cause, detail }) => (
      <>
        <span className="block font-semibold">{t(`freezes.cause.${cause}`)}</span>
        <code className="font-mono text-12 text-dim wrap-anywhere ltr-isolate" translate="no">
          {detail}
        </code>
      </>
    ),
  }
}
