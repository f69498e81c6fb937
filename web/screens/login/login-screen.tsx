import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button-link.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { logIn } from '#web/calls/session.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { AccountField, AccountTabs, accountPanelId } from '#web/parts/auth-forms/account-field.tsx'
import { type EntryState, entryPath, typedAccountIn } from '#web/parts/auth-forms/auth-links.ts'
import { AsideLink, EntryFrame, EntryGuard, LanguageLink } from '#web/parts/auth-forms/auth-screen.tsx'
import { longestTyped } from '#web/parts/auth-forms/new-password-fields.tsx'
import { noAccount } from '#web/parts/auth-forms/typed-account.ts'
import { useEntryAccount } from '#web/parts/auth-forms/use-account-options.ts'
import { useEntryForm } from '#web/parts/auth-forms/use-auth-form.ts'
import { returnPath, useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { DemoCard } from '#web/screens/login/demo-card.tsx'
import { checkLogin, type LoginForm, loginInput } from '#web/screens/login/login-state.ts'

export function LoginScreen(props: ScreenProps) {
  return (
    <EntryGuard {...props}>
      <Login {...props} />
    </EntryGuard>
  )
}

const asked = ['is_show_mobile'] as const

function Login({ name, search }: ScreenProps) {
  const t = useBook('entry')
  const { caller, account: user } = useParts()
  const [, go] = useLocation()
  const back = useBack()
  const { rules, areas, offered, areaOf } = useEntryAccount(asked)
  const counted = (values: LoginForm): LoginForm => ({ ...values, account: offered(values.account) })
  const form = useEntryForm<LoginForm>({
    initial: () => ({ account: typedAccountIn(history.state) ?? noAccount, password: '' }),
    check: (values) => checkLogin(counted(values), areaOf(values.account)),
    async send(values, signal) {
      const input = loginInput(counted(values), areaOf(values.account))
      user.enter(await logIn(caller.call, input, signal))
      go(returnPath(search), { replace: true })
    },
  })
  const { account, password } = counted(form.values)
  const state: EntryState = { typed: account }
  const register = entryPath('/register', search)
  const forgot = entryPath('/forgot', search)
  return (
    <EntryFrame
      actions={<LanguageLink />}
      aside={
        <AsideLink
          href={register}
          label={t('entry.login.register')}
          onSelect={() => go(register, { replace: true, state })}
          question={t('entry.login.new')}
        />
      }
      back={back}
      below={<DemoCard isBlocked={form.isBusy} path={returnPath(search)} />}
      form={form}
      name={name}
      submitLabel={t('entry.login.submit')}
      top={
        <AccountTabs
          isMobileShown={rules.isMobileShown}
          onChange={(channel) => form.change('account', { account: { ...account, channel } })}
          value={account.channel}
        />
      }
    >
      <TabPanel id={accountPanelId} value={account.channel}>
        <AccountField
          areas={areas}
          error={form.errors.account}
          onChange={(typed) => form.change('account', { account: typed })}
          value={account}
        />
      </TabPanel>
      <div className="grid grid-cols-1 gap-1">
        <PasswordField
          autoComplete="current-password"
          enterKeyHint="go"
          error={form.errors.password}
          label={t('entry.password')}
          maxLength={longestTyped}
          name="password"
          onChange={(event) => form.change('password', { password: event.target.value })}
          value={password}
        />
        <ButtonLink
          className="-me-3 min-h-11 justify-self-end"
          href={forgot}
          onSelect={() => go(forgot, { state })}
          size="small"
          variant="quiet"
        >
          {t('entry.login.forgot')}
        </ButtonLink>
      </div>
    </EntryFrame>
  )
}
