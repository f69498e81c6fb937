import { type FormEvent, useState } from 'react'
import type { DeskEnrolAnswer, DeskSignInAnswer } from '#contract/desk/session.ts'
import { NewPasswordFields, SecondFactorField } from '#desk/parts/credential-fields.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { fieldRefusals, useMutation } from '#desk/parts/mutation.ts'
import {
  emptyEnrolment,
  enrolmentFaults,
  enrolmentInput,
  isEnrolmentValid,
  secretInGroups,
} from '#desk/screens/sign-in/sign-in-state.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { QrCode } from '#ui/qr-code.tsx'

type Enrolment = NonNullable<DeskSignInAnswer['enrolment']>

type EnrolmentFormProps = {
  readonly enrolment: Enrolment
  readonly onEnrolled: (answer: DeskEnrolAnswer) => void
  readonly onBack: () => void
}

/** Once: an authenticator, proven to work, and a password that nobody else has seen. */
export function EnrolmentForm({ enrolment, onEnrolled, onBack }: EnrolmentFormProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run: make, isBusy, failure } = useMutation(calls.enrol)
  const refusals = fieldRefusals(failure)
  const [form, setForm] = useState(emptyEnrolment)
  const [isTried, setIsTried] = useState(false)
  const needsPassword = enrolment.needs_password === 1
  const faults = isTried ? enrolmentFaults(form, needsPassword) : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isEnrolmentValid(form, needsPassword)) return
    const made = await make(enrolmentInput(form, enrolment.ticket))
    if (made.isDone) onEnrolled(made.answer)
    else if (made.reason === 'enrolment_ended') onBack()
  }
  return (
    <form className="grid gap-6 md:grid-cols-[auto_1fr]" noValidate onSubmit={(event) => void submit(event)}>
      <TotpSecret enrolment={enrolment} />
      <div className="grid content-start gap-4">
        <SecondFactorField
          error={faults?.code === undefined ? refusals.code : t(faults.code)}
          hint={t('enrol.limit')}
          label={t('enrol.code')}
          onChange={(code) => setForm({ ...form, code })}
          value={form.code}
        />
        <NewPasswordFields
          faults={faults}
          hint={needsPassword ? undefined : t('password.keep')}
          onChange={(newPassword) => setForm({ ...form, newPassword })}
          refusal={refusals.newPassword}
          value={form.newPassword}
        />
        <Button busy={isBusy} full type="submit">
          {t('enrol.submit')}
        </Button>
        <Button onClick={onBack} variant="quiet">
          {t('enrol.back')}
        </Button>
      </div>
    </form>
  )
}

function TotpSecret({ enrolment }: { enrolment: Enrolment }) {
  const t = useTranslate()
  return (
    <div className="grid content-start justify-items-center gap-3 md:w-64">
      <p className="text-13 text-dim">{t('enrol.scan')}</p>
      <QrCode className="size-56 border border-line" label={t('enrol.qr')} text={enrolment.uri} />
      <p className="text-13 text-dim">{t('enrol.secret')}</p>
      <div className="flex items-center gap-1">
        <code className="text-center font-mono text-13 break-words ltr-isolate" translate="no">
          {secretInGroups(enrolment.secret)}
        </code>
        <CopyButton label={t('enrol.copy_secret')} text={enrolment.secret} />
      </div>
    </div>
  )
}
