import type { ReactNode } from 'react'
import { PasswordField } from '#ui/password-field.tsx'

export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

interface NewPasswordFieldsProps {
  readonly values: NewPassword
  readonly onChange: (field: keyof NewPassword, text: string) => void
  readonly errors: Readonly<Partial<Record<keyof NewPassword, string | undefined>>>
  readonly labels: Readonly<Record<keyof NewPassword, string>>
  /** The rule for passwords. */
  readonly hint: string
  /** Shown below the first input. */
  readonly meter?: ReactNode
}

/** The limit of the API. The password rule has a lower limit with its own message. */
export const maxPasswordLength = 256

/** Two inputs: the new password and its repetition. */
export function NewPasswordFields({ values, onChange, errors, labels, hint, meter }: NewPasswordFieldsProps) {
  const propsOf = (field: keyof NewPassword) => ({
    autoComplete: 'new-password',
    error: errors[field],
    label: labels[field],
    maxLength: maxPasswordLength,
    onChange: (event: { readonly target: HTMLInputElement }) => onChange(field, event.target.value),
    value: values[field],
  })
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <PasswordField {...propsOf('password')} hint={hint} name="new-password" />
        {meter}
      </div>
      <PasswordField {...propsOf('repeated')} name="repeated-password" />
    </>
  )
}
