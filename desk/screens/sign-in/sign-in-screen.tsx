import { type ReactNode, useEffect, useState } from 'react'
import type { DeskEnrolAnswer, DeskSignInAnswer } from '#contract/desk/session.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { LookChoices } from '#desk/parts/look-choices.tsx'
import { RecoveryCodes } from '#desk/parts/recovery-codes.tsx'
import { EnrolmentForm } from '#desk/screens/sign-in/enrolment-form.tsx'
import { SignInForm } from '#desk/screens/sign-in/sign-in-form.tsx'
import { Logo } from '#ui/logo.tsx'

type Enrolment = NonNullable<DeskSignInAnswer['enrolment']>

type Step =
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'enrol'; readonly enrolment: Enrolment }
  | { readonly kind: 'codes'; readonly enrolled: DeskEnrolAnswer }

/** The way in: a password and a code, or, the first time, setting up where the codes come from. */
export function SignInScreen() {
  const t = useTranslate()
  const { enter } = useParts()
  const [step, setStep] = useState<Step>({ kind: 'sign_in' })
  if (step.kind === 'enrol') {
    return (
      <Entrance text={t('enrol.text')} title={t('enrol.title')} wide>
        <EnrolmentForm
          enrolment={step.enrolment}
          onBack={() => setStep({ kind: 'sign_in' })}
          onEnrolled={(enrolled) => setStep({ kind: 'codes', enrolled })}
        />
      </Entrance>
    )
  }
  if (step.kind === 'codes') {
    const { token, operator, recovery_codes } = step.enrolled
    return (
      <Entrance title={t('codes.title')}>
        <RecoveryCodes
          codes={recovery_codes}
          doneLabel={t('codes.go_on')}
          email={operator.email}
          onDone={() => enter(token, operator)}
        />
      </Entrance>
    )
  }
  return (
    <Entrance text={t('sign_in.text')} title={t('sign_in.title')}>
      <SignInForm onEnrolment={(enrolment) => setStep({ kind: 'enrol', enrolment })} />
    </Entrance>
  )
}

type EntranceProps = {
  readonly title: string
  readonly text?: string
  readonly wide?: boolean
  readonly children: ReactNode
}

function Entrance({ title, text, wide = false, children }: EntranceProps) {
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
        <LookChoices />
        <a className="min-h-11 content-center text-13 text-accent hover:underline" href="/">
          {t('desk.to_app')}
        </a>
      </div>
    </main>
  )
}
