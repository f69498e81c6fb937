import { useId, useRef } from 'react'
import { type Choice, ChoiceLabel } from '#ui/choice-label.tsx'
import { classes } from '#ui/classes.ts'
import { useScrollToSelected } from '#ui/use-scroll-to-selected.ts'

export interface ChipsProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string
  readonly items: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** `pill` filters a list and scrolls; `box` sets a value, such as the leverage, and wraps. */
  readonly variant?: 'pill' | 'box' | undefined
  readonly className?: string | undefined
}

const rows = {
  pill: 'gap-2 no-scrollbar overflow-x-auto',
  box: 'flex-wrap justify-end gap-1.5',
} as const

const chips = {
  pill: 'rounded-full px-4 has-checked:border-text has-checked:bg-text has-checked:text-ground',
  box: 'rounded-8 px-2 has-checked:border-accent has-checked:text-accent',
} as const

/** A single choice built on native radio buttons, which support arrow keys and grouping. */
export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { label, items, value, onChange, variant = 'pill', className } = props
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  useScrollToSelected(row, value)
  return (
    // The padding keeps `overflow` from clipping a chip's focus ring.
    <div
      aria-label={label}
      className={classes('flex py-1', rows[variant], className)}
      ref={row}
      role="radiogroup"
    >
      {items.map((item) => (
        <ChoiceLabel
          className={classes(
            'relative grid min-h-9 min-w-11 shrink-0 cursor-pointer place-items-center border border-line text-13 whitespace-nowrap text-dim transition-colors',
            'after:absolute after:inset-x-0 after:-inset-y-1 has-checked:font-semibold has-disabled:opacity-45',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
            chips[variant],
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
