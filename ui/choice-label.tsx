import type { Choice } from '#ui/choice.ts'

interface ChoiceLabelProps<Value extends string> {
  /** The same for all of one group. */
  readonly name: string
  readonly item: Choice<Value>
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** How it looks, checked or not: the button itself is not seen. */
  readonly className: string
}

/** One native radio button that is drawn as its label. */
export function ChoiceLabel<Value extends string>(props: ChoiceLabelProps<Value>) {
  const { name, item, value, onChange, className } = props
  return (
    <label className={className} data-value={item.value}>
      <input
        checked={item.value === value}
        className="sr-only"
        disabled={item.disabled}
        name={name}
        onChange={() => onChange(item.value)}
        type="radio"
        value={item.value}
      />
      {item.label}
    </label>
  )
}
