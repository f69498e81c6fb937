import type { ReactNode } from 'react'

/** One name and value of a list of facts, a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-dim">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** Facts side by side, as many as fit, on a surface of their own. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 rounded-16 border border-line bg-surface px-4 py-3">
      {children}
    </dl>
  )
}
