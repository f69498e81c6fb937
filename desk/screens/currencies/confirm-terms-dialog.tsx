import type { DeskCurrency } from '#contract/desk/funds.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { changeInput, needsSecond, type TermChange } from '#desk/screens/currencies/currency-form.ts'
import {
  ChangeList,
  SecondOperatorNotice,
  termChangeTexts,
  useTellOutcome,
} from '#desk/screens/currencies/currency-parts.tsx'
import { Dialog } from '#ui/dialog.tsx'

type ConfirmTermsDialogProps = {
  readonly currency: DeskCurrency
  readonly changes: readonly TermChange[]
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** Old and new terms, and whether a second operator has to approve. */
export function ConfirmTermsDialog({ currency, changes, onChanged, onClose }: ConfirmTermsDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const { run, isBusy } = useMutation(calls.changeCurrency)
  const tellOutcome = useTellOutcome()
  const isProposal = needsSecond(changes)
  const confirm = async () => {
    const result = await run(changeInput(currency.id, changes))
    if (!result.isDone) return
    tellOutcome(result.answer)
    onClose()
    await onChanged()
  }
  return (
    <Dialog
      busy={isBusy}
      cancelLabel={t('control.cancel')}
      confirmLabel={t(isProposal ? 'currency.propose' : 'settings.confirm.submit')}
      onConfirm={() => void confirm()}
      onOpenChange={onClose}
      open
      title={t('currency.confirm', { code: currency.code })}
    >
      <div className="mt-2 grid gap-3">
        <ChangeList changes={termChangeTexts(changes, t)} />
        {isProposal ? <SecondOperatorNotice text={t('currency.second.rate')} /> : null}
      </div>
    </Dialog>
  )
}
