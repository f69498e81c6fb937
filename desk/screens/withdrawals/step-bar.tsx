import { useState } from 'react'
import type { WithdrawalDetailsAnswer } from '#contract/desk/funds.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap, useKeyboardShortcuts } from '#desk/parts/keyboard-shortcuts.tsx'
import type { ServerQuery } from '#desk/parts/query.tsx'
import { RecordActions } from '#desk/parts/record-actions.tsx'
import { StepDialog } from '#desk/screens/withdrawals/step-dialogs.tsx'
import { useWithdrawalStep } from '#desk/screens/withdrawals/withdrawal-step.ts'
import { openSteps, type Step } from '#desk/screens/withdrawals/withdrawal-steps.ts'
import { Button } from '#ui/button.tsx'

type StepBarProps = {
  readonly withdrawal: WithdrawalDetailsAnswer
  readonly reload: ServerQuery<WithdrawalDetailsAnswer>['refetch']
}

const keys = {
  reviewing: 'T',
  approved: 'A',
  paying: 'P',
  sent: 'S',
  returned: 'R',
} as const satisfies Record<Step, string>

/** The steps that are possible now. All but taking it into review ask for confirmation. */
export function StepBar({ withdrawal, reload }: StepBarProps) {
  const t = useTranslate()
  const { operator, isTwoPersonWaived } = useStore(useParts().statusPoll)
  const { take, skip, isBusy, failure } = useWithdrawalStep(withdrawal.id, reload)
  const [dialog, setDialog] = useState<Step>()
  const { steps, hindrance } = openSteps(withdrawal, {
    ownEmail: operator?.email ?? '',
    isTwoPersonWaived,
  })
  const begin = (to: Step) => {
    if (to === 'reviewing') void take({ to })
    else setDialog(to)
  }
  const shortcuts = steps.map((to) => [keys[to].toLowerCase(), () => begin(to)] as const)
  useKeyboardShortcuts({ ...Object.fromEntries(shortcuts), n: () => void skip() })
  return (
    <RecordActions onNext={() => void skip()}>
      {hindrance === undefined ? null : (
        <p className="max-w-96 text-13 text-dim">
          {t(`withdrawal.hindrance.${hindrance}`, { payer: withdrawal.payer })}
        </p>
      )}
      {steps.map((to) => (
        <Button
          aria-keyshortcuts={keys[to]}
          busy={isBusy && dialog === undefined && to === 'reviewing'}
          key={to}
          onClick={() => begin(to)}
          variant={to === 'returned' ? 'secondary' : 'primary'}
        >
          {t(`withdrawal.step.${to}`)} <KeyCap>{keys[to]}</KeyCap>
        </Button>
      ))}
      {dialog === undefined || dialog === 'reviewing' ? null : (
        <StepDialog
          failure={failure}
          isBusy={isBusy}
          onClose={() => setDialog(undefined)}
          onTake={async (step) => {
            // If the step does not arrive, the dialog stays open and keeps its input.
            if (await take(step)) setDialog(undefined)
          }}
          to={dialog}
          withdrawal={withdrawal}
        />
      )}
    </RecordActions>
  )
}
