import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Pressable, type PressTarget } from '#ui/pressable.tsx'

export interface ListRowProps extends PressTarget {
  readonly icon?: IconName | undefined
  readonly label: ReactNode
  /** A second, dimmed line. */
  readonly note?: ReactNode
  /** At the end of the row: the current value, a Figure, a Badge. */
  readonly value?: ReactNode
  /** A control at the end of the row (Switch, CopyButton); the row itself is then not pressable. */
  readonly control?: ReactNode
  readonly tone?: 'neutral' | 'danger' | undefined
  readonly disabled?: boolean | undefined
}

/** One row of a ListGroup. */
export function ListRow({ href, onSelect, disabled, control, ...content }: ListRowProps) {
  const pressable = control === undefined && (href !== undefined || onSelect !== undefined)
  const className = classes(
    'flex min-h-13 w-full items-center gap-3 px-4 py-3 text-start transition-colors',
    pressable && 'hover:bg-hover active:bg-hover focus-visible:-outline-offset-2 disabled:opacity-45',
    content.tone === 'danger' && 'text-danger',
  )
  if (!pressable) {
    return (
      <li className={className}>
        <RowBody {...content} />
        {control}
      </li>
    )
  }
  return (
    <li>
      <Pressable className={className} disabled={disabled} href={href} onSelect={onSelect}>
        <RowBody {...content} />
        <Icon className="-me-1 text-dim" name="chevron-forward" size={16} />
      </Pressable>
    </li>
  )
}

function RowBody({ icon, label, note, value, tone }: Omit<ListRowProps, 'href' | 'onSelect' | 'control'>) {
  return (
    <>
      {icon === undefined ? null : (
        <Icon className={tone === 'danger' ? undefined : 'text-dim'} name={icon} size={20} />
      )}
      {/* With large text the value does not fit beside the label and wraps below it. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <span className="min-w-0 grow basis-[6rem] break-words hyphens-auto">
          {label}
          {note === undefined ? null : <span className="block text-12 text-dim">{note}</span>}
        </span>
        {value === undefined ? null : <span className="max-w-full text-end text-13 text-dim">{value}</span>}
      </span>
    </>
  )
}
