import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { FieldFrameProps } from '#ui/field-frame.tsx'
import { FixedWidthLabel } from '#ui/fixed-width-label.tsx'

export interface CodeFieldProps
  extends Pick<FieldFrameProps, 'label' | 'hint' | 'error'>,
    Pick<ComponentProps<'input'>, 'name' | 'ref'> {
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly send: CodeSend
}

/** The button that requests a code. */
export interface CodeSend {
  readonly label: string
  /** Every label that the button can show. The widest one sets the width of the button. */
  readonly labels: readonly string[]
  /** Accessible name, where the label alone says too little. */
  readonly name?: string | undefined
  /** True while a new code cannot be requested yet. The button keeps the focus and ignores presses. */
  readonly isWaiting: boolean
  readonly isBusy: boolean
  readonly onSend: () => void
  /** Announced to screen readers when it changes. */
  readonly status?: string | undefined
}

/** Input for a one-time code. Phones suggest the code from the message; other pasted text is removed. */
export function CodeField({ value, onChange, send, ...rest }: CodeFieldProps) {
  return (
    <Field
      {...rest}
      autoComplete="one-time-code"
      dir="ltr"
      inputMode="numeric"
      onChange={(event) => onChange(event.target.value)}
      spellCheck={false}
      suffix={<SendButton send={send} />}
      value={value}
    />
  )
}

function SendButton({ send }: { send: CodeSend }) {
  const { label, labels, name, isWaiting, isBusy, onSend, status = '' } = send
  return (
    <>
      <Button
        aria-disabled={isWaiting || isBusy || undefined}
        busy={isBusy}
        className="aria-disabled:text-dim aria-disabled:hover:bg-transparent"
        onClick={isWaiting ? undefined : onSend}
        size="small"
        variant="quiet"
      >
        <span aria-hidden={name === undefined ? undefined : true}>
          <FixedWidthLabel allTexts={labels} text={label} />
        </span>
        {name === undefined ? null : <span className="sr-only">{name}</span>}
      </Button>
      <span className="sr-only" role="status">
        {status}
      </span>
    </>
  )
}
