import { useRef, useState } from 'react'
import type { Reason } from '#contract/envelope.ts'
import { longestRemark } from '#core/user/operator-remark.ts'
import { SecondFactorField } from '#desk/parts/credential-fields.tsx'
import { secondFactorFault } from '#desk/parts/credentials.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { fieldRefusals } from '#desk/parts/field-refusals.ts'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { remarkFault, remarkLength } from '#desk/parts/remark.ts'
import type { Freeze } from '#desk/screens/freezes/freeze-list.ts'
import { TextArea } from '#ui/text-area.tsx'

type LiftDialogProps = {
  readonly freeze: Freeze
  /** The freeze is lifted, or the list has to show whether it is. */
  readonly onSettled: () => void
  readonly onClose: () => void
}

/**
 * Refusals after which only the list tells the state: another owner was faster, the account was frozen again since, or
 * the answer came too late.
 */
const settling: readonly (Reason | undefined)[] = ['not_frozen', 'frozen_again', 'outcome_unknown']

/** Asks for the reason of the lift, which is journalled, and for a second-factor code. */
export function LiftDialog({ freeze, onSettled, onClose }: LiftDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy, failure } = useMutation(calls.liftFreeze)
  const area = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)
  const faults = { reason: remarkFault(reason), code: secondFactorFault(code) }
  const shown = isTried ? faults : undefined

  const confirm = async () => {
    setIsTried(true)
    if (faults.reason !== undefined || faults.code !== undefined) return
    const { user_id, frozen_at } = freeze
    const result = await run({ user_id, frozen_at, reason: reason.trim(), totp: code.trim() })
    if (result.isDone || settling.includes(result.reason)) onSettled()
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('freezes.lift')}
      focus={area}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t('freezes.lift.text')}
      title={t('freezes.lift.title', { uid: freeze.uid })}
    >
      <TextArea
        aside={t('freezes.lift.length', { count: remarkLength(reason), limit: longestRemark })}
        dir="auto"
        error={shown?.reason && t(`freezes.lift.${shown.reason}`, { limit: longestRemark })}
        hint={t('freezes.lift.hint')}
        label={t('freezes.lift.reason')}
        onChange={(event) => setReason(event.target.value)}
        ref={area}
        value={reason}
      />
      <SecondFactorField
        error={shown?.code === undefined ? fieldRefusals(failure).code : t(shown.code)}
        onChange={setCode}
        value={code}
      />
    </FormDialog>
  )
}
