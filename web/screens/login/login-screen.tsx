import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button-link.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { logIn } from '#web/calls/session.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { AccountField } from '#web/parts/entry/account/account-field.tsx'
import { AccountTabs, accountPanelId } from '#web/parts/entry/account/account-tabs.tsx'
import { noAccount } from '#web/parts/entry/account/typed-account.ts'
import { useEntryAccount } from '#web/parts/entry/account/use-entry-account.ts'
import { AsideLink } from '#web/parts/entry/form/aside-link.tsx'
import { EntryFrame } from '#web/parts/entry/form/entry-frame.tsx'
import { EntryGuard } from '#web/parts/entry/form/entry-guard.tsx'
import { type EntryState, entryPath, typedAccountIn } from '#web/parts/entry/form/entry-path.ts'
import { LanguageLink } from '#web/parts/entry/form/language-link.tsx'
import { useEntryForm } from '#web/parts/entry/form/use-entry-form.ts'
import { longestTyped } from '#web/parts/entry/password/new-password-fields.tsx'
import { returnPath } from '#web/parts/login-path.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useBack } from '#web/parts/use-back.ts'
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
