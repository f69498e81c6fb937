import { useLocation } from 'wouter'
import { unsupportedCountries } from '#core/user/contact.ts'
import { Field } from '#ui/field.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { useDictionary, useTranslations } from '#web/parts/app-parts.tsx'
import { AccountField, AccountTabs, accountPanelId } from '#web/parts/auth-forms/account-field.tsx'
import { type AuthLinkState, authPath } from '#web/parts/auth-forms/auth-links.ts'
import {
  AuthFormScreen,
  LanguageLink,
  LoggedOutGuard,
  QuestionLink,
} from '#web/parts/auth-forms/auth-screen.tsx'
import { NewPasswordFields } from '#web/parts/auth-forms/new-password-fields.tsx'
import { countryNames } from '#web/parts/auth-forms/phone-areas.ts'
import { formatContact } from '#web/parts/auth-forms/send-code.ts'
import { accountFault, contactOf } from '#web/parts/auth-forms/typed-account.ts'
import { CaptchaField, SentCodeField } from '#web/parts/auth-forms/verification-fields.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { ConsentField } from '#web/screens/register/consent-field.tsx'
import { type Registration, useRegister } from '#web/screens/register/use-register.ts'

export function RegisterScreen(props: ScreenProps) {
  return (
    <LoggedOutGuard {...props}>
      <Register {...props} />
    </LoggedOutGuard>
  )
}

function Register({ name, search }: ScreenProps) {
  const t = useDictionary('entry')
  const [, go] = useLocation()
  const back = useBack(authPath('/login', search))
  const register = useRegister(search)
  const { form, values, entry, versions, chooseChannel, typeInvite } = register
  const login = authPath('/login', search)
  const state: AuthLinkState = { typed: values.account }
  return (
    <AuthFormScreen
      actions={<LanguageLink />}
      aside={
        <QuestionLink
          href={login}
          label={t('entry.register.login')}
          onSelect={() => go(login, { replace: true, state })}
          question={t('entry.register.known')}
        />
      }
      back={back}
      below={<RegisterDisclaimer />}
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
        <RegistrationCheck register={register} />
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
      {versions.length === 0 ? null : (
        <ConsentField
          accepted={values.consent}
          error={form.errors.consent}
          onChange={(consent) => form.change('consent', { consent })}
          search={search}
          versions={versions}
        />
      )}
    </AuthFormScreen>
  )
}

/** Field for the code sent to the email address or mobile number, or for a captcha. */
function RegistrationCheck({ register }: { register: Registration }) {
  const t = useDictionary('entry')
  const { form, values, terms, entry, captcha, drawCaptcha } = register
  if (terms.hasCaptcha) {
    return (
      <CaptchaField
        error={form.errors.code}
        onChange={(captchaText) => form.change('code', { captchaText })}
        onDraw={drawCaptcha}
        state={captcha}
        value={values.captchaText}
      />
    )
  }
  const contact = contactOf(values.account, terms.area)
  return (
    <SentCodeField
      contact={contact}
      error={form.errors.code}
      onChange={(code) => form.change('code', { code })}
      onFailure={(failure) => {
        form.showRefusal(failure)
        // The registration rules may have changed since they were read.
        if (failure.kind === 'refused') void entry.refreshRules()
      }}
      onNoContact={() =>
        form.showReport({
          faults: { account: accountFault(values.account, terms.area) },
          summary: undefined,
        })
      }
      purpose="register"
      sentHint={contact === undefined ? undefined : t('entry.code.sent', { to: formatContact(contact) })}
      value={values.code}
    />
  )
}

/** Risk warning and unsupported countries. */
function RegisterDisclaimer() {
  const t = useDictionary('entry')
  const { locale } = useTranslations()
  const names = unsupportedCountries.map(countryNames(locale, 'short'))
  const countries = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  return (
    <div className="grid gap-2 px-4 pb-5 text-12 text-dim">
      <p>{t('entry.register.risk')}</p>
      <p>{t('entry.register.countries', { countries })}</p>
    </div>
  )
}
