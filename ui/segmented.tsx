import { useId } from 'react'
import { type Choice, ChoiceLabel } from '#ui/choice-label.tsx'
import { classes } from '#ui/classes.ts'

export interface SegmentChoice<Value extends string> extends Choice<Value> {
  /** Colour while selected. */
  readonly tone?: 'neutral' | 'rise' | 'fall' | undefined
}

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string
  /** Two or three options. */
  readonly items: readonly SegmentChoice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

const tones = {
  neutral: 'has-checked:border-line has-checked:bg-raised has-checked:text-text',
  rise: 'has-checked:bg-rise-soft has-checked:text-rise',
  fall: 'has-checked:bg-fall-soft has-checked:text-fall',
} as const

/** A single choice between two or three adjacent segments. */
export function Segmented<Value extends string>({ label, items, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div
      aria-label={label}
      className="flex flex-wrap gap-1 rounded-[12px] border border-line bg-ground p-1"
      role="radiogroup"
    >
      {items.map((item) => (
        <ChoiceLabel
          className={classes(
            'relative grid min-h-9 min-w-min flex-1 cursor-pointer place-items-center rounded-8 border border-transparent px-2 text-center text-13 font-semibold text-dim transition-colors',
            'after:absolute after:inset-x-0 after:-inset-y-1 has-disabled:opacity-45',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            tones[item.tone ?? 'neutral'],
          )}
          item={item}
          key={item.value}
          name={name}
          onChange={onChange}
          value={value}
        />
      ))}
    </div>
  )
}
