import { useState } from 'react'
import type { DepositDetailsAnswer } from '#contract/desk/funds.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap, useKeyboardShortcuts } from '#desk/parts/keyboard-shortcuts.tsx'
import { NoteDialog } from '#desk/parts/note-dialog.tsx'
import type { ServerQuery } from '#desk/parts/query.tsx'
import { RecordActions } from '#desk/parts/record-actions.tsx'
import { type DepositDecision, useDepositDecision } from '#desk/screens/deposits/deposit-decision.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'

type DepositDecisionBarProps = {
  readonly deposit: DepositDetailsAnswer
  readonly reload: ServerQuery<DepositDetailsAnswer>['refetch']
  /** True once the voucher is displayed. */
  readonly canFinish: boolean
}

/** Finish, reject, invalid and skip. A decision asks for confirmation. */
export function DepositDecisionBar({ deposit, reload, canFinish }: DepositDecisionBarProps) {
  const t = useTranslate()
  const { decide, skip, isBusy } = useDepositDecision(deposit.id, reload)
  const [dialog, setDialog] = useState<DepositDecision['result']>()
  // A second operator decides about the proposal that is already open.
  const isFinishOpen = canFinish && deposit.proposal === null
  const finish = () => {
    if (isFinishOpen) setDialog('credited')
  }
  const close = () => setDialog(undefined)
  /** If the decision does not arrive, the dialog stays open and keeps its input. */
  const settle = async (decision: DepositDecision) => {
    if (await decide(decision)) close()
  }
  useKeyboardShortcuts({
    a: finish,
    r: () => setDialog('rejected'),
    i: () => setDialog('invalid'),
    n: () => void skip(),
  })
  return (
    <RecordActions onNext={() => void skip()}>
      <Button aria-keyshortcuts="I" onClick={() => setDialog('invalid')} variant="secondary">
        {t('deposit.invalid')} <KeyCap>I</KeyCap>
      </Button>
      <Button aria-keyshortcuts="R" onClick={() => setDialog('rejected')} variant="secondary">
        {t('deposit.reject')} <KeyCap>R</KeyCap>
      </Button>
      <Button aria-keyshortcuts="A" disabled={!isFinishOpen} onClick={finish}>
        {t('deposit.finish')} <KeyCap>A</KeyCap>
      </Button>
      <FinishDialog
        deposit={deposit}
        isBusy={isBusy}
        isOpen={dialog === 'credited'}
        onClose={close}
        onFinish={() => void settle({ result: 'credited' })}
      />
      {dialog === 'rejected' ? (
        <NoteDialog
          confirmLabel={t('deposit.reject')}
          hint={t('deposit.reject.hint')}
          isBusy={isBusy}
          label={t('deposit.reject.remark')}
          onClose={close}
          onConfirm={(remark) => void settle({ result: 'rejected', remark })}
          text={t('deposit.reject.text')}
          title={t('deposit.reject.title')}
        />
      ) : null}
      <Dialog
        busy={isBusy}
        cancelLabel={t('control.cancel')}
        confirmLabel={t('deposit.invalid.submit')}
        onConfirm={() => void settle({ result: 'invalid' })}
        onOpenChange={close}
        open={dialog === 'invalid'}
        text={t('deposit.invalid.text')}
        title={t('deposit.invalid.title')}
        tone="danger"
      />
    </RecordActions>
  )
}

type FinishDialogProps = {
  readonly deposit: DepositDetailsAnswer
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onFinish: () => void
  readonly onClose: () => void
}

/** Restates what is credited, and says if a second operator has to approve. */
function FinishDialog({ deposit, isOpen, isBusy, onFinish, onClose }: FinishDialogProps) {
  const t = useTranslate()
  const { amount, currency, rate, credit, user, needs_second } = deposit
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t(needs_second === 1 ? 'deposit.finish.propose' : 'deposit.finish')}
      onConfirm={onFinish}
      onOpenChange={onClose}
      open={isOpen}
      text={t('deposit.finish.text', { uid: user.uid })}
      title={t('deposit.finish.title')}
    >
      <p className="mt-2 rounded-8 border border-line bg-ground p-3 text-center text-17 font-semibold tabular-nums ltr-isolate">
        {t('deposit.finish.sum', {
          amount: figureText(amount),
          currency,
          rate: figureText(rate),
          credit: figureText(credit),
        })}
      </p>
      {needs_second === 1 ? (
        <Notice className="mt-2" icon="user" tone="warn">
          {t('deposit.finish.needs_second')}
        </Notice>
      ) : null}
    </Dialog>
  )
}
