import { type ReactNode, useId } from 'react'

export interface ListGroupProps {
  readonly title?: string | undefined
  /** ListRow elements. */
  readonly children: ReactNode
}

/** Related rows on one surface. */
export function ListGroup({ title, children }: ListGroupProps) {
  const id = useId()
  const titled = title !== undefined
  return (
    <section aria-labelledby={titled ? id : undefined}>
      {titled ? (
        <h2 className="px-4 pb-2 text-13 text-dim" id={id}>
          {title}
        </h2>
      ) : null}
      <ul className="overflow-hidden rounded-16 border border-line bg-surface [&>li+li]:border-t [&>li+li]:border-line">
        {children}
      </ul>
    </section>
  )
}
