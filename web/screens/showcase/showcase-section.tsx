import { type ReactNode, useId } from 'react'

/** A named part of the page, for the eye and for the tests. */
export function ShowcaseSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 border-t border-line px-4 py-6"
      data-part={title}
    >
      <h2 className="text-17 font-semibold" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}
