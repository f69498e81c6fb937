/** One option of Tabs, Chips or Segmented. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean | undefined
}

interface ChoiceLabelProps<Value extends string> {
  /** Shared by all radio buttons of one group. */
  readonly name: string
  readonly item: Choice<Value>
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Styles the label in both states; the radio button itself is visually hidden. */
  readonly className: string
}

/** A native radio button drawn as its label. */
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
