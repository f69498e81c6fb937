import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { IdentityCheckAnswer, IdentityDecideInput } from '#contract/desk/identity.ts'
import { longestRemark } from '#core/kyc/identity.ts'
import { isCallFailure } from '#desk/calls/call.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { KeyCap, useKeyboardShortcuts } from '#desk/screens/identity/keyboard-shortcuts.tsx'
import { readyRemarks, remarkFault, remarkLength, withRemark } from '#desk/screens/identity/reject-reason.ts'
import { nextInQueue } from '#desk/screens/identity/review-queue.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

type DecisionBarProps = {
  readonly check: IdentityCheckAnswer
  /** Whether both pictures are on show: nobody approves what they have not seen. */
  readonly canApprove: boolean
}

/** Stays in sight below the pictures. Neither button decides by itself: both ask first. */
export function DecisionBar({ check, canApprove }: DecisionBarProps) {
  const t = useTranslate()
  const { decide, skip, isBusy } = useDecision(check.id)
  const [asking, setAsking] = useState<'approve' | 'refuse'>()
  const approve = () => {
    if (canApprove) setAsking('approve')
  }
  const refuse = () => setAsking('refuse')
  const close = () => setAsking(undefined)
  /** What was typed stays when the decision did not get through. */
  const settle = async (decision: Parameters<typeof decide>[0]) => {
    if (await decide(decision)) close()
  }
  useKeyboardShortcuts({ a: approve, r: refuse, n: () => void skip() })
  return (
    <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-6 py-3">
      <Button aria-keyshortcuts="N" className="me-auto" onClick={() => void skip()} variant="quiet">
        {t('check.next')} <KeyCap>N</KeyCap>
      </Button>
      <Button aria-keyshortcuts="R" onClick={refuse} variant="secondary">
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
        open={asking === 'approve'}
        text={t('check.approve.text', { name: check.name })}
        title={t('check.approve.title')}
      />
      {asking === 'refuse' ? (
        <RejectDialog
          isBusy={isBusy}
          onClose={close}
          onRefuse={(remark) => void settle({ approve: 0, remark })}
        />
      ) : null}
    </div>
  )
}

type RefuseDialogProps = {
  readonly isBusy: boolean
  readonly onRefuse: (remark: string) => void
  readonly onClose: () => void
}

/** Why not, in words its user will read: ready-made, one's own, or both. */
function RejectDialog({ isBusy, onRefuse, onClose }: RefuseDialogProps) {
  const t = useTranslate()
  const area = useRef<HTMLTextAreaElement>(null)
  const [remark, setRemark] = useState('')
  const [isTried, setIsTried] = useState(false)
  const fault = remarkFault(remark)
  const confirm = () => {
    setIsTried(true)
    if (fault === undefined) onRefuse(remark.trim())
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
  /** Whether it is decided now, by this or by somebody else; then one is on the way to the next check. */
  readonly decide: (decision: Omit<IdentityDecideInput, 'id'>) => Promise<boolean>
  readonly skip: () => Promise<void>
  readonly isBusy: boolean
}

/** Deciding a check and going on to the next one, without a detour by the list. */
function useDecision(id: number): Decision {
  const t = useTranslate()
  const { calls, statusPoll: watch, toasts } = useParts()
  const [, go] = useLocation()
  const change = useMutation(calls.identityDecide)
  const [isSkipping, setIsSkipping] = useState(false)

  /** Without a next one to the list, which says by itself that nothing waits. */
  const goOn = (next: number | null | undefined) =>
    go(next === null || next === undefined ? '/identity' : `/identity/${next}`)

  /** Of those that wait longest, which is as many as a page holds. */
  const readNext = async () => {
    const { data, waiting } = await calls.identityQueue({ state: 'waiting', page: 1 })
    watch.setWaiting(waiting)
    return nextInQueue(data, id)
  }

  const decide: Decision['decide'] = async (decision) => {
    const made = await change.run({ id, ...decision })
    if (made.isDone) {
      watch.setWaiting(made.answer.waiting)
      goOn(made.answer.next)
      return true
    }
    if (made.reason !== 'already_decided') return false
    toasts.show({ text: t('check.decided_elsewhere'), tone: 'warn' })
    await readNext().then(goOn, () => go('/identity'))
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
      // The list shows by itself what is wrong.
      go('/identity')
    } finally {
      setIsSkipping(false)
    }
  }
  return { decide, skip, isBusy: change.isBusy || isSkipping }
}
