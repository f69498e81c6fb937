import { type FormEvent, useState } from 'react'
import type { DeskEnrolAnswer, DeskSignInAnswer } from '#contract/desk/session.ts'
import { NewPasswordFields, SecondFactorField } from '#desk/parts/credential-fields.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { fieldRefusals } from '#desk/parts/field-refusals.ts'
import { useMutation } from '#desk/parts/mutation.ts'
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

/** First sign-in: sets up the authenticator app and, if required, a new password. */
export function EnrolmentForm({ enrolment, onEnrolled, onBack }: EnrolmentFormProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.enrol)
  const refusals = fieldRefusals(failure)
  const [form, setForm] = useState(emptyEnrolment)
  const [isTried, setIsTried] = useState(false)
  const needsPassword = enrolment.needs_password === 1
  const faults = isTried ? enrolmentFaults(form, needsPassword) : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isEnrolmentValid(form, needsPassword)) return
    const result = await run(enrolmentInput(form, enrolment.ticket))
    if (result.isDone) onEnrolled(result.answer)
    else if (result.reason === 'enrolment_ended') onBack()
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
