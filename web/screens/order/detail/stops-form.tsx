import { useCallback, useMemo } from 'react'
import type { SetStopPriceInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { Translate } from '#i18n/translator.ts'
import type { OrdersKey } from '#i18n/web/orders/en.ts'
import { figureText } from '#ui/figure-format.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useUsdRate } from '#web/parts/market/use-usd-rate.ts'
import { blocksLateTaps } from '#web/parts/order-actions/order-actions.ts'
import type { StopDraft, StopKind } from '#web/parts/stops/stop-draft.ts'
import { StopField, type StopFieldProps } from '#web/parts/stops/stop-field.tsx'
import { refusalIn } from '#web/parts/ticket/ticket-messages.ts'
import { TradeButton } from '#web/parts/trade-button.tsx'
import { PriceFigure } from '#web/screens/order/detail/live-figures.tsx'
import { ActionNotice } from '#web/screens/order/detail/notices.tsx'
import {
  previewStops,
  type StopDrafts,
  type StopsPreview,
  stopKinds,
} from '#web/screens/order/detail/stops-preview.ts'
import { type ActionState, unsettledKind } from '#web/trade-actions/action-state.ts'

type StopsFormProps = {
  readonly order: ShownOrder
  readonly drafts: StopDrafts
  /** Must be stable, so that a tick does not re-render the inputs. */
  readonly onChange: (kind: StopKind, draft: StopDraft) => void
  readonly state: ActionState
  readonly disabled: boolean
}

/** Fields to set, move or remove both stops. */
export function StopsForm({ order, drafts, onChange, state, disabled }: StopsFormProps) {
  const t = useDictionary('trading', 'orders')
  const { portfolio } = useParts()
  const { views } = useStopsPreview(order, drafts)
  const isPending = order.status === 'pending'
  const start = useCallback(() => {
    const closing = portfolio.figures(order.id).getSnapshot()?.closingPrice ?? order.closingPrice
    return order.status === 'pending' ? order.openPrice : (closing ?? order.openPrice)
  }, [portfolio, order])
  return (
    <div>
      <p className="text-12 text-dim">
        {t(isPending ? 'detail.stops.target' : 'detail.stops.close_at')}{' '}
        {isPending ? null : <PriceFigure className="text-text" order={order} />}
      </p>
      {stopKinds.map((kind) => (
        <StopRow
          disabled={disabled}
          draft={drafts[kind]}
          key={kind}
          kind={kind}
          onChange={onChange}
          precision={order.market.precision}
          refusal={refusalIn(state, kind)}
          start={start}
          view={views[kind]}
        />
      ))}
    </div>
  )
}

type StopRowProps = Omit<StopFieldProps, 'onChange'> & {
  readonly onChange: (kind: StopKind, draft: StopDraft) => void
}

function StopRow({ onChange, ...field }: StopRowProps) {
  const { kind } = field
  const change = useCallback((draft: StopDraft) => onChange(kind, draft), [kind, onChange])
  return <StopField {...field} onChange={change} />
}

type StopsFooterProps = {
  readonly order: ShownOrder
  readonly drafts: StopDrafts
  readonly state: ActionState
  readonly isBlocked: boolean
  readonly onSave: (input: SetStopPriceInput) => void
  readonly onCheckNow: () => void
}

/** The save button, labelled with the change it makes. */
export function StopsFooter({ order, drafts, state, isBlocked, onSave, onCheckNow }: StopsFooterProps) {
  const t = useDictionary('orders')
  const view = useStopsPreview(order, drafts)
  const { input, setsNew } = view
  const isShownAtField = stopKinds.some((kind) => drafts[kind].isOn && refusalIn(state, kind) !== undefined)
  const unsettled = unsettledKind(state)
  const isSaving = state.kind === 'busy' && unsettled === 'stops'
  const save = () => {
    if (input !== undefined) onSave(input)
  }
  return (
    <div className="grid gap-3" data-late-presses={blocksLateTaps(state)}>
      {isShownAtField ? null : <ActionNotice onCheckNow={onCheckNow} state={state} />}
      <TradeButton
        busy={isSaving}
        disabled={input === undefined || (unsettled !== undefined && !isSaving) || (isBlocked && setsNew)}
        full
        onClick={save}
        size="large"
      >
        {saveLabel(t, view)}
      </TradeButton>
    </div>
  )
}

function saveLabel(t: Translate<OrdersKey>, { changes, views, hasFault }: StopsPreview): string {
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

function useStopsPreview(order: ShownOrder, drafts: StopDrafts): StopsPreview {
  const { portfolio } = useParts()
  const closingPrice = useStore(portfolio.figures(order.id))?.closingPrice ?? order.closingPrice
  const funds = useStore(portfolio.funds)
  const balance = funds.kind === 'known' ? funds.amounts.balance : undefined
  const rate = useUsdRate(order.market.quoteCurrency)
  return useMemo(
    () => previewStops(order, drafts, { closingPrice, rate, balance }),
    [order, drafts, closingPrice, rate, balance],
  )
}
