import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'

export interface EmptyStateProps {
  readonly icon?: IconName | undefined
  readonly title: string
  readonly text?: string | undefined
  /** Usually one Button. */
  readonly action?: ReactNode
}

/** Placeholder for an empty or failed view. */
export function EmptyState({ icon = 'order', title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-8 py-12 text-center">
      <span className="mb-2 grid size-16 place-items-center rounded-full border border-line bg-surface text-dim">
        <Icon name={icon} size={28} strokeWidth={1.5} />
      </span>
      <p className="font-semibold">{title}</p>
      {text === undefined ? null : <p className="max-w-72 text-13 text-balance text-dim">{text}</p>}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  )
}
