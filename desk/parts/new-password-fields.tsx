import { useTranslate } from '#desk/parts/desk-parts.tsx'
import type { NewPassword, NewPasswordFaults } from '#desk/parts/new-password-state.ts'
import { PasswordField } from '#ui/password-field.tsx'

type NewPasswordFieldsProps = {
  readonly value: NewPassword
  readonly onChange: (value: NewPassword) => void
  /** Shown once somebody has tried to go on. */
  readonly faults: NewPasswordFaults | undefined
  /** Why the server would not have it. */
  readonly refusal?: string | undefined
  readonly hint?: string | undefined
}

export function NewPasswordFields({ value, onChange, faults, refusal, hint }: NewPasswordFieldsProps) {
  const t = useTranslate()
  const fault = faults?.password === undefined ? refusal : t(faults.password)
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        error={fault}
        hint={hint ?? t('password.rule')}
        label={t('password.new')}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
        value={value.password}
      />
      <PasswordField
        autoComplete="new-password"
        error={faults?.again === undefined ? undefined : t(faults.again)}
        label={t('password.again')}
        onChange={(event) => onChange({ ...value, again: event.target.value })}
        value={value.again}
      />
    </>
  )
}
