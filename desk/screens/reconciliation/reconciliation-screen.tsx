import { Link } from 'wouter'
import type { ReconciliationAnswer } from '#contract/desk/funds.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { type Column, DataTable, TableSkeleton } from '#desk/parts/data-table.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Page } from '#desk/parts/page.tsx'
import { QueryView, useServerQuery } from '#desk/parts/query.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import {
  differencesFirst,
  isDifferent,
  kindText,
  type ReconciledRow,
  recordPath,
} from '#desk/screens/reconciliation/reconciliation-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'

/** Totals of ledger, records and movements side by side, differences first. */
export function ReconciliationScreen() {
  const t = useTranslate()
  const { calls } = useParts()
  const query = useServerQuery(['reconciliation'], (options) => calls.reconciliation(options))
  return (
    <Page
      actions={
        <Button
          busy={query.isFetching}
          icon="refresh"
          onClick={() => void query.refetch()}
          size="small"
          variant="secondary"
        >
          {t('reconciliation.refresh')}
        </Button>
      }
      text={t('reconciliation.text')}
      title={t('reconciliation.title')}
    >
      <QueryView failedTitle={t('reconciliation.failed')} query={query} skeleton={<TableSkeleton />}>
        {(answer) => <Reconciliation answer={answer} />}
      </QueryView>
    </Page>
  )
}

function Reconciliation({ answer }: { answer: ReconciliationAnswer }) {
  const t = useTranslate()
  const { checked_at, rows, problems } = answer
  const differences = rows.filter(isDifferent).length
  const isClean = differences === 0 && problems.length === 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice icon={isClean ? 'check-circle' : 'warning'} live tone={isClean ? 'neutral' : 'danger'}>
        {isClean
          ? t('reconciliation.clean')
          : t('reconciliation.differs', { differences, problems: problems.length })}{' '}
        <span className="whitespace-nowrap">
          {t('reconciliation.checked')} <DateTime at={checked_at} />
        </span>
      </Notice>
      <TotalsTable rows={differencesFirst(rows)} />
      {problems.length === 0 ? null : (
        <>
          <h2 className="text-15 font-semibold">{t('reconciliation.problems')}</h2>
          <ProblemsTable problems={problems} />
        </>
      )}
    </div>
  )
}

function TotalsTable({ rows }: { rows: readonly ReconciledRow[] }) {
  const t = useTranslate()
  const figure = (key: 'ledger' | 'records' | 'movements'): Column<ReconciledRow> => ({
    key,
    head: t(`reconciliation.column.${key}`),
    isFigure: true,
    cell: (row) => <Figure value={row[key]} />,
  })
  const columns: readonly Column<ReconciledRow>[] = [
    {
      key: 'kind',
      head: t('reconciliation.column.kind'),
      className: 'w-full min-w-36',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          {kindText(row.kind, t)}
          {isDifferent(row) ? <Badge tone="danger">{t('reconciliation.mark')}</Badge> : null}
        </span>
      ),
    },
    figure('ledger'),
    figure('records'),
    figure('movements'),
    {
      key: 'difference',
      head: t('reconciliation.column.difference'),
      isFigure: true,
      cell: (row) => (
        <Figure
          className={isDifferent(row) ? 'font-semibold text-danger' : undefined}
          plus
          value={row.difference}
        />
      ),
    },
  ]
  return (
    <DataTable columns={columns} keyOf={({ kind }) => kind} label={t('reconciliation.title')} rows={rows} />
  )
}

type Problem = ReconciliationAnswer['problems'][number]

function ProblemsTable({ problems }: { problems: readonly Problem[] }) {
  const t = useTranslate()
  const columns: readonly Column<Problem>[] = [
    {
      key: 'reference',
      head: t('reconciliation.column.reference'),
      cell: ({ reference }) => <Reference reference={reference} />,
    },
    {
      key: 'kind',
      head: t('reconciliation.column.kind'),
      className: 'w-full',
      cell: ({ kind }) => kindText(kind, t),
    },
    {
      key: 'expected',
      head: t('reconciliation.column.expected'),
      cell: ({ expected }) => <bdi>{expected}</bdi>,
    },
    {
      key: 'found',
      head: t('reconciliation.column.found'),
      cell: ({ found }) => <bdi className="font-semibold text-danger">{found}</bdi>,
    },
  ]
  return (
    <DataTable
      columns={columns}
      keyOf={({ kind, reference }) => `${kind} ${reference}`}
      label={t('reconciliation.problems')}
      rows={problems}
    />
  )
}

/** Links to the record if the role may open it. */
function Reference({ reference }: { reference: string }) {
  const { operator } = useStore(useParts().statusPoll)
  const path = recordPath(reference)
  if (path === undefined || operator === undefined || !isRoleAllowed(operator.role, ['finance']))
    return <span translate="no">{reference}</span>
  return (
    <Link className="font-semibold hover:underline" href={path} translate="no">
      {reference}
    </Link>
  )
}
