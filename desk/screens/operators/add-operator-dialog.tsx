import { useRef, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FactorField } from '#desk/parts/factor-field.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { refusalsOf } from '#desk/parts/refusals.ts'
import { useChange } from '#desk/parts/use-change.ts'
import { emptyOperator, isFaultless, newOperatorFaults } from '#desk/screens/operators/operator-form-state.ts'
import { RoleChoice } from '#desk/screens/operators/role-choice.tsx'
import type { Operator } from '#desk/watch/watch.ts'
import { Field } from '#ui/field.tsx'

type AddOperatorDialogProps = {
  readonly onAdded: (operator: Operator, password: string) => void
  readonly onClose: () => void
}

export function AddOperatorDialog({ onAdded, onClose }: AddOperatorDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { make, isBusy, failure } = useChange(calls.createOperator)
  const [form, setForm] = useState(emptyOperator)
  const [isTried, setIsTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const faults = newOperatorFaults(form)
  const shown = isTried ? faults : undefined
  const refusal =
    failure?.kind === 'refused' && ['operator_exists', 'invalid_email'].includes(failure.reason ?? '')
      ? failure.msg
      : undefined

  const confirm = async () => {
    setIsTried(true)
    if (!isFaultless(faults)) return
    const { email, role, code } = form
    const made = await make({ email: email.trim(), role, totp: code.trim() })
    if (made.isMade) onAdded(made.answer.operator, made.answer.password)
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('operators.add.submit')}
      focus={first}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t('operators.add.text')}
      title={t('operators.add.title')}
    >
      <Field
        autoComplete="off"
        dir="ltr"
        error={shown?.email === undefined ? refusal : t(shown.email)}
        inputMode="email"
        label={t('operators.add.email')}
        onChange={(event) => setForm({ ...form, email: event.target.value })}
        ref={first}
        value={form.email}
      />
      <RoleChoice onChange={(role) => setForm({ ...form, role })} value={form.role} />
      <FactorField
        error={shown?.code === undefined ? refusalsOf(failure).code : t(shown.code)}
        onChange={(code) => setForm({ ...form, code })}
        value={form.code}
      />
    </FormDialog>
  )
}
