import type { MouseEvent, ReactNode } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { pageCount } from '#desk/parts/pagination.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export type Column<Row> = {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** For its cells and its head: a width, an alignment. */
  readonly className?: string | undefined
}

type DataTableProps<Row> = {
  /** Names the table for those who listen. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Where a press anywhere in the row leads; put a link into a cell as well, for the keyboard and for a new tab. */
  readonly onOpen?: ((row: Row) => void) | undefined
}

/** Rows and columns. Where there is no room for them they scroll sideways, and the page does not. */
export function DataTable<Row>({ label, columns, rows, keyOf, onOpen }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} className={frame} tabIndex={0}>
      <table className="w-full text-start text-13">
        <thead>
          <tr>
            {columns.map(({ key, head, className }) => (
              <th
                className={classes(cell, 'text-12 font-semibold text-dim', className)}
                key={key}
                scope="col"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              className={classes(
                'border-t border-line',
                onOpen !== undefined && 'cursor-pointer hover:bg-hover',
              )}
              key={keyOf(row)}
              onClick={(event) => (isPlainPress(event) ? onOpen?.(row) : undefined)}
            >
              {columns.map((column) => (
                <td className={classes(cell, column.className)} key={column.key}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/**
 * `relative`, so that words for those who listen, which stand outside the flow, scroll along and do not widen the
 * page.
 */
const frame = 'relative overflow-x-auto rounded-16 border border-line bg-surface'
const cell = 'px-3 py-2.5 text-start align-baseline first:ps-4 last:pe-4'

/** A press on a link has been dealt with already, and whoever marks text wants to copy it. */
function isPlainPress(event: MouseEvent): boolean {
  const isMarking = getSelection()?.isCollapsed === false
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isMarking
}

const skeletonRows = [1, 2, 3, 4, 5, 6]

/** The shape of a table whose rows are on their way. */
export function TableSkeleton() {
  return (
    <div className={frame}>
      {skeletonRows.map((row) => (
        <div className="flex h-10 items-center gap-8 border-line px-4 not-first:border-t" key={row}>
          <Skeleton className="w-24" />
          <Skeleton className="w-40" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  )
}

type PagerProps = {
  readonly page: number
  readonly total: number
  readonly onTurn: (page: number) => void
}

/** Where one is among the pages; it stands still while they are turned. */
export function Pagination({ page, total, onTurn }: PagerProps) {
  const t = useTranslate()
  const pages = pageCount(total)
  return (
    <nav aria-label={t('pager.label')} className="flex items-center gap-1 text-13 text-dim">
      <span className="grow">{t('pager.total', { total })}</span>
      <IconButton
        disabled={page <= 1}
        icon="chevron-back"
        label={t('pager.previous')}
        onSelect={() => onTurn(page - 1)}
        size={18}
      />
      <span aria-live="polite">{t('pager.place', { page, pages })}</span>
      <IconButton
        disabled={page >= pages}
        icon="chevron-forward"
        label={t('pager.next')}
        onSelect={() => onTurn(page + 1)}
        size={18}
      />
    </nav>
  )
}
