import type { Ref } from 'react'
import { maxCodeLength, type NewPasswordFaults } from '#desk/parts/credentials.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Field } from '#ui/field.tsx'
import { type NewPassword, NewPasswordFields as PlainNewPasswordFields } from '#ui/new-password-fields.tsx'

type SecondFactorFieldProps = {
  readonly label?: string | undefined
  readonly hint?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** Input for a TOTP code or a recovery code. */
export function SecondFactorField({ label, hint, value, onChange, error, ref }: SecondFactorFieldProps) {
  const t = useTranslate()
  return (
    <Field
      autoCapitalize="none"
      autoComplete="one-time-code"
      autoCorrect="off"
      dir="ltr"
      error={error}
      hint={hint ?? t('code.hint')}
      label={label ?? t('code.label')}
      maxLength={maxCodeLength}
      onChange={(event) => onChange(event.target.value)}
      ref={ref}
      spellCheck={false}
      value={value}
    />
  )
}

type NewPasswordFieldsProps = {
  readonly value: NewPassword
  readonly onChange: (value: NewPassword) => void
  /** Undefined until the first submit. */
  readonly faults: NewPasswordFaults | undefined
  /** The server's refusal message. */
  readonly refusal?: string | undefined
  readonly hint?: string | undefined
}

export function NewPasswordFields({ value, onChange, faults, refusal, hint }: NewPasswordFieldsProps) {
  const t = useTranslate()
  const message = (field: keyof NewPassword) => {
    const key = faults?.[field]
    return key === undefined ? undefined : t(key)
  }
  return (
    <PlainNewPasswordFields
      errors={{ password: message('password') ?? refusal, repeated: message('repeated') }}
      hint={hint ?? t('password.rule')}
      labels={{ password: t('password.new'), repeated: t('password.again') }}
      onChange={(field, text) => onChange({ ...value, [field]: text })}
      values={value}
    />
  )
}
