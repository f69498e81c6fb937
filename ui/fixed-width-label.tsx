export interface FixedWidthLabelProps {
  /** The text shown now. */
  readonly text: string
  /** Every text that the label can show. The widest one sets the width, so that nothing beside the label moves. */
  readonly allTexts: readonly string[]
}

/** A label of constant width whose text changes. */
export function FixedWidthLabel({ text, allTexts }: FixedWidthLabelProps) {
  return (
    <span className="inline-grid align-top">
      {[...new Set(allTexts)].map((other) => (
        <span aria-hidden="true" className="invisible col-start-1 row-start-1" key={other}>
          {other}
        </span>
      ))}
      <span className="col-start-1 row-start-1">{text}</span>
    </span>
  )
}
