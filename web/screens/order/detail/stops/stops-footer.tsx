import type { SetStopPriceInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { OrdersKey } from '#i18n/orders/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { figureText } from '#ui/figure-format.ts'
import { type ActState, unsettledKind } from '#web/acts/act-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { latePresses } from '#web/parts/order-actions/order-actions.ts'
import { refusalIn } from '#web/parts/ticket/ticket-messages.ts'
import { LineButton } from '#web/parts/trade-button.tsx'
import { ActTold } from '#web/screens/order/detail/act-told.tsx'
import { type StopDrafts, type StopsView, stopKinds } from '#web/screens/order/detail/stops/stops-view.ts'
import { useStops } from '#web/screens/order/detail/stops/use-stops.ts'

export type StopsFooterProps = {
  readonly order: ShownOrder
  readonly drafts: StopDrafts
  readonly state: ActState
  readonly isBlocked: boolean
  readonly onSave: (input: SetStopPriceInput) => void
  readonly onCheckNow: () => void
}

/** The button says what it is going to change. */
export function StopsFooter({ order, drafts, state, isBlocked, onSave, onCheckNow }: StopsFooterProps) {
  const t = useBook('orders')
  const view = useStops(order, drafts)
  const { input, setsNew } = view
  const isSaidBeside = stopKinds.some((kind) => drafts[kind].isOn && refusalIn(state, kind) !== undefined)
  const unsettled = unsettledKind(state)
  const isSaving = state.kind === 'busy' && unsettled === 'stops'
  const save = () => {
    if (input !== undefined) onSave(input)
  }
  return (
    <div className="grid gap-3" data-late-presses={latePresses(state)}>
      {isSaidBeside ? null : <ActTold onCheckNow={onCheckNow} state={state} />}
      <LineButton
        busy={isSaving}
        disabled={input === undefined || (unsettled !== undefined && !isSaving) || (isBlocked && setsNew)}
        full
        onClick={save}
        size="large"
      >
        {changeWords(t, view)}
      </LineButton>
    </div>
  )
}

function changeWords(t: Translate<OrdersKey>, { changes, views, hasFault }: StopsView): string {
  if (hasFault) return t('detail.stops.unfit')
  const [first, second] = stopKinds.filter((kind) => changes[kind] !== 'kept')
  if (first === undefined) return t('detail.stops.unchanged')
  if (second !== undefined)
    return t(
      changes[first] === 'removed' && changes[second] === 'removed'
        ? 'detail.stops.remove.both'
        : 'detail.stops.both',
    )
  if (changes[first] === 'removed') return t(`detail.stops.remove.${first}`)
  return t(`detail.stops.set.${first}`, { price: figureText(views[first]?.price) })
}
