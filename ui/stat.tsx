import type { ReactNode } from 'react'

/** A labelled figure. Place several in a grid. */
export function Stat({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="text-12 text-dim">{label}</div>
      <div className="text-13 font-semibold">{children}</div>
    </div>
  )
}
