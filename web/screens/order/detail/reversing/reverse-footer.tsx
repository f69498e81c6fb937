import type { ReverseInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { type ActState, unsettledKind } from '#web/acts/act-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { latePresses } from '#web/parts/order-actions/order-actions.ts'
import { hindranceOf } from '#web/parts/ticket/ticket-messages.ts'
import { LineButton } from '#web/parts/trade-button.tsx'
import { ActTold } from '#web/screens/order/detail/act-told.tsx'
import { useReverse } from '#web/screens/order/detail/reversing/use-reverse.ts'

export type ReverseFooterProps = {
  readonly order: ShownOrder
  readonly state: ActState
  readonly isBlocked: boolean
  readonly onReverse: (input: ReverseInput) => void
  readonly onCheckNow: () => void
  readonly onBack: () => void
}

/** The way back and the confirmation. It ignores presses at first, so that a double tap does not confirm. */
export function ReverseFooter(props: ReverseFooterProps) {
  const { order, state, isBlocked, onReverse, onCheckNow, onBack } = props
  const t = useBook('trading', 'orders', 'ticket')
  const view = useReverse(order)
  const unsettled = unsettledKind(state)
  const isReversing = state.kind === 'busy' && unsettled === 'reverse'
  const input = isBlocked ? undefined : view?.input
  const hindrance = view === undefined ? 'app.loading' : hindranceOf(view.ticket)
  return (
    <div className="late-presses grid gap-3">
      <ActTold onCheckNow={onCheckNow} state={state} />
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3"
        data-late-presses={latePresses(state)}
      >
        <Button disabled={unsettled !== undefined} onClick={onBack} variant="secondary">
          {t('act.cancel')}
        </Button>
        <LineButton
          busy={isReversing}
          disabled={(input === undefined || unsettled !== undefined) && !isReversing}
          onClick={() => {
            if (input !== undefined) onReverse(input)
          }}
          variant="danger"
        >
          {t(isReversing || hindrance === undefined ? 'detail.reverse.act' : hindrance)}
        </LineButton>
      </div>
    </div>
  )
}
