import { type ReactNode, useId } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'

export interface FieldFrameProps {
  readonly label: ReactNode
  /** Hides the label visually and keeps it for screen readers. */
  readonly labelHidden?: boolean | undefined
  readonly hint?: ReactNode
  /** Shown below the control and announced when it appears. */
  readonly error?: string | undefined
  /** At the end of the label row: a link, a live value. */
  readonly aside?: ReactNode
  /** Renders the control, which must receive the props in `control`. */
  readonly children: (control: FieldControl) => ReactNode
}

interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** Label above, control, hint or error below. */
export function FieldFrame({ label, labelHidden = false, hint, error, aside, children }: FieldFrameProps) {
  const id = useId()
  const failed = error !== undefined && error !== ''
  const noteId = `${id}-note`
  const hasNote = failed || hint !== undefined
  const control: FieldControl = {
    id,
    'aria-describedby': hasNote ? noteId : undefined,
    'aria-invalid': failed ? true : undefined,
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label className="text-13 text-dim" htmlFor={id}>
          {label}
        </label>
        {aside === undefined ? null : <span className="text-13 text-dim">{aside}</span>}
      </div>
      {children(control)}
      <div aria-live="polite" className="text-12 empty:hidden" id={noteId}>
        {failed ? (
          <span className="flex items-start gap-1 text-danger">
            <Icon name="warning" size={16} />
            {error}
          </span>
        ) : hint === undefined ? null : (
          <span className="text-dim">{hint}</span>
        )}
      </div>
    </div>
  )
}

/** Styles of the box around an input. The box draws the focus ring, because the input inside has none. */
export function fieldBoxClasses(isInvalid: boolean): string {
  return classes(
    'flex items-stretch overflow-hidden rounded-8 border bg-surface transition-colors',
    'focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent',
    isInvalid ? 'border-danger' : 'border-edge',
  )
}
