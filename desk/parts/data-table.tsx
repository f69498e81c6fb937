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
  /** Applied to the header and all cells of the column. */
  readonly className?: string | undefined
  /** The last digits of figures line up on the right, in right-to-left languages as well. */
  readonly isFigure?: boolean
}

type DataTableProps<Row> = {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Called for a click anywhere in the row. Add a link to a cell as well, for keyboards and new tabs. */
  readonly onOpen?: ((row: Row) => void) | undefined
}

/** A table that scrolls horizontally in its own frame if it is too wide. */
export function DataTable<Row>({ label, columns, rows, keyOf, onOpen }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable.
    <section aria-label={label} className={frame} tabIndex={0}>
      <table className="w-full text-start text-13">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                className={classes(cellClasses(column), 'text-12 font-semibold break-keep text-dim')}
                key={column.key}
                scope="col"
              >
                {column.head}
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
                <td className={cellClasses(column)} key={column.key}>
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
 * `relative` contains the visually hidden texts, which are positioned absolutely and would otherwise widen the page.
 */
const frame = 'relative overflow-x-auto rounded-16 border border-line bg-surface'

function cellClasses({ className, isFigure }: Pick<Column<unknown>, 'className' | 'isFigure'>): string {
  return classes(
    'px-3 py-2.5 align-baseline first:ps-4 last:pe-4 [&_button]:break-keep',
    isFigure ? 'text-right' : 'text-start',
    className,
  )
}

/** False for a click that a link has handled, for modified clicks, and while text is selected. */
function isPlainPress(event: MouseEvent): boolean {
  const isSelecting = getSelection()?.isCollapsed === false
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isSelecting
}

const skeletonRows = [1, 2, 3, 4, 5, 6]

/** Placeholder while the rows are loading. */
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

/** Previous and next buttons with the current page. */
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
