import { PasswordField } from '#ui/password-field.tsx'
import { StrengthMeter } from '#ui/strength-meter.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { passwordStrength, type Strength, strengths } from '#web/parts/auth-forms/password-strength.ts'
import type { FieldErrors } from '#web/parts/auth-forms/use-auth-form.ts'
import type { AuthField, NewPassword } from '#web/parts/auth-forms/validation.ts'

export type NewPasswordFieldsProps = {
  readonly values: NewPassword
  readonly onChange: (field: AuthField, typed: Partial<NewPassword>) => void
  readonly errors: FieldErrors
  readonly label: string
  readonly repeatedLabel: string
}

/** The limit of the API. The password rule has a lower limit with its own message. */
export const maxPasswordLength = 256

/** Two inputs: the new password with a strength meter, and the repeated password. */
export function NewPasswordFields({
  values,
  onChange,
  errors,
  label,
  repeatedLabel,
}: NewPasswordFieldsProps) {
  const t = useDictionary('entry')
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <PasswordField
          autoComplete="new-password"
          error={errors.password}
          hint={t('entry.password.rule')}
          label={label}
          maxLength={maxPasswordLength}
          name="new-password"
          onChange={(event) => onChange('password', { password: event.target.value })}
          value={values.password}
        />
        <PasswordStrengthMeter password={values.password} />
      </div>
      <PasswordField
        autoComplete="new-password"
        error={errors.repeated}
        label={repeatedLabel}
        maxLength={maxPasswordLength}
        name="repeated-password"
        onChange={(event) => onChange('repeated', { repeated: event.target.value })}
        value={values.repeated}
      />
    </>
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
