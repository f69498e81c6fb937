import { useRef, useState } from 'react'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { factorCodeFault } from '#desk/parts/factor-code.ts'
import { FactorField } from '#desk/parts/factor-field.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { refusalsOf } from '#desk/parts/refusals.ts'
import { useChange } from '#desk/parts/use-change.ts'
import type { Operator } from '#desk/watch/watch.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

/** What can be done to an operator with nothing but a code. */
export type Act = 'off' | 'on' | 'reset'

const inputs = { off: { is_active: 0 }, on: { is_active: 1 }, reset: { reset: 1 } } as const

const labels = {
  off: 'operators.switch_off',
  on: 'operators.switch_on',
  reset: 'operators.reset',
} as const satisfies Record<Act, DeskKey>

type OperatorActDialogProps = {
  readonly act: Act
  readonly operator: Operator
  readonly onChanged: (operator: Operator, password: string | undefined) => void
  readonly onClose: () => void
}

/** Switching off, switching on again, and beginning anew. */
export function OperatorActDialog({ act, operator, onChanged, onClose }: OperatorActDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { make, isBusy, failure } = useChange(calls.changeOperator)
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const fault = factorCodeFault(code)

  const confirm = async () => {
    setIsTried(true)
    if (fault !== undefined) return
    const made = await make({ id: operator.id, ...inputs[act], totp: code.trim() })
    if (made.isMade) onChanged(made.answer.operator, made.answer.password)
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t(labels[act])}
      focus={field}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t(`operators.${act}.text`)}
      title={t(`operators.${act}.title`, { email: operator.email })}
      tone={act === 'on' ? 'neutral' : 'danger'}
    >
      <FactorField
        error={isTried && fault !== undefined ? t(fault) : refusalsOf(failure).code}
        onChange={setCode}
        ref={field}
        value={code}
      />
    </FormDialog>
  )
}
