import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { CallFailure } from '#browser/calls/call-failure.ts'
import { SecondFactorField } from '#desk/parts/credential-fields.tsx'
import { secondFactorFault } from '#desk/parts/credentials.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { fieldRefusals } from '#desk/parts/field-refusals.ts'
import { FormDialog } from '#desk/parts/form-dialog.tsx'

type CodeDialogProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly confirmLabel: string
  readonly tone?: 'neutral' | 'danger' | undefined
  readonly isBusy: boolean
  /** Failure of the last try. A refused code is shown at its field. */
  readonly failure: CallFailure | undefined
  /** Called with a well-formed code. */
  readonly onConfirm: (code: string) => void
  readonly onClose: () => void
  /** Called at each try: shows the faults of the other fields, and returns false if there are any. */
  readonly validate?: (() => boolean) | undefined
  /** The field that gets the focus, if not the code. */
  readonly focus?: RefObject<HTMLElement | null> | undefined
  /** Above the code. */
  readonly children?: ReactNode
}

/** Confirms an action with a second-factor code. Mount it only while it is open. */
export function CodeDialog(props: CodeDialogProps) {
  const { isBusy, failure, onConfirm, validate, focus, children, ...dialog } = props
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const fault = secondFactorFault(code)
  const confirm = () => {
    setIsTried(true)
    const isValid = validate?.() ?? true
    if (isValid && fault === undefined) onConfirm(code.trim())
  }
  return (
    <FormDialog {...dialog} busy={isBusy} focus={focus ?? field} onConfirm={confirm}>
      {children}
      <SecondFactorField
        error={isTried && fault !== undefined ? t(fault) : fieldRefusals(failure).code}
        onChange={setCode}
        ref={field}
        value={code}
      />
    </FormDialog>
  )
}
