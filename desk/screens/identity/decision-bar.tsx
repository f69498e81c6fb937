import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { IdentityCheckAnswer, IdentityDecideInput } from '#contract/desk/identity.ts'
import { longestRemark } from '#core/user/operator-remark.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { KeyCap, useKeyboardShortcuts } from '#desk/parts/keyboard-shortcuts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { nextInQueue } from '#desk/parts/queue-place.ts'
import { RecordActions } from '#desk/parts/record-actions.tsx'
import { remarkFault, remarkLength } from '#desk/parts/remark.ts'
import { readyRemarks, withRemark } from '#desk/screens/identity/reject-reason.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

type DecisionBarProps = {
  readonly check: IdentityCheckAnswer
  /** True once both pictures are displayed. */
  readonly canApprove: boolean
}

/** Approve, reject and skip buttons, sticky below the pictures. Approve and reject ask for confirmation. */
export function DecisionBar({ check, canApprove }: DecisionBarProps) {
  const t = useTranslate()
  const { decide, skip, isBusy } = useDecision(check.id)
  const [openDialog, setOpenDialog] = useState<'approve' | 'reject'>()
  const approve = () => {
    if (canApprove) setOpenDialog('approve')
  }
  const reject = () => setOpenDialog('reject')
  const close = () => setOpenDialog(undefined)
  /** If the decision fails, the dialog stays open and keeps its input. */
  const settle = async (decision: Parameters<typeof decide>[0]) => {
    if (await decide(decision)) close()
  }
  useKeyboardShortcuts({ a: approve, r: reject, n: () => void skip() })
  return (
    <RecordActions onNext={() => void skip()}>
      <Button aria-keyshortcuts="R" onClick={reject} variant="secondary">
        {t('check.refuse')} <KeyCap>R</KeyCap>
      </Button>
      <Button aria-keyshortcuts="A" disabled={!canApprove} onClick={approve}>
        {t('check.approve')} <KeyCap>A</KeyCap>
      </Button>
      <Dialog
        busy={isBusy}
        cancelLabel={t('control.cancel')}
        confirmLabel={t('check.approve')}
        onConfirm={() => void settle({ approve: 1 })}
        onOpenChange={close}
        open={openDialog === 'approve'}
        text={t('check.approve.text', { name: check.name })}
        title={t('check.approve.title')}
      />
      {openDialog === 'reject' ? (
        <RejectDialog
          isBusy={isBusy}
          onClose={close}
          onReject={(remark) => void settle({ approve: 0, remark })}
        />
      ) : null}
    </RecordActions>
  )
}

type RejectDialogProps = {
  readonly isBusy: boolean
  readonly onReject: (remark: string) => void
  readonly onClose: () => void
}

/** Asks for the reason for a rejection, which the user will read. Offers common reasons to insert. */
function RejectDialog({ isBusy, onReject, onClose }: RejectDialogProps) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const [remark, setRemark] = useState('')
  const [isTried, setIsTried] = useState(false)
  const fault = remarkFault(remark)
  const confirm = () => {
    setIsTried(true)
    if (fault === undefined) onReject(remark.trim())
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('check.refuse')}
      focus={area}
      onClose={onClose}
      onConfirm={confirm}
      text={t('check.refuse.text')}
      title={t('check.refuse.title')}
      tone="danger"
    >
      <ul aria-label={t('check.refuse.ready')} className="grid gap-1">
        {readyRemarks.map((key) => (
          <li key={key}>
            <button
              className="w-full rounded-8 border border-line px-3 py-2 text-start text-13 hover:bg-hover"
              onClick={() => setRemark(withRemark(remark, t(key)))}
              type="button"
            >
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
      <TextArea
        aside={t('check.refuse.length', { count: remarkLength(remark), limit: longestRemark })}
        dir="auto"
        error={
          isTried && fault !== undefined ? t(`check.refuse.${fault}`, { limit: longestRemark }) : undefined
        }
        label={t('check.refuse.remark')}
        onChange={(event) => setRemark(event.target.value)}
        ref={area}
        value={remark}
      />
    </FormDialog>
  )
}

type Decision = {
  /** Resolves to true if the check is decided, here or by another operator. The next check then opens. */
  readonly decide: (decision: Omit<IdentityDecideInput, 'id'>) => Promise<boolean>
  readonly skip: () => Promise<void>
  readonly isBusy: boolean
}

/** Decides a check and opens the next one in the queue. */
function useDecision(id: number): Decision {
  const t = useTranslate()
  const { calls, statusPoll, toasts } = useParts()
  const [, go] = useLocation()
  const mutation = useMutation(calls.identityDecide)
  const [isSkipping, setIsSkipping] = useState(false)

  /** Opens the queue if there is no next check. */
  const openNext = (next: number | null | undefined) =>
    go(next === null || next === undefined ? '/identity' : `/identity/${next}`)

  /** Searches only the first page, which has the oldest checks. */
  const readNext = async () => {
    const { data, waiting } = await calls.identityQueue({ state: 'waiting', page: 1 })
    statusPoll.setCounts({ waiting })
    return nextInQueue(data, id)
  }

  const decide: Decision['decide'] = async (decision) => {
    const result = await mutation.run({ id, ...decision })
    if (result.isDone) {
      statusPoll.setCounts({ waiting: result.answer.waiting })
      openNext(result.answer.next)
      return true
    }
    if (result.reason !== 'already_decided') return false
    toasts.show({ text: t('check.decided_elsewhere'), tone: 'warn' })
    await readNext().then(openNext, () => go('/identity'))
    return true
  }

  const skip = async () => {
    if (isSkipping) return
    setIsSkipping(true)
    try {
      const next = await readNext()
      if (next === undefined) toasts.show({ text: t('check.no_next') })
      else go(`/identity/${next}`)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      // The queue screen shows the failure.
      go('/identity')
    } finally {
      setIsSkipping(false)
    }
  }
  return { decide, skip, isBusy: mutation.isBusy || isSkipping }
}
