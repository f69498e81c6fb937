import { useState } from 'react'
import type { IdentityCheckAnswer } from '#contract/desk/identity.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap } from '#desk/screens/check/key-cap.tsx'
import { RefuseDialog } from '#desk/screens/check/refuse-dialog.tsx'
import { useDecision } from '#desk/screens/check/use-decision.ts'
import { useKeys } from '#desk/screens/check/use-keys.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

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
  useKeys({ a: approve, r: refuse, n: () => void skip() })
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
        <RefuseDialog
          isBusy={isBusy}
          onClose={close}
          onRefuse={(remark) => void settle({ approve: 0, remark })}
        />
      ) : null}
    </div>
  )
}
