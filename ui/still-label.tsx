export interface StillLabelProps {
  /** What it says now. */
  readonly text: string
  /** All it may come to say: it has room for the widest from the beginning, so that nothing beside it moves. */
  readonly among: readonly string[]
}

/** Words that change in place. */
export function StillLabel({ text, among }: StillLabelProps) {
  return (
    <span className="inline-grid align-top">
      {[...new Set(among)].map((other) => (
        <span aria-hidden="true" className="invisible col-start-1 row-start-1" key={other}>
          {other}
        </span>
      ))}
      <span className="col-start-1 row-start-1">{text}</span>
    </span>
  )
}
