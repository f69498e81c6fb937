import { type ReactNode, useId } from 'react'

/** A titled part of the page. Tests find it by `data-part`. */
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
