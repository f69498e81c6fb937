import { type FormEvent, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { factorCodeFault } from '#desk/parts/factor-code.ts'
import { FactorField } from '#desk/parts/factor-field.tsx'
import { RecoveryCodes } from '#desk/parts/recovery-codes.tsx'
import { refusalsOf } from '#desk/parts/refusals.ts'
import { useChange } from '#desk/parts/use-change.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'

/** Asks for the password and a code, then shows the new recovery codes in its place, once. */
export function RecoveryForm({ email }: { email: string }) {
  const t = useTranslate()
  const { calls } = useParts()
  const { make, isBusy, failure } = useChange(calls.recoveryCodes)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const codeFault = factorCodeFault(code)
  const refusals = refusalsOf(failure)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (password === '' || codeFault !== undefined) return
    const made = await make({ password, totp: code.trim() })
    if (!made.isMade) return
    setCodes(made.answer.recovery_codes)
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
      <FactorField
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
