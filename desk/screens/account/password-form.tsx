import { type FormEvent, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FactorField } from '#desk/parts/factor-field.tsx'
import { NewPasswordFields } from '#desk/parts/new-password-fields.tsx'
import { refusalsOf } from '#desk/parts/refusals.ts'
import { useChange } from '#desk/parts/use-change.ts'
import {
  canChange,
  emptyChange,
  passwordChangeFaults,
  passwordChangeInput,
} from '#desk/screens/account/password-change-state.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'

export function PasswordForm() {
  const t = useTranslate()
  const { calls } = useParts()
  const { make, isBusy, failure } = useChange(calls.changePassword)
  const [form, setForm] = useState(emptyChange)
  const [isTried, setIsTried] = useState(false)
  const faults = isTried ? passwordChangeFaults(form) : undefined
  const refusals = refusalsOf(failure)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!canChange(form)) return
    const made = await make(passwordChangeInput(form))
    if (!made.isMade) return
    setForm(emptyChange)
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
      <FactorField
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
