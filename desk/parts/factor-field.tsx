import type { Ref } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { longestCode } from '#desk/parts/factor-code.ts'
import { Field } from '#ui/field.tsx'

type FactorFieldProps = {
  readonly label?: string | undefined
  readonly hint?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** The digits an authenticator shows, or a recovery code. */
export function FactorField({ label, hint, value, onChange, error, ref }: FactorFieldProps) {
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
      maxLength={longestCode}
      onChange={(event) => onChange(event.target.value)}
      ref={ref}
      spellCheck={false}
      value={value}
    />
  )
}
