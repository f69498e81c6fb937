import { useRef, useState } from 'react'
import { isOperatorRole, type OperatorRole, operatorRoles } from '#core/user/operator-role.ts'
import { CodeDialog } from '#desk/parts/code-dialog.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import type { Operator } from '#desk/parts/status-poll.ts'
import { emailFault, emptyOperator, roleFault } from '#desk/screens/operators/operator-form.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'

type AddOperatorDialogProps = {
  readonly onAdded: (operator: Operator, password: string) => void
  readonly onClose: () => void
}

export function AddOperatorDialog({ onAdded, onClose }: AddOperatorDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.createOperator)
  const [form, setForm] = useState(emptyOperator)
  const [isTried, setIsTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const fault = emailFault(form)
  const refusal =
    failure?.kind === 'refused' && ['operator_exists', 'invalid_email'].includes(failure.reason ?? '')
      ? failure.msg
      : undefined

  const confirm = async (totp: string) => {
    const result = await run({ email: form.email.trim(), role: form.role, totp })
    if (result.isDone) onAdded(result.answer.operator, result.answer.password)
  }
  return (
    <CodeDialog
      confirmLabel={t('operators.add.submit')}
      failure={failure}
      focus={first}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={(code) => void confirm(code)}
      text={t('operators.add.text')}
      title={t('operators.add.title')}
      validate={() => {
        setIsTried(true)
        return fault === undefined
      }}
    >
      <Field
        autoComplete="off"
        dir="ltr"
        error={isTried && fault !== undefined ? t(fault) : refusal}
        inputMode="email"
        label={t('operators.add.email')}
        onChange={(event) => setForm({ ...form, email: event.target.value })}
        ref={first}
        value={form.email}
      />
      <RoleSelect onChange={(role) => setForm({ ...form, role })} value={form.role} />
    </CodeDialog>
  )
}

type RoleDialogProps = {
  readonly operator: Operator
  readonly onChanged: (operator: Operator, password: undefined) => void
  readonly onClose: () => void
}

export function RoleDialog({ operator, onChanged, onClose }: RoleDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.changeOperator)
  const [role, setRole] = useState(operator.role)
  const [isTried, setIsTried] = useState(false)
  const fault = roleFault(operator.role, role)

  const confirm = async (totp: string) => {
    const result = await run({ id: operator.id, role, totp })
    if (result.isDone) onChanged(result.answer.operator, undefined)
  }
  return (
    <CodeDialog
      confirmLabel={t('operators.role.submit')}
      failure={failure}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={(code) => void confirm(code)}
      text={t('operators.role.text')}
      title={t('operators.role.title', { email: operator.email })}
      validate={() => {
        setIsTried(true)
        return fault === undefined
      }}
    >
      <RoleSelect
        error={isTried && fault !== undefined ? t(fault) : undefined}
        onChange={setRole}
        value={role}
      />
    </CodeDialog>
  )
}

/** Actions on an operator that need only a second-factor code. */
export type OperatorAction = 'off' | 'on' | 'reset'

const inputs = { off: { is_active: 0 }, on: { is_active: 1 }, reset: { reset: 1 } } as const

const labels = {
  off: 'operators.switch_off',
  on: 'operators.switch_on',
  reset: 'operators.reset',
} as const satisfies Record<OperatorAction, DeskKey>

type OperatorActionDialogProps = {
  readonly action: OperatorAction
  readonly operator: Operator
  readonly onChanged: (operator: Operator, password: string | undefined) => void
  readonly onClose: () => void
}

/** Deactivates, reactivates or resets an operator. */
export function OperatorActionDialog({ action, operator, onChanged, onClose }: OperatorActionDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.changeOperator)
  const confirm = async (totp: string) => {
    const result = await run({ id: operator.id, ...inputs[action], totp })
    if (result.isDone) onChanged(result.answer.operator, result.answer.password)
  }
  return (
    <CodeDialog
      confirmLabel={t(labels[action])}
      failure={failure}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={(code) => void confirm(code)}
      text={t(`operators.${action}.text`)}
      title={t(`operators.${action}.title`, { email: operator.email })}
      tone={action === 'on' ? 'neutral' : 'danger'}
    />
  )
}

type InitialPasswordDialogProps = {
  readonly email: string
  readonly password: string
  readonly onDone: () => void
}

/** The initial password is shown only once, so the dialog closes only by its button. */
export function InitialPasswordDialog({ email, password, onDone }: InitialPasswordDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      confirmLabel={t('operators.password.done')}
      onConfirm={onDone}
      onOpenChange={() => undefined}
      open
      text={t('operators.password.text')}
      title={t('operators.password.title', { email })}
    >
      <div className="mt-2 flex items-center justify-between gap-2 rounded-8 border border-line bg-ground py-1 ps-4 pe-1">
        <span className="sr-only">{t('operators.password.label')}</span>
        <code className="font-mono text-15 break-all ltr-isolate" translate="no">
          {password}
        </code>
        <CopyButton label={t('operators.password.copy')} text={password} />
      </div>
    </Dialog>
  )
}

type RoleSelectProps = {
  readonly value: OperatorRole
  readonly onChange: (role: OperatorRole) => void
  readonly error?: string | undefined
}

/** Role selection with a description of the selected role. */
function RoleSelect({ value, onChange, error }: RoleSelectProps) {
  const t = useTranslate()
  return (
    <SelectField
      error={error}
      hint={t(`role.about.${value}`)}
      label={t('operators.add.role')}
      onChange={(role) => (isOperatorRole(role) ? onChange(role) : undefined)}
      options={operatorRoles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      value={value}
    />
  )
}
