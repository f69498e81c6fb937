import { useLocation } from 'wouter'
import { Field } from '#ui/field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { AccountField, AccountTabs, accountPanelId } from '#web/parts/auth-forms/account-field.tsx'
import { type EntryState, entryPath } from '#web/parts/auth-forms/auth-links.ts'
import { AsideLink, EntryFrame, EntryGuard, LanguageLink } from '#web/parts/auth-forms/auth-screen.tsx'
import { NewPasswordFields } from '#web/parts/auth-forms/new-password-fields.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { FineNote } from '#web/screens/register/fine-note.tsx'
import { RegisterCheck } from '#web/screens/register/register-check.tsx'
import { useRegister } from '#web/screens/register/use-register.ts'

export function RegisterScreen(props: ScreenProps) {
  return (
    <EntryGuard {...props}>
      <Register {...props} />
    </EntryGuard>
  )
}

function Register({ name, search }: ScreenProps) {
  const t = useBook('entry')
  const [, go] = useLocation()
  const back = useBack(entryPath('/login', search))
  const register = useRegister(search)
  const { form, values, entry, chooseChannel, typeInvite } = register
  const login = entryPath('/login', search)
  const state: EntryState = { typed: values.account }
  return (
    <EntryFrame
      actions={<LanguageLink />}
      aside={
        <AsideLink
          href={login}
          label={t('entry.register.login')}
          onSelect={() => go(login, { replace: true, state })}
          question={t('entry.register.known')}
        />
      }
      back={back}
      below={<FineNote />}
      form={form}
      name={name}
      submitLabel={t('entry.register.submit')}
      top={
        <AccountTabs
          isMobileShown={entry.rules.isMobileShown}
          onChange={chooseChannel}
          value={values.account.channel}
        />
      }
    >
      <TabPanel className="grid grid-cols-1 gap-5" id={accountPanelId} value={values.account.channel}>
        <AccountField
          areas={entry.areas}
          error={form.errors.account}
          onChange={(account) => form.change('account', { account })}
          value={values.account}
        />
        <RegisterCheck register={register} />
      </TabPanel>
      <NewPasswordFields
        errors={form.errors}
        label={t('entry.password')}
        onChange={form.change}
        repeatedLabel={t('entry.password.repeated')}
        values={values}
      />
      <Field
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        className="[&_input]:uppercase"
        dir="ltr"
        error={form.errors.invite}
        label={t(entry.rules.isInviteRequired ? 'entry.invite' : 'entry.invite.optional')}
        maxLength={64}
        name="invite-code"
        onChange={(event) => typeInvite(event.target.value)}
        spellCheck={false}
        value={values.inviteCode}
      />
    </EntryFrame>
  )
}
