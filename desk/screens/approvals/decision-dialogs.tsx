import { useRef, useState } from 'react'
import type { Reason } from '#contract/envelope.ts'
import { longestRemark } from '#core/user/operator-remark.ts'
import { CodeDialog } from '#desk/parts/code-dialog.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { remarkFault, remarkLength } from '#desk/parts/remark.ts'
import { type Proposal, proposalText } from '#desk/screens/approvals/proposal-list.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

type DecisionDialogProps = {
  readonly proposal: Proposal
  /** It is decided, or the list has to show whether it is. */
  readonly onSettled: () => void
  readonly onClose: () => void
}

/** Refusals after which the operator can try again in the open dialog. Undefined: no answer of the server. */
const retried: readonly (Reason | undefined)[] = ['wrong_code', 'busy', undefined]

/** Asks for a second-factor code. */
export function ApproveDialog({ proposal, onSettled, onClose }: DecisionDialogProps) {
  const t = useTranslate()
  const { run, isBusy, failure } = useMutation(useParts().calls.approveProposal)
  const confirm = async (totp: string) => {
    const result = await run({ id: proposal.id, totp })
    if (result.isDone || !retried.includes(result.reason)) onSettled()
  }
  return (
    <CodeDialog
      confirmLabel={t('approvals.approve')}
      failure={failure}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={(code) => void confirm(code)}
      text={t('approvals.approve.text')}
      title={t('approvals.approve.title')}
    >
      <p className="wrap-anywhere">{proposalText(proposal, t)}</p>
    </CodeDialog>
  )
}

/** Asks for a remark, which the proposer reads. */
export function RejectDialog({ proposal, onSettled, onClose }: DecisionDialogProps) {
  const t = useTranslate()
  const { run, isBusy } = useMutation(useParts().calls.rejectProposal)
  const area = useRef<HTMLTextAreaElement>(null)
  const [remark, setRemark] = useState('')
  const [isTried, setIsTried] = useState(false)
  const fault = remarkFault(remark)
  const confirm = async () => {
    setIsTried(true)
    if (fault !== undefined) return
    const result = await run({ id: proposal.id, remark: remark.trim() })
    if (result.isDone || !retried.includes(result.reason)) onSettled()
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('approvals.reject')}
      focus={area}
      onClose={onClose}
      onConfirm={() => void confirm()}
      text={t('approvals.reject.text')}
      title={t('approvals.reject.title')}
      tone="danger"
    >
      <p className="wrap-anywhere">{proposalText(proposal, t)}</p>
      <TextArea
        aside={t('approvals.reject.length', { count: remarkLength(remark), limit: longestRemark })}
        dir="auto"
        error={
          isTried && fault !== undefined
            ? t(`approvals.reject.${fault}`, { limit: longestRemark })
            : undefined
        }
        label={t('approvals.reject.remark')}
        onChange={(event) => setRemark(event.target.value)}
        ref={area}
        value={remark}
      />
    </FormDialog>
  )
}

export function WithdrawDialog({ proposal, onSettled, onClose }: DecisionDialogProps) {
  const t = useTranslate()
  const { run, isBusy } = useMutation(useParts().calls.withdrawProposal)
  const confirm = async () => {
    const result = await run({ id: proposal.id })
    if (result.isDone || !retried.includes(result.reason)) onSettled()
  }
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t('approvals.withdraw')}
      onConfirm={() => void confirm()}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      open
      text={t('approvals.withdraw.text')}
      title={t('approvals.withdraw.title')}
    >
      <p className="wrap-anywhere">{proposalText(proposal, t)}</p>
    </Dialog>
  )
}
