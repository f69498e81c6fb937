import { type NewPassword, NewPasswordFields as PlainNewPasswordFields } from '#ui/new-password-fields.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { passwordStrength, type Strength, strengths } from '#web/parts/auth-forms/password-strength.ts'
import type { FieldErrors } from '#web/parts/auth-forms/use-auth-form.ts'
import type { AuthField } from '#web/parts/auth-forms/validation.ts'

export type NewPasswordFieldsProps = {
  readonly values: NewPassword
  readonly onChange: (field: AuthField, typed: Partial<NewPassword>) => void
  readonly errors: FieldErrors
  readonly label: string
  readonly repeatedLabel: string
}

/** The new password with a strength meter, and its repetition. */
export function NewPasswordFields({
  values,
  onChange,
  errors,
  label,
  repeatedLabel,
}: NewPasswordFieldsProps) {
  const t = useDictionary('entry')
  return (
    <PlainNewPasswordFields
      errors={errors}
      hint={t('entry.password.rule')}
      labels={{ password: label, repeated: repeatedLabel }}
      meter={<PasswordStrengthMeter password={values.password} />}
      onChange={(field, text) => onChange(field, { [field]: text })}
      values={values}
    />
  )
}

/** Number of lit bars in the strength meter. */
const levels: Readonly<Record<Strength, 0 | 1 | 2 | 3 | 4>> = {
  none: 0,
  short: 0,
  weak: 1,
  fair: 2,
  good: 3,
  strong: 4,
}

function PasswordStrengthMeter({ password }: Pick<NewPassword, 'password'>) {
  const t = useDictionary('entry')
  const strength = passwordStrength(password)
  const labelOf = (of: Strength) => (of === 'none' ? '' : t(`entry.strength.${of}`))
  return (
    <StrengthMeter
      allTexts={strengths.map(labelOf)}
      label={t('entry.strength')}
      level={levels[strength]}
      text={labelOf(strength)}
    />
  )
}
