import { type ReactNode, useId } from 'react'
import { classes } from '#ui/classes.ts'

export type TicketRowProps = {
  readonly label: string
  /** Below the label; what is wrong takes its place, so that nothing moves. */
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  readonly children: (noteId: string) => ReactNode
}

/** One line of the ticket: what it is called and what is to be said of it, and the control under the thumb. */
export function TicketRow({ label, hint, fault, children }: TicketRowProps) {
  const noteId = useId()
  return (
    <div className="@container flex min-h-15 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-0.5">
      <span className="min-w-min grow basis-0">
        {label}
        <span
          aria-live="polite"
          className={classes('block text-12', fault === undefined ? 'text-dim' : 'text-danger')}
          id={noteId}
        >
          <bdi>{fault ?? hint}</bdi>
        </span>
      </span>
      {children(noteId)}
    </div>
  )
}
