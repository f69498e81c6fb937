import type { CallFailure } from '#browser/calls/call-failure.ts'
import { maskedContact } from '#core/user/contact.ts'
import { useAccount, useDictionary } from '#web/parts/app-parts.tsx'
import type { CodePurpose } from '#web/parts/auth-forms/send-code.ts'
import { ownContact } from '#web/parts/auth-forms/typed-account.ts'
import { SentCodeField } from '#web/parts/auth-forms/verification-fields.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'

type AccountCodeFieldProps = {
  readonly purpose: CodePurpose
  readonly value: string
  readonly onChange: (code: string) => void
  readonly onFailure: (failure: CallFailure) => void
  readonly error: string | undefined
}

/** Input of a code that is sent to the user's own address. Needs the `entry` dictionary. */
export function AccountCodeField({ purpose, value, onChange, onFailure, error }: AccountCodeFieldProps) {
  const t = useDictionary('entry')
  const account = useAccount()
  if (account.kind !== 'known') return null
  const { user } = account
  const to = isolateLtr(maskedContact({ email: user.email || undefined, mobile: user.mobile || undefined }))
  return (
    <SentCodeField
      contact={ownContact(user)}
      error={error}
      hint={t('entry.code.to', { to })}
      onChange={onChange}
      onFailure={onFailure}
      onNoContact={() => undefined}
      purpose={purpose}
      sentHint={t('entry.code.sent', { to })}
      value={value}
    />
  )
}
