import { useRef, useState } from 'react'
import type { CallFailure } from '#browser/calls/call-failure.ts'
import type { WithdrawalDetailsAnswer, WithdrawalStepInput } from '#contract/desk/funds.ts'
import { CodeDialog } from '#desk/parts/code-dialog.tsx'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { DestinationFields } from '#desk/parts/destination-fields.tsx'
import { FormDialog } from '#desk/parts/form-dialog.tsx'
import { NoteDialog } from '#desk/parts/note-dialog.tsx'
import { needsCode, type Step } from '#desk/screens/withdrawals/withdrawal-steps.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'

type StepDialogProps = {
  readonly withdrawal: WithdrawalDetailsAnswer
  readonly isBusy: boolean
  /** Of the last step. */
  readonly failure: CallFailure | undefined
  readonly onTake: (step: Omit<WithdrawalStepInput, 'id'>) => Promise<void>
  readonly onClose: () => void
}

/** The confirmation of a step. */
export function StepDialog({ to, ...props }: StepDialogProps & { readonly to: Exclude<Step, 'reviewing'> }) {
  if (to === 'returned') return <ReturnDialog {...props} />
  if (to === 'sent') return <SentDialog {...props} />
  return needsCode(to, props.withdrawal) ? (
    <ConfirmWithCode {...props} to={to} />
  ) : (
    <ConfirmDialog {...props} to={to} />
  )
}

type ConfirmDialogProps = StepDialogProps & { readonly to: 'approved' | 'paying' }

/** Approving, or starting to pay from the limit on, with a second-factor code. */
function ConfirmWithCode({ to, withdrawal, isBusy, failure, onTake, onClose }: ConfirmDialogProps) {
  const t = useTranslate()
  return (
    <CodeDialog
      confirmLabel={t(`withdrawal.step.${to}`)}
      failure={failure}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={(totp) => void onTake({ to, totp })}
      text={t(`withdrawal.${to}.text`)}
      title={t(`withdrawal.${to}.title`)}
    >
      <Payout withdrawal={withdrawal} />
    </CodeDialog>
  )
}

/** Starting to pay below the limit, with the amount and the destination. */
function ConfirmDialog(props: ConfirmDialogProps) {
  const { to, withdrawal, isBusy, onTake, onClose } = props
  const t = useTranslate()
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t(`withdrawal.step.${to}`)}
      onConfirm={() => void onTake({ to })}
      onOpenChange={onClose}
      open
      text={t(`withdrawal.${to}.text`)}
      title={t(`withdrawal.${to}.title`)}
    >
      <Payout withdrawal={withdrawal} />
    </Dialog>
  )
}

/** What is paid, and to whom. */
function Payout({ withdrawal }: { withdrawal: WithdrawalDetailsAnswer }) {
  return (
    <div className="mt-2 grid gap-3 rounded-8 border border-line bg-ground p-3">
      <p className="text-17 font-semibold">
        <Figure unit={withdrawal.currency} value={withdrawal.payout} />
      </p>
      <DestinationFields fields={withdrawal.pay_to} />
    </div>
  )
}

const longestTransaction = 200

/** Asks for the transaction id, which the user will see. */
function SentDialog({ withdrawal, isBusy, onTake, onClose }: StepDialogProps) {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const [transaction, setTransaction] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isMissing = transaction.trim() === ''
  const confirm = () => {
    setIsTried(true)
    if (!isMissing) void onTake({ to: 'sent', transaction: transaction.trim() })
  }
  return (
    <FormDialog
      busy={isBusy}
      confirmLabel={t('withdrawal.step.sent')}
      focus={field}
      onClose={onClose}
      onConfirm={confirm}
      text={t('withdrawal.sent.text')}
      title={t('withdrawal.sent.title')}
    >
      <Payout withdrawal={withdrawal} />
      <Field
        autoComplete="off"
        dir="ltr"
        error={isTried && isMissing ? t('withdrawal.sent.missing') : undefined}
        hint={t('withdrawal.sent.hint')}
        label={t('withdrawal.transaction')}
        maxLength={longestTransaction}
        onChange={(event) => setTransaction(event.target.value)}
        ref={field}
        spellCheck={false}
        value={transaction}
      />
    </FormDialog>
  )
}

/** Once a payment has started, returning the money needs a second operator. */
function ReturnDialog({ withdrawal, isBusy, onTake, onClose }: StepDialogProps) {
  const t = useTranslate()
  const isPaying = withdrawal.state === 'paying'
  return (
    <NoteDialog
      confirmLabel={t(isPaying ? 'withdrawal.returned.propose' : 'withdrawal.step.returned')}
      isBusy={isBusy}
      label={t('withdrawal.returned.note')}
      onClose={onClose}
      onConfirm={(note) => void onTake({ to: 'returned', note })}
      text={t('withdrawal.returned.text')}
      title={t('withdrawal.returned.title')}
    >
      {isPaying ? (
        <Notice icon="warning" tone="warn">
          {t('withdrawal.returned.paying')}
        </Notice>
      ) : null}
    </NoteDialog>
  )
}
