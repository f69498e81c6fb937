import { useLocation } from 'wouter'
import { TabPanel } from '#ui/tabs.tsx'
import { resetPassword } from '#web/calls/session.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { AccountField, AccountTabs, accountPanelId } from '#web/parts/auth-forms/account-field.tsx'
import { type AuthLinkState, authPath, typedAccountFromState } from '#web/parts/auth-forms/auth-links.ts'
import { AuthFormScreen, LanguageLink } from '#web/parts/auth-forms/auth-screen.tsx'
import { NewPasswordFields } from '#web/parts/auth-forms/new-password-fields.tsx'
import { formatContact } from '#web/parts/auth-forms/send-code.ts'
import { accountFault, contactOf, emptyAccount } from '#web/parts/auth-forms/typed-account.ts'
import { useAccountOptions } from '#web/parts/auth-forms/use-account-options.ts'
import { useAuthForm } from '#web/parts/auth-forms/use-auth-form.ts'
import { SentCodeField } from '#web/parts/auth-forms/verification-fields.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import {
  checkResetPassword,
  type ResetPasswordValues,
  resetPasswordInput,
} from '#web/screens/reset-password/reset-password-state.ts'

const neededSettings = ['is_show_mobile'] as const

/** Sets a new password with a code sent to the email address or mobile number. */
export function ResetPasswordScreen({ name, search }: ScreenProps) {
  const t = useDictionary('entry')
  const { caller, currentUser: user, session } = useParts()
  const [, go] = useLocation()
  const login = authPath('/login', search)
  const back = useBack(login)
  const { rules, areas, withOfferedChannel, areaOf } = useAccountOptions(neededSettings)
  const effectiveValues = (values: ResetPasswordValues): ResetPasswordValues => ({
    ...values,
    account: withOfferedChannel(values.account),
  })
  const form = useAuthForm<ResetPasswordValues>({
    initial: () => ({
      account: typedAccountFromState(history.state) ?? emptyAccount,
      code: '',
      password: '',
      repeated: '',
    }),
    check: (values) => checkResetPassword(effectiveValues(values), areaOf(values.account)),
    async send(values, signal) {
      // Not aborted when the screen is left: the reset ends the session, and the socket may report that before the
      // answer arrives.
      await resetPassword(caller.call, resetPasswordInput(effectiveValues(values), areaOf(values.account)))
      const known = user.getSnapshot()
      // A reset ends every session of the account. A demo session belongs to another account, so it stays.
      if (known.kind !== 'known' || known.user.is_demo !== 1) session.end()
      // The user has opened another screen meanwhile.
      if (signal.aborted) return
      const state: AuthLinkState = { typed: effectiveValues(values).account }
      go(login, { replace: true, state })
    },
  })
  const values = effectiveValues(form.values)
  const area = areaOf(values.account)
  const contact = contactOf(values.account, area)
  return (
    <AuthFormScreen
      actions={<LanguageLink />}
      back={back}
      form={form}
      name={name}
      submitLabel={t('entry.forgot.submit')}
      top={
        <AccountTabs
          isMobileShown={rules.isMobileShown}
          onChange={(channel) => form.switchTab({ account: { ...values.account, channel } })}
          value={values.account.channel}
        />
      }
    >
      <p className="text-13 text-dim">{t('entry.forgot.text')}</p>
      <TabPanel className="grid grid-cols-1 gap-5" id={accountPanelId} value={values.account.channel}>
        <AccountField
          areas={areas}
          error={form.errors.account}
          onChange={(account) => form.change('account', { account })}
          value={values.account}
        />
        <SentCodeField
          contact={contact}
          error={form.errors.code}
          onChange={(code) => form.change('code', { code })}
          onFailure={form.showRefusal}
          onNoContact={() =>
            form.showReport({ faults: { account: accountFault(values.account, area) }, summary: undefined })
          }
          purpose="reset"
          sentHint={
            contact === undefined ? undefined : t('entry.code.sent_if', { to: formatContact(contact) })
          }
          value={values.code}
        />
      </TabPanel>
      <NewPasswordFields
        errors={form.errors}
        label={t('entry.password.new')}
        onChange={form.change}
        repeatedLabel={t('entry.password.new_repeated')}
        values={values}
      />
    </AuthFormScreen>
  )
}
