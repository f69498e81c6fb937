import { useBook } from '#web/parts/app-parts.tsx'
import { shownContact } from '#web/parts/auth-forms/send-code.ts'
import { accountFault, contactOf } from '#web/parts/auth-forms/typed-account.ts'
import { CaptchaField, SentCodeField } from '#web/parts/auth-forms/verification-fields.tsx'
import type { Registering } from '#web/screens/register/use-register.ts'

/** How a registration is checked: by a code that is sent, or by a picture that a person reads. */
export function RegisterCheck({ register }: { register: Registering }) {
  const t = useBook('entry')
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
        form.fail(failure)
        // The rules may have changed since they were asked for.
        if (failure.kind === 'refused') void entry.askAgain()
      }}
      onNobody={() =>
        form.complain({
          faults: { account: accountFault(values.account, terms.area) },
          summary: undefined,
        })
      }
      purpose="register"
      sentHint={contact === undefined ? undefined : t('entry.code.sent', { to: shownContact(contact) })}
      value={values.code}
    />
  )
}
