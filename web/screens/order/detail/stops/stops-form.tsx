import { useCallback } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { ActState } from '#web/acts/act-types.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import type { StopDraft, StopKind } from '#web/parts/stops/stop-draft.ts'
import { StopField, type StopFieldProps } from '#web/parts/stops/stop-field.tsx'
import { refusalIn } from '#web/parts/ticket/ticket-messages.ts'
import { PriceFigure } from '#web/screens/order/detail/live-figures.tsx'
import { type StopDrafts, stopKinds } from '#web/screens/order/detail/stops/stops-view.ts'
import { useStops } from '#web/screens/order/detail/stops/use-stops.ts'

export type StopsFormProps = {
  readonly order: ShownOrder
  readonly drafts: StopDrafts
  /** Must be stable: a tick renders no input then. */
  readonly onChange: (kind: StopKind, draft: StopDraft) => void
  readonly state: ActState
  readonly disabled: boolean
}

/** Both stops, to be set, moved or removed. */
export function StopsForm({ order, drafts, onChange, state, disabled }: StopsFormProps) {
  const t = useBook('trading', 'orders')
  const { portfolio } = useParts()
  const { views } = useStops(order, drafts)
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
