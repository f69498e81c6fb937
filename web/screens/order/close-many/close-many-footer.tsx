import { Button } from '#ui/button.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { latePresses } from '#web/parts/order-actions/order-actions.ts'
import { LineButton } from '#web/parts/trade-button.tsx'
import type { CloseMany } from '#web/screens/order/close-many/use-close-many.ts'
import { ActTold } from '#web/screens/order/detail/notices.tsx'

/** The way back and the confirmation, with the state of the call above them. */
export function CloseManyFooter({ many }: { many: CloseMany }) {
  const t = useBook('trading', 'orders')
  const { step, state, isBusy, isLocked } = many
  if (step.kind !== 'confirm') return null
  return (
    <div className="grid gap-3" data-late-presses={latePresses(state)}>
      <ActTold onCheckNow={many.checkNow} state={state} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
        <Button disabled={isLocked} onClick={many.back} variant="secondary">
          {t('act.cancel')}
        </Button>
        <LineButton
          busy={isBusy}
          disabled={(isLocked && !isBusy) || step.selection.input === undefined}
          onClick={many.confirm}
          variant="danger"
        >
          {t('many.act', { count: step.count })}
        </LineButton>
      </div>
    </div>
  )
}
