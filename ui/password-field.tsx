import { useState } from 'react'
import { Field, type FieldProps } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'

/** A Field with a button that reveals the password. Always left to right. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'suffix' | 'dir'>) {
  const [shown, setShown] = useState(false)
  const labels = useUiLabels()
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      dir="ltr"
      suffix={
        <IconButton
          className="text-dim"
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? labels.hidePassword : labels.showPassword}
          onSelect={() => setShown(!shown)}
        />
      }
      type={shown ? 'text' : 'password'}
    />
  )
}
