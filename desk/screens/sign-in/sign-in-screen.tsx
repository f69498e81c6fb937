import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { DeskEnrolAnswer, DeskSignInAnswer } from '#contract/desk/session.ts'
import { AppearanceControls } from '#desk/parts/appearance-controls.tsx'
import { SecondFactorField } from '#desk/parts/credential-fields.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { RecoveryCodes } from '#desk/parts/recovery-codes.tsx'
import { EnrolmentForm } from '#desk/screens/sign-in/enrolment-form.tsx'
import { emptySignIn, isSignInValid, signInFaults, signInInput } from '#desk/screens/sign-in/sign-in-state.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Logo } from '#ui/logo.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'

type Enrolment = NonNullable<DeskSignInAnswer['enrolment']>

type Step =
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'enrol'; readonly enrolment: Enrolment }
  | { readonly kind: 'codes'; readonly enrolled: DeskEnrolAnswer }

/** Sign-in with password and code. The first sign-in continues with enrolment and recovery codes. */
export function SignInScreen() {
  const t = useTranslate()
  const { startSession } = useParts()
  const [step, setStep] = useState<Step>({ kind: 'sign_in' })
  if (step.kind === 'enrol') {
    return (
      <SignInLayout text={t('enrol.text')} title={t('enrol.title')} wide>
        <EnrolmentForm
          enrolment={step.enrolment}
          onBack={() => setStep({ kind: 'sign_in' })}
          onEnrolled={(enrolled) => setStep({ kind: 'codes', enrolled })}
        />
      </SignInLayout>
    )
  }
  if (step.kind === 'codes') {
    const { token, operator, recovery_codes } = step.enrolled
    return (
      <SignInLayout title={t('codes.title')}>
        <RecoveryCodes
          codes={recovery_codes}
          doneLabel={t('codes.go_on')}
          email={operator.email}
          onDone={() => startSession(token, operator)}
        />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout text={t('sign_in.text')} title={t('sign_in.title')}>
      <SignInForm onEnrolment={(enrolment) => setStep({ kind: 'enrol', enrolment })} />
    </SignInLayout>
  )
}

type SignInLayoutProps = {
  readonly title: string
  readonly text?: string
  readonly wide?: boolean
  readonly children: ReactNode
}

function SignInLayout({ title, text, wide = false, children }: SignInLayoutProps) {
  const t = useTranslate()
  const windowTitle = t('desk.page_title', { title, desk: t('desk.name') })
  useEffect(() => {
    document.title = windowTitle
  }, [windowTitle])
  return (
    <main className="grid min-h-full grid-rows-[1fr_auto_1fr] gap-6 p-4">
      <div className="self-end justify-self-center">
        <Logo size={26} />
      </div>
      <section
        className={`w-full justify-self-center rounded-16 border border-line bg-surface p-6 ${wide ? 'max-w-3xl' : 'max-w-104'}`}
      >
        <h1 className="text-20 font-bold tracking-tight">{title}</h1>
        {text === undefined ? null : <p className="mt-1 text-13 text-dim">{text}</p>}
        <div className="mt-5">{children}</div>
      </section>
      <div className="grid w-full max-w-104 content-start gap-1 justify-self-center text-center">
        <AppearanceControls />
        <a className="min-h-11 content-center text-13 text-accent hover:underline" href="/">
          {t('desk.to_app')}
        </a>
      </div>
    </main>
  )
}

type SignInFormProps = {
  readonly onEnrolment: (enrolment: NonNullable<DeskSignInAnswer['enrolment']>) => void
}

function SignInForm({ onEnrolment }: SignInFormProps) {
  const t = useTranslate()
  const { calls, startSession } = useParts()
  const { run, isBusy, failure } = useMutation(calls.signIn)
  const [form, setForm] = useState(emptySignIn)
  const [isTried, setIsTried] = useState(false)
  const faults = isTried ? signInFaults(form) : undefined
  const refusal = failure?.kind === 'refused' && failure.reason === 'wrong_credentials' ? failure.msg : ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isSignInValid(form)) return
    const result = await run(signInInput(form))
    // A code is valid only once, so another attempt needs a new code.
    setForm((typed) => ({ ...typed, code: '' }))
    if (!result.isDone) return
    const { token, operator, enrolment } = result.answer
    if (token !== undefined && operator !== undefined) startSession(token, operator)
    else if (enrolment !== undefined) onEnrolment(enrolment)
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <SignedOutNotice />
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
      <SecondFactorField
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

/** Says why the operator was signed out. */
function SignedOutNotice() {
  const t = useTranslate()
  const reason = useStore(useParts().session.signOutReason)
  if (reason === undefined) return null
  const isUsual = reason === 'left'
  return (
    <Notice icon={isUsual ? 'check' : 'clock'} live tone={isUsual ? 'neutral' : 'warn'}>
      {t(`sign_in.ended.${reason}`)}
    </Notice>
  )
}
