import { useRef, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FactorField } from '#desk/parts/factor-field.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { refusalsOf } from '#desk/parts/refusals.ts'
import { useChange } from '#desk/parts/use-change.ts'
import { isFaultless, newRoleFaults } from '#desk/screens/operators/operator-form-state.ts'
import { RoleChoice } from '#desk/screens/operators/role-choice.tsx'
import type { Operator } from '#desk/watch/watch.ts'

type RoleDialogProps = {
  readonly operator: Operator
  readonly onChanged: (operator: Operator, password: undefined) => void
  readonly onClose: () => void
}

export function RoleDialog({ operator, onChanged, onClose }: RoleDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { make, isBusy, failure } = useChange(calls.changeOperator)
  const [role, setRole] = useState(operator.role)
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const faults = newRoleFaults(operator.role, role, code)
  const shown = isTried ? faults : undefined

  const confirm = async () => {
    setIsTried(true)
    if (!isFaultless(faults)) return
    const made = await make({ id: operator.id, role, totp: code.trim() })
    if (made.isMade) onChanged(made.answer.operator, undefined)
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('operators.role.submit')}
      focus={field}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t('operators.role.text')}
      title={t('operators.role.title', { email: operator.email })}
    >
      <RoleChoice error={shown?.role && t(shown.role)} onChange={setRole} value={role} />
      <FactorField
        error={shown?.code === undefined ? refusalsOf(failure).code : t(shown.code)}
        onChange={setCode}
        ref={field}
        value={code}
      />
    </FormDialog>
  )
}
