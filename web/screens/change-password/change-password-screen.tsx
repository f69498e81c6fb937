import { useLocation } from 'wouter'
import type { UserFields } from '#contract/calls/session.ts'
import { maskedContact } from '#core/user/contact.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { maxPasswordLength } from '#ui/new-password-fields.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { changePassword } from '#web/calls/account.ts'
import { useAccount, useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { AuthFormScreen } from '#web/parts/auth-forms/auth-screen.tsx'
import { NewPasswordFields } from '#web/parts/auth-forms/new-password-fields.tsx'
import { ownContact } from '#web/parts/auth-forms/typed-account.ts'
import { useAuthForm } from '#web/parts/auth-forms/use-auth-form.ts'
import { SentCodeField } from '#web/parts/auth-forms/verification-fields.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import {
  type ChangePasswordValues,
  changePasswordInput,
  checkChangePassword,
  emptyValues,
} from '#web/screens/change-password/change-password-state.ts'

export function ChangePasswordScreen(props: ScreenProps) {
  const account = useAccount()
  return account.kind === 'known' ? (
    <ChangePasswordForm {...props} user={account.user} />
  ) : (
    <AccountUnavailable {...props} />
  )
}

function ChangePasswordForm({ name, user }: ScreenProps & { readonly user: UserFields }) {
  const t = useDictionary('entry')
  const { caller } = useParts()
  const [, go] = useLocation()
  const back = useBack('/user')
  const contact = ownContact(user)
  const form = useAuthForm<ChangePasswordValues>({
    initial: () => emptyValues,
    check: checkChangePassword,
    async send(values, signal) {
      await changePassword(caller.call, changePasswordInput(values, contact.channel), signal)
      go('/user', { replace: true })
    },
  })
  const to = isolateLtr(maskedContact({ email: user.email || undefined, mobile: user.mobile || undefined }))
  return (
    <AuthFormScreen back={back} form={form} name={name} submitLabel={t('entry.change.submit')}>
      {/* Tells a password manager which account the password belongs to. */}
      <input autoComplete="username" hidden name="username" readOnly value={user.email || user.mobile} />
      <PasswordField
        autoComplete="current-password"
        error={form.errors.old}
        label={t('entry.password.old')}
        maxLength={maxPasswordLength}
        name="old-password"
        onChange={(event) => form.change('old', { old: event.target.value })}
        value={form.values.old}
      />
      <NewPasswordFields
        errors={form.errors}
        label={t('entry.password.new')}
        onChange={form.change}
        repeatedLabel={t('entry.password.new_repeated')}
        values={form.values}
      />
      <SentCodeField
        contact={contact}
        error={form.errors.code}
        hint={t('entry.code.to', { to })}
        onChange={(code) => form.change('code', { code })}
        onFailure={form.showRefusal}
        onNoContact={() => undefined}
        purpose="reset"
        sentHint={t('entry.code.sent', { to })}
        value={form.values.code}
      />
      <Notice icon="info">{t('entry.change.text')}</Notice>
    </AuthFormScreen>
  )
}

/** Replaces the form until the user is loaded: without an email or mobile number, no code can be sent. */
function AccountUnavailable({ name }: Pick<ScreenProps, 'name'>) {
  const t = useDictionary('entry')
  const { currentUser: account } = useParts()
  const back = useBack('/user')
  return (
    <Screen back={back} title={t(`title.${name}`)}>
      <EmptyState
        action={
          <Button icon="refresh" onClick={() => void account.refresh()} variant="secondary">
            {t('list.retry')}
          </Button>
        }
        icon="warning"
        title={t('entry.change.unknown')}
      />
    </Screen>
  )
}
