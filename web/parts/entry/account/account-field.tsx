import { Field } from '#ui/field.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { type AccountFieldProps, MobileField } from '#web/parts/entry/account/mobile-field.tsx'

/** As long as the calls take it. */
const longestEmail = 254

/** The address or the number, by the chosen tab. */
export function AccountField({ value, onChange, areas, error }: AccountFieldProps) {
  const t = useBook('entry')
  if (value.channel === 'mobile') {
    return <MobileField areas={areas} error={error} onChange={onChange} value={value} />
  }
  return (
    <Field
      autoCapitalize="none"
      autoComplete="username"
      autoCorrect="off"
      dir="ltr"
      error={error}
      inputMode="email"
      label={t('entry.email')}
      maxLength={longestEmail}
      name="email"
      onChange={(event) => onChange({ ...value, email: event.target.value })}
      spellCheck={false}
      type="email"
      value={value.email}
    />
  )
}
