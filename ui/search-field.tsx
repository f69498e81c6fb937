import { useRef } from 'react'
import { Field, type FieldProps } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

export interface SearchFieldProps extends Pick<FieldProps, 'placeholder' | 'autoFocus' | 'className'> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A search input. Its clear button keeps the on-screen keyboard open. */
export function SearchField({ label, value, onChange, ...rest }: SearchFieldProps) {
  const labels = useUiLabels()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <Field
      {...rest}
      autoComplete="off"
      enterKeyHint="search"
      label={label}
      labelHidden
      onChange={(event) => onChange(event.target.value)}
      prefix={<Icon name="search" size={18} />}
      ref={input}
      spellCheck={false}
      suffix={
        value === '' ? undefined : <IconButton icon="close" label={labels.clear} onSelect={clear} size={18} />
      }
      value={value}
    />
  )
}
