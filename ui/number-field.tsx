import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '#ui/classes.ts'
import { compareDecimals } from '#ui/decimal.ts'
import {
  cleanDecimalInput,
  decimalOf,
  isAtBound,
  type StepDirection,
  type StepRules,
  settleDecimal,
  stepDecimal,
} from '#ui/decimal-step.ts'
import { fieldBoxClasses } from '#ui/field-frame.tsx'
import { Icon } from '#ui/icon.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useLatest } from '#ui/use-latest.ts'

interface NumberFieldProps extends StepRules {
  readonly label: string
  /** An exact decimal string, or '' if empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Value after the first press of a step button in an empty field, such as the current price. */
  readonly start?: string | undefined
  /** `settle` rounds to the step and the bounds on blur; `keep` leaves the text for the form to validate. */
  readonly blurMode?: 'settle' | 'keep' | undefined
  readonly placeholder?: string | undefined
  readonly disabled?: boolean | undefined
  readonly id?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly className?: string | undefined
}

/** A number input with − and + buttons; exact to the last digit and always left to right. */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    value,
    onChange,
    step,
    min,
    max,
    start,
    blurMode = 'settle',
    disabled = false,
    className,
    ...inputProps
  } = props
  const rules = { step, min, max }
  const labels = useUiLabels()
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  const [announced, setAnnounced] = useState('')
  // The text being typed, such as '1.' for 1. It is ignored once the value is changed by anything but typing.
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft !== null && decimalOf(draft) === decimalOf(value) ? draft : value

  const type = (text: string) => {
    const clean = cleanDecimalInput(text, min === undefined || compareDecimals(min, '0') < 0)
    setDraft(clean)
    onChange(decimalOf(clean))
  }
  const move = (direction: StepDirection) => {
    const next = stepDecimal(latest.current, direction, rules, start)
    latest.current = next
    setDraft(null)
    setAnnounced(next)
    onChange(next)
  }
  const leave = () => {
    setDraft(null)
    setAnnounced('')
    const settled = settleDecimal(value, rules)
    if (blurMode === 'settle' && settled !== value) onChange(settled)
  }
  const handleKeys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <fieldset
      className={classes(
        fieldBoxClasses(inputProps['aria-invalid'] === true),
        'ltr-isolate min-w-0',
        className,
      )}
      disabled={disabled}
    >
      <legend className="sr-only">{label}</legend>
      <StepButton
        atBound={isAtBound(value, -1, rules)}
        icon="minus"
        label={labels.decrease}
        onStep={() => move(-1)}
      />
      <input
        {...inputProps}
        aria-label={label}
        autoComplete="off"
        className="min-h-11 w-full min-w-0 bg-transparent text-center text-17 font-semibold tabular-nums outline-none disabled:opacity-45"
        dir="ltr"
        enterKeyHint="done"
        inputMode="decimal"
        onBlur={leave}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKeys}
        type="text"
        value={shown}
      />
      <StepButton
        atBound={isAtBound(value, 1, rules)}
        icon="plus"
        label={labels.increase}
        onStep={() => move(1)}
      />
      <output aria-live="polite" className="sr-only">
        {announced}
      </output>
    </fieldset>
  )
}

interface StepButtonProps {
  readonly icon: 'minus' | 'plus'
  readonly label: string
  readonly atBound: boolean
  readonly onStep: () => void
}

/** Not in the tab order: the arrow keys do the same inside the input. */
function StepButton({ icon, label, atBound, onStep }: StepButtonProps) {
  const hold = usePressAndHold(() => {
    if (!atBound) onStep()
  })
  return (
    <button
      aria-disabled={atBound || undefined}
      aria-label={label}
      className="grid w-11 shrink-0 touch-manipulation place-items-center text-dim select-none hover:text-text active:bg-hover aria-disabled:opacity-40"
      tabIndex={-1}
      type="button"
      {...hold}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}

const firstDelayMs = 400
const slowestMs = 120
const fastestMs = 30

/**
 * A press acts once; holding repeats the action at increasing speed. The single action runs on click, not on pointer
 * down. So a scroll that starts on the button changes nothing, and the keyboard works too.
 */
function usePressAndHold(action: () => void) {
  const latest = useLatest(action)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const repeated = useRef(false)

  useEffect(() => () => clearTimeout(timer.current), [])

  const repeat = (delayMs: number) => {
    repeated.current = true
    latest.current()
    timer.current = setTimeout(() => repeat(Math.max(fastestMs, delayMs * 0.9)), delayMs)
  }
  const stop = () => clearTimeout(timer.current)

  return {
    onPointerDown() {
      repeated.current = false
      timer.current = setTimeout(() => repeat(slowestMs), firstDelayMs)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick() {
      stop()
      if (!repeated.current) latest.current()
      repeated.current = false
    },
  }
}
