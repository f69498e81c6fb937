import type { ComponentProps } from 'react'
import { classes } from '#ui/classes.ts'
import { FieldFrame, type FieldFrameProps, fieldBoxClasses } from '#ui/field-frame.tsx'

export interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'id' | 'children'>,
    Omit<FieldFrameProps, 'children'> {}

/** A multi-line input; grows with its text where the browser supports it. */
export function TextArea({ label, labelHidden, hint, error, aside, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame aside={aside} error={error} hint={hint} label={label} labelHidden={labelHidden}>
      {(control) => (
        <div className={classes(fieldBoxClasses(control['aria-invalid'] === true), className)}>
          <textarea
            rows={3}
            {...control}
            {...area}
            className="field-sizing-content max-h-60 min-h-24 w-full resize-none bg-transparent px-4 py-3 text-17 outline-none"
          />
        </div>
      )}
    </FieldFrame>
  )
}
