import { useLocation } from 'wouter'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { logIn } from '#web/calls/session.ts'
import { useEnterDemo } from '#web/parts/account/use-demo-login.ts'
import { useAccount, useBook, useParts } from '#web/parts/app-parts.tsx'
import { AccountField, AccountTabs, accountPanelId } from '#web/parts/auth-forms/account-field.tsx'
import { type EntryState, entryPath, typedAccountIn } from '#web/parts/auth-forms/auth-links.ts'
import { AsideLink, EntryFrame, EntryGuard, LanguageLink } from '#web/parts/auth-forms/auth-screen.tsx'
import { longestTyped } from '#web/parts/auth-forms/new-password-fields.tsx'
import { noAccount } from '#web/parts/auth-forms/typed-account.ts'
import { useEntryAccount } from '#web/parts/auth-forms/use-account-options.ts'
import { useEntryForm } from '#web/parts/auth-forms/use-auth-form.ts'
import { returnPath, useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
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
      user.setSession(await logIn(caller.call, input, signal))
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

export type DemoCardProps = {
  /** Where it leads. */
  readonly path: string
  /** A login is under way. */
  readonly isBlocked: boolean
}

/** The way in that asks for nothing. Whoever is in it already is led on. */
export function DemoCard({ path, isBlocked }: DemoCardProps) {
  const t = useBook('entry')
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
  const { isBusy, enter } = useEnterDemo(lead)
  const isDemo = state.kind === 'known' && state.user.is_demo === 1
  return { isDemo, isBusy, open: isDemo ? lead : enter }
}
