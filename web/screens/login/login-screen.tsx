import { useLocation } from 'wouter'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { maxPasswordLength } from '#ui/new-password-fields.tsx'
import { Panel } from '#ui/panel.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { logIn } from '#web/calls/session.ts'
import { useDemoLogin } from '#web/parts/account/use-demo-login.ts'
import { useAccount, useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { AccountField, AccountTabs, accountPanelId } from '#web/parts/auth-forms/account-field.tsx'
import { type AuthLinkState, authPath, typedAccountFromState } from '#web/parts/auth-forms/auth-links.ts'
import {
  AuthFormScreen,
  LanguageLink,
  LoggedOutGuard,
  QuestionLink,
} from '#web/parts/auth-forms/auth-screen.tsx'
import { emptyAccount } from '#web/parts/auth-forms/typed-account.ts'
import { useAccountOptions } from '#web/parts/auth-forms/use-account-options.ts'
import { useAuthForm } from '#web/parts/auth-forms/use-auth-form.ts'
import { LegalLinks } from '#web/parts/legal/legal-links.tsx'
import { returnPath, useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { checkLogin, type LoginForm, loginInput } from '#web/screens/login/login-state.ts'

export function LoginScreen(props: ScreenProps) {
  return (
    <LoggedOutGuard {...props}>
      <Login {...props} />
    </LoggedOutGuard>
  )
}

const neededSettings = ['is_show_mobile'] as const

function Login({ name, search }: ScreenProps) {
  const t = useDictionary('entry')
  const { caller, currentUser: user } = useParts()
  const [, go] = useLocation()
  const back = useBack()
  const { rules, areas, withOfferedChannel, areaOf } = useAccountOptions(neededSettings)
  const effectiveValues = (values: LoginForm): LoginForm => ({
    ...values,
    account: withOfferedChannel(values.account),
  })
  const form = useAuthForm<LoginForm>({
    initial: () => ({ account: typedAccountFromState(history.state) ?? emptyAccount, password: '' }),
    check: (values) => checkLogin(effectiveValues(values), areaOf(values.account)),
    async send(values, signal) {
      const input = loginInput(effectiveValues(values), areaOf(values.account))
      user.setSession(await logIn(caller.call, input, signal))
      go(returnPath(search), { replace: true })
    },
  })
  const { account, password } = effectiveValues(form.values)
  const state: AuthLinkState = { typed: account }
  const register = authPath('/register', search)
  const forgot = authPath('/forgot', search)
  return (
    <AuthFormScreen
      actions={<LanguageLink />}
      aside={
        <QuestionLink
          href={register}
          label={t('entry.login.register')}
          onSelect={() => go(register, { replace: true, state })}
          question={t('entry.login.new')}
        />
      }
      back={back}
      below={
        <>
          <DemoCard isBlocked={form.isBusy} path={returnPath(search)} />
          <LegalLinks />
        </>
      }
      form={form}
      name={name}
      submitLabel={t('entry.login.submit')}
      top={
        <AccountTabs
          isMobileShown={rules.isMobileShown}
          onChange={(channel) => form.switchTab({ account: { ...account, channel } })}
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
          maxLength={maxPasswordLength}
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
    </AuthFormScreen>
  )
}

type DemoCardProps = {
  /** Path to open after the demo login. */
  readonly path: string
  /** True while a login with a password is in progress. */
  readonly isBlocked: boolean
}

/** Opens a demo account without registration, or continues the current one. */
function DemoCard({ path, isBlocked }: DemoCardProps) {
  const t = useDictionary('entry')
  const { isDemo, isBusy, open } = useDemo(path)
  return (
    <div className="px-4 pb-5">
      <Panel className="grid grid-cols-1 gap-4">
        <div className="flex items-start gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
            <Icon name="trade" size={22} />
          </span>
          <div className="grid min-w-0 gap-1">
            <h2 className="font-semibold">{t('entry.demo.title')}</h2>
            <p className="text-13 text-dim">{t(isDemo ? 'entry.demo.now' : 'entry.demo.text')}</p>
          </div>
        </div>
        <Button busy={isBusy} disabled={isBlocked} full onClick={open} variant="secondary">
          {t(isDemo ? 'entry.demo.continue' : 'entry.demo.open')}
        </Button>
      </Panel>
    </div>
  )
}

function useDemo(path: string) {
  const state = useAccount()
  const [, go] = useLocation()
  const lead = () => go(path, { replace: true })
  const { isBusy, enter } = useDemoLogin(lead)
  const isDemo = state.kind === 'known' && state.user.is_demo === 1
  return { isDemo, isBusy, open: isDemo ? lead : enter }
}
