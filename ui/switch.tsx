import { Icon } from '#ui/icon.tsx'

export interface SwitchProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Accessible name; or pass the id of the visible label as `labelledBy`. */
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  readonly disabled?: boolean | undefined
  /** On, and cannot be switched off: a lock says so. Describe the reason. */
  readonly locked?: boolean | undefined
}

/** A native checkbox with the role of a switch and a 44 px touch target. */
export function Switch({
  checked,
  onChange,
  label,
  labelledBy,
  describedBy,
  disabled,
  locked = false,
}: SwitchProps) {
  return (
    <span className="relative inline-grid h-11 shrink-0 place-items-center">
      <input
        aria-describedby={describedBy}
        aria-label={label}
        aria-labelledby={labelledBy}
        checked={checked}
        className="peer relative h-6.5 w-11 cursor-pointer appearance-none rounded-full bg-edge transition-colors before:absolute before:-inset-y-2.25 before:inset-x-0 checked:bg-accent disabled:cursor-default disabled:opacity-45"
        disabled={disabled || locked}
        onChange={(event) => onChange(event.target.checked)}
        aria-checked={checked}
        role="switch"
        type="checkbox"
      />
      <span className="pointer-events-none absolute start-0.75 top-3 size-5 rounded-full bg-knob transition-[translate] peer-checked:translate-x-4.5 rtl:peer-checked:-translate-x-4.5">
        {locked ? <Icon className="m-1 text-edge" name="lock" size={12} strokeWidth={2.4} /> : null}
      </span>
    </span>
  )
}
