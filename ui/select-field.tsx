import type { ComponentProps } from 'react'
import { classes } from '#ui/classes.ts'
import { FieldFrame, type FieldFrameProps, fieldBoxClasses } from '#ui/field-frame.tsx'
import { Icon } from '#ui/icon.tsx'

export interface SelectFieldProps
  extends Omit<ComponentProps<'select'>, 'id' | 'onChange' | 'value'>,
    Omit<FieldFrameProps, 'children'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** Uses the native picker, which works best on phones. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelHidden, hint, error, aside, options, onChange, className, ...select } = props
  return (
    <FieldFrame aside={aside} error={error} hint={hint} label={label} labelHidden={labelHidden}>
      {(control) => (
        <div className={classes('relative', fieldBoxClasses(control['aria-invalid'] === true), className)}>
          <select
            {...control}
            {...select}
            className="min-h-12 w-full appearance-none truncate bg-surface ps-4 pe-11 text-17 outline-none"
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="pointer-events-none absolute inset-y-0 end-4 grid place-items-center text-dim">
            <Icon name="chevron-down" size={18} />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
