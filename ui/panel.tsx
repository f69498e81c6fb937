import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'

/** A raised surface, such as an order card or the account totals. */
export function Panel({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classes('rounded-16 border border-line bg-surface p-4', className)}>{children}</div>
}
