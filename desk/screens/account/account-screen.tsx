import { type FormEvent, type ReactNode, useState } from 'react'
import { NewPasswordFields, SecondFactorField } from '#desk/parts/credential-fields.tsx'
import { secondFactorFault } from '#desk/parts/credentials.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { fieldRefusals } from '#desk/parts/field-refusals.ts'
import { useMutation } from '#desk/parts/mutation.ts'
import { Fact, Facts, Page } from '#desk/parts/page.tsx'
import { RecoveryCodes } from '#desk/parts/recovery-codes.tsx'
import { DateTime } from '#desk/parts/time.tsx'
import {
  emptyPasswordChange,
  isPasswordChangeValid,
  passwordChangeFaults,
  passwordChangeInput,
} from '#desk/screens/account/password-change.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PasswordField } from '#ui/password-field.tsx'

/** The operator's own account: role, password and recovery codes. */
export function AccountScreen() {
  const t = useTranslate()
  const { operator } = useStore(useParts().statusPoll)
  return (
    <Page title={t('account.title')} width="narrow">
      <div className="grid gap-4">
        {operator === undefined ? null : (
          <Facts>
            <Fact label={t('account.email')}>{operator.email}</Fact>
            <Fact label={t('account.role')}>{t(`role.${operator.role}`)}</Fact>
            <Fact label={t('account.since')}>
              <DateTime at={operator.created_at} />
            </Fact>
          </Facts>
        )}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <AccountSection text={t('account.password.text')} title={t('account.password.title')}>
            <PasswordForm />
          </AccountSection>
          <AccountSection text={t('account.codes.text')} title={t('account.codes.title')}>
            <RecoveryCodesForm email={operator?.email ?? ''} />
          </AccountSection>
        </div>
      </div>
    </Page>
  )
}

function AccountSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Panel>
      <h2 className="text-17 font-semibold">{title}</h2>
      <p className="mt-1 mb-4 text-13 text-dim">{text}</p>
      {children}
    </Panel>
  )
}

function PasswordForm() {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.changePassword)
  const [form, setForm] = useState(emptyPasswordChange)
  const [isTried, setIsTried] = useState(false)
  const faults = isTried ? passwordChangeFaults(form) : undefined
  const refusals = fieldRefusals(failure)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isPasswordChangeValid(form)) return
    const result = await run(passwordChangeInput(form))
    if (!result.isDone) return
    setForm(emptyPasswordChange)
    setIsTried(false)
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        autoComplete="current-password"
        error={faults?.old === undefined ? refusals.password : t(faults.old)}
        label={t('account.password.old')}
        onChange={(event) => setForm({ ...form, old: event.target.value })}
        value={form.old}
      />
      <NewPasswordFields
        faults={faults}
        onChange={(newPassword) => setForm({ ...form, newPassword })}
        refusal={refusals.newPassword}
        value={form.newPassword}
      />
      <SecondFactorField
        error={faults?.code === undefined ? refusals.code : t(faults.code)}
        onChange={(code) => setForm({ ...form, code })}
        value={form.code}
      />
      <Button busy={isBusy} type="submit">
        {t('account.password.submit')}
      </Button>
    </form>
  )
}

/** Asks for the password and a code, then creates new recovery codes and shows them once. */
function RecoveryCodesForm({ email }: { email: string }) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.recoveryCodes)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const codeFault = secondFactorFault(code)
  const refusals = fieldRefusals(failure)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (password === '' || codeFault !== undefined) return
    const result = await run({ password, totp: code.trim() })
    if (!result.isDone) return
    setCodes(result.answer.recovery_codes)
    setPassword('')
    setCode('')
    setIsTried(false)
  }
  if (codes !== undefined) {
    return (
      <RecoveryCodes
        codes={codes}
        doneLabel={t('codes.done')}
        email={email}
        onDone={() => setCodes(undefined)}
      />
    )
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField
        autoComplete="current-password"
        error={isTried && password === '' ? t('sign_in.fault.password') : refusals.password}
        label={t('account.codes.password')}
        onChange={(event) => setPassword(event.target.value)}
        value={password}
      />
      <SecondFactorField
        error={isTried && codeFault !== undefined ? t(codeFault) : refusals.code}
        onChange={setCode}
        value={code}
      />
      <Button busy={isBusy} type="submit">
        {t('account.codes.submit')}
      </Button>
    </form>
  )
}
