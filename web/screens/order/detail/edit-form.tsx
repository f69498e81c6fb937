import { useCallback, useMemo } from 'react'
import type { AmendOrderInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Figure } from '#ui/figure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { blocksLateTaps } from '#web/parts/order-actions/order-actions.ts'
import type { StopDraft, StopKind, StopView } from '#web/parts/stops/stop-draft.ts'
import { StopField } from '#web/parts/stops/stop-field.tsx'
import { blockReason, refusalIn } from '#web/parts/ticket/ticket-messages.ts'
import { LotsRow, RefusalAnchor, TargetPriceRow } from '#web/parts/ticket/ticket-rows.tsx'
import type { TicketConditions } from '#web/parts/ticket/ticket-types.ts'
import { TradeButton } from '#web/parts/trade-button.tsx'
import {
  type EditDraft,
  type EditPreview,
  editFields,
  previewEdit,
} from '#web/screens/order/detail/edit-preview.ts'
import { Facts, PreviewFacts } from '#web/screens/order/detail/facts.tsx'
import { ActionNotice, LeverageNotice, SimulatedPricesBlock } from '#web/screens/order/detail/notices.tsx'
import { useTicketConditions } from '#web/screens/order/detail/order-data.ts'
import { type ActionState, unsettledKind } from '#web/trade-actions/action-state.ts'

type EditFormProps = {
  readonly order: ShownOrder
  readonly draft: EditDraft
  /** Must be stable, so that a tick does not re-render the inputs. */
  readonly onChange: (change: Partial<EditDraft>) => void
  readonly state: ActionState
  readonly disabled: boolean
}

/** Order price, lots and stops of a pending order, in the same rows as in the ticket. */
export function EditForm({ order, draft, onChange, state, disabled }: EditFormProps) {
  const t = useDictionary('orders')
  const view = useEditPreview(order, draft)
  if (view === undefined) return <Skeleton className="h-60" shape="box" />
  const { market, ticket } = view
  const [target, lots] = [refusalIn(state, 'target'), refusalIn(state, 'lots')]
  return (
    <div>
      <div className="grid grid-cols-1 gap-3">
        <p className="text-12 text-dim">{t('detail.edit.note')}</p>
        <LeverageNotice order={order} ticket={ticket} />
        <SimulatedPricesBlock ticket={ticket} />
      </div>
      <RefusalAnchor refusal={target}>
        <TargetPriceRow
          best={<Figure decimals={market.precision} flash value={ticket.bestPrice} />}
          disabled={disabled}
          fault={ticket.faults.target?.kind}
          onBest={() => onChange({ target: ticket.bestPrice ?? draft.target })}
          onChange={(text) => onChange({ target: text })}
          precision={market.precision}
          refusal={target}
          start={ticket.bestPrice ?? undefined}
          value={draft.target}
        />
      </RefusalAnchor>
      <RefusalAnchor refusal={lots}>
        <LotsRow
          disabled={disabled}
          fault={ticket.faults.lots?.kind}
          market={market}
          onChange={(text) => onChange({ lots: text })}
          refusal={lots}
          value={draft.lots}
        />
      </RefusalAnchor>
      <EditStop
        {...{ draft, onChange, state, disabled }}
        kind="stop_loss"
        precision={market.precision}
        view={ticket.stopLoss}
      />
      <EditStop
        {...{ draft, onChange, state, disabled }}
        kind="take_profit"
        precision={market.precision}
        view={ticket.takeProfit}
      />
      <div className="pt-3">
        <Facts>
          <PreviewFacts ticket={ticket} />
        </Facts>
      </div>
    </div>
  )
}

const draftKeys = { stop_loss: 'stopLoss', take_profit: 'takeProfit' } as const

type EditStopProps = Omit<EditFormProps, 'order'> & {
  readonly kind: StopKind
  readonly view: StopView | undefined
  readonly precision: number
}

function EditStop({ kind, view, draft, onChange, state, disabled, precision }: EditStopProps) {
  const refusal = refusalIn(state, kind)
  const { target } = draft
  const change = useCallback((stop: StopDraft) => onChange({ [draftKeys[kind]]: stop }), [onChange, kind])
  const start = useCallback(() => target, [target])
  return (
    <RefusalAnchor refusal={refusal}>
      <StopField
        disabled={disabled}
        draft={draft[draftKeys[kind]]}
        kind={kind}
        onChange={change}
        precision={precision}
        refusal={refusal}
        start={start}
        view={view}
      />
    </RefusalAnchor>
  )
}

type EditFooterProps = {
  readonly order: ShownOrder
  readonly draft: EditDraft
  readonly state: ActionState
  readonly isBlocked: boolean
  readonly onSave: (input: AmendOrderInput) => void
  readonly onCheckNow: () => void
}

/** The save button, labelled with the reason if the edit cannot be saved. */
export function EditFooter({ order, draft, state, isBlocked, onSave, onCheckNow }: EditFooterProps) {
  const t = useDictionary('orders', 'ticket')
  const view = useEditPreview(order, draft)
  const unsettled = unsettledKind(state)
  const isSaving = state.kind === 'busy' && unsettled === 'amend'
  const input = isBlocked ? undefined : view?.input
  const isShownAtField = editFields.some((field) => refusalIn(state, field) !== undefined)
  return (
    <div className="grid gap-3" data-late-presses={blocksLateTaps(state)}>
      {isShownAtField ? null : <ActionNotice onCheckNow={onCheckNow} state={state} />}
      <TradeButton
        busy={isSaving}
        disabled={(input === undefined || unsettled !== undefined) && !isSaving}
        full
        onClick={() => {
          if (input !== undefined) onSave(input)
        }}
        size="large"
      >
        {t(isSaving ? 'detail.edit.act' : buttonKey(view))}
      </TradeButton>
    </div>
  )
}

function buttonKey(view: EditPreview | undefined) {
  if (view === undefined) return 'app.loading'
  if (view.ticket.block === undefined && !view.isChanged) return 'detail.stops.unchanged'
  return blockReason(view.ticket) ?? 'detail.edit.act'
}

/** The edited order at current prices. Undefined until its market is loaded. */
function useEditPreview(
  order: ShownOrder,
  draft: EditDraft,
): (EditPreview & Pick<TicketConditions, 'market'>) | undefined {
  const conditions = useTicketConditions(order.market.id, order.market.quoteCurrency)
  return useMemo(
    () =>
      conditions === undefined
        ? undefined
        : { ...previewEdit(order, draft, conditions), market: conditions.market },
    [order, draft, conditions],
  )
}
