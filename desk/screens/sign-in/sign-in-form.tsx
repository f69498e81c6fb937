import { type FormEvent, useState } from 'react'
import type { DeskSignInAnswer } from '#contract/desk/session.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FactorField } from '#desk/parts/factor-field.tsx'
import { useChange } from '#desk/parts/use-change.ts'
import { canSignIn, emptySignIn, signInFaults, signInInput } from '#desk/screens/sign-in/sign-in-state.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'

type SignInFormProps = {
  readonly onEnrolment: (enrolment: NonNullable<DeskSignInAnswer['enrolment']>) => void
}

export function SignInForm({ onEnrolment }: SignInFormProps) {
  const t = useTranslate()
  const { calls, enter } = useParts()
  const { make, isBusy, failure } = useChange(calls.signIn)
  const [form, setForm] = useState(emptySignIn)
  const [isTried, setIsTried] = useState(false)
  const faults = isTried ? signInFaults(form) : undefined
  const refusal = failure?.kind === 'refused' && failure.reason === 'wrong_credentials' ? failure.msg : ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!canSignIn(form)) return
    const made = await make(signInInput(form))
    // A code works once, so the next try needs the next one.
    setForm((typed) => ({ ...typed, code: '' }))
    if (!made.isMade) return
    const { token, operator, enrolment } = made.answer
    if (token !== undefined && operator !== undefined) enter(token, operator)
    else if (enrolment !== undefined) onEnrolment(enrolment)
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <EndedNotice />
      {refusal === '' ? null : (
        <Notice icon="warning" live tone="danger">
          {refusal}
        </Notice>
      )}
      <Field
        autoComplete="username"
        autoFocus
        dir="ltr"
        error={faults?.email && t(faults.email)}
        inputMode="email"
        label={t('sign_in.email')}
        onChange={(event) => setForm({ ...form, email: event.target.value })}
        value={form.email}
      />
      <PasswordField
        autoComplete="current-password"
        error={faults?.password && t(faults.password)}
        label={t('sign_in.password')}
        onChange={(event) => setForm({ ...form, password: event.target.value })}
        value={form.password}
      />
      <FactorField
        error={faults?.code && t(faults.code)}
        hint={t('sign_in.code_hint')}
        label={t('sign_in.code')}
        onChange={(code) => setForm({ ...form, code })}
        value={form.code}
      />
      <Button busy={isBusy} full type="submit">
        {t('sign_in.submit')}
      </Button>
    </form>
  )
}

/** Why one stands here again, when one was inside before. */
function EndedNotice() {
  const t = useTranslate()
  const session = useStore(useParts().session)
  if (session.kind === 'signed_in' || session.because === 'none') return null
  const isUsual = session.because === 'left'
  return (
    <Notice icon={isUsual ? 'check' : 'clock'} live tone={isUsual ? 'neutral' : 'warn'}>
      {t(`sign_in.ended.${session.because}`)}
    </Notice>
  )
}
