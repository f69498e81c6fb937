import type { AmendOrderInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type ActState, unsettledKind } from '#web/acts/act-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { latePresses } from '#web/parts/order-actions/order-actions.ts'
import { hindranceOf, refusalIn } from '#web/parts/ticket/ticket-messages.ts'
import { LineButton } from '#web/parts/trade-button.tsx'
import { ActTold } from '#web/screens/order/detail/act-told.tsx'
import { type EditDraft, type EditView, editPlaces } from '#web/screens/order/detail/editing/edit-view.ts'
import { useEdit } from '#web/screens/order/detail/editing/use-edit.ts'

export type EditFooterProps = {
  readonly order: ShownOrder
  readonly draft: EditDraft
  readonly state: ActState
  readonly isBlocked: boolean
  readonly onSave: (input: AmendOrderInput) => void
  readonly onCheckNow: () => void
}

/** Saves the edit, or says what keeps it from being saved. */
export function EditFooter({ order, draft, state, isBlocked, onSave, onCheckNow }: EditFooterProps) {
  const t = useBook('orders', 'ticket')
  const view = useEdit(order, draft)
  const unsettled = unsettledKind(state)
  const isSaving = state.kind === 'busy' && unsettled === 'amend'
  const input = isBlocked ? undefined : view?.input
  const isSaidBeside = editPlaces.some((place) => refusalIn(state, place) !== undefined)
  return (
    <div className="grid gap-3" data-late-presses={latePresses(state)}>
      {isSaidBeside ? null : <ActTold onCheckNow={onCheckNow} state={state} />}
      <LineButton
        busy={isSaving}
        disabled={(input === undefined || unsettled !== undefined) && !isSaving}
        full
        onClick={() => {
          if (input !== undefined) onSave(input)
        }}
        size="large"
      >
        {t(isSaving ? 'detail.edit.act' : actKey(view))}
      </LineButton>
    </div>
  )
}

function actKey(view: EditView | undefined) {
  if (view === undefined) return 'app.loading'
  if (view.ticket.block === undefined && !view.isChanged) return 'detail.stops.unchanged'
  return hindranceOf(view.ticket) ?? 'detail.edit.act'
}
