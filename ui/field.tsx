import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { FieldFrame, type FieldFrameProps, fieldBoxClasses } from '#ui/field-frame.tsx'

export interface FieldProps
  extends Omit<ComponentProps<'input'>, 'prefix' | 'id' | 'children'>,
    Omit<FieldFrameProps, 'children'> {
  /** Inside the box, before the input: an area code, an icon. */
  readonly prefix?: ReactNode
  /** Inside the box, after the input: a unit, a code button, an eye. */
  readonly suffix?: ReactNode
}

/** A single-line input. Its text is 17 px high: below 16 px, iOS zooms into the page on focus. */
export function Field(props: FieldProps) {
  const { label, labelHidden, hint, error, aside, prefix, suffix, className, ...input } = props
  return (
    <FieldFrame aside={aside} error={error} hint={hint} label={label} labelHidden={labelHidden}>
      {(control) => (
        <div className={classes(fieldBoxClasses(control['aria-invalid'] === true), className)}>
          {prefix === undefined ? null : (
            <span className="flex shrink-0 items-center ps-4 -me-1 text-dim">{prefix}</span>
          )}
          <input
            {...control}
            {...input}
            className="min-h-12 min-w-0 grow bg-transparent px-4 text-17 outline-none disabled:opacity-45"
          />
          {suffix === undefined ? null : (
            <span className="flex shrink-0 items-center pe-4 text-13 text-dim has-[button]:pe-1">
              {suffix}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
