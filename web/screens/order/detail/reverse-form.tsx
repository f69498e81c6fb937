import { useMemo } from 'react'
import type { ReverseInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { blocksLateTaps } from '#web/parts/order-actions/order-actions.ts'
import { blockReason, describeMarginFault } from '#web/parts/ticket/ticket-messages.ts'
import { TradeButton } from '#web/parts/trade-button.tsx'
import { Fact, Facts, PreviewFacts } from '#web/screens/order/detail/facts.tsx'
import { ProfitFigure } from '#web/screens/order/detail/live-figures.tsx'
import { ActionNotice, LeverageNotice, SimulatedPricesBlock } from '#web/screens/order/detail/notices.tsx'
import { useTicketConditions } from '#web/screens/order/detail/order-data.ts'
import { previewReverse, type ReversePreview } from '#web/screens/order/detail/reverse-preview.ts'
import { type ActionState, unsettledKind } from '#web/trade-actions/action-state.ts'

/** Explains a reversal and previews the new order. */
export function ReverseForm({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading', 'orders', 'ticket')
  const ticket = useReversePreview(order)?.ticket
  const side = order.side === 'buy' ? 'sell' : 'buy'
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        <bdi>{t(`detail.reverse.text.${order.side}`, { lots: figureText(order.lots) })}</bdi>
      </p>
      <LeverageNotice order={order} ticket={ticket} />
      <SimulatedPricesBlock ticket={ticket} />
      <Facts>
        <Fact label={t('detail.reverse.realised')}>
          <ProfitFigure order={order} />
        </Fact>
        <Fact label={t('detail.reverse.price')}>
          <Figure decimals={order.market.precision} flash value={ticket?.price} />
          {ticket?.worstPrice == null ? null : (
            <span className="block text-12 font-normal text-dim">
              {t(`ticket.worst.${side}`, { price: figureText(ticket.worstPrice) })}
            </span>
          )}
        </Fact>
        <PreviewFacts ticket={ticket} />
      </Facts>
      {/* The line is reserved, so that nothing moves when the message appears. */}
      <p aria-live="polite" className="min-h-5 text-12 text-danger">
        {ticket === undefined ? null : describeMarginFault(t, ticket)}
      </p>
    </div>
  )
}

type ReverseFooterProps = {
  readonly order: ShownOrder
  readonly state: ActionState
  readonly isBlocked: boolean
  readonly onReverse: (input: ReverseInput) => void
  readonly onCheckNow: () => void
  readonly onBack: () => void
}

/** Cancel and confirm buttons. They ignore presses at first, so that a double tap does not confirm. */
export function ReverseFooter(props: ReverseFooterProps) {
  const { order, state, isBlocked, onReverse, onCheckNow, onBack } = props
  const t = useDictionary('trading', 'orders', 'ticket')
  const view = useReversePreview(order)
  const unsettled = unsettledKind(state)
  const isReversing = state.kind === 'busy' && unsettled === 'reverse'
  const input = isBlocked ? undefined : view?.input
  const blockReasonKey = view === undefined ? 'app.loading' : blockReason(view.ticket)
  return (
    <div className="late-presses grid gap-3">
      <ActionNotice onCheckNow={onCheckNow} state={state} />
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3"
        data-late-presses={blocksLateTaps(state)}
      >
        <Button disabled={unsettled !== undefined} onClick={onBack} variant="secondary">
          {t('act.cancel')}
        </Button>
        <TradeButton
          busy={isReversing}
          disabled={(input === undefined || unsettled !== undefined) && !isReversing}
          onClick={() => {
            if (input !== undefined) onReverse(input)
          }}
          variant="danger"
        >
          {t(isReversing || blockReasonKey === undefined ? 'detail.reverse.act' : blockReasonKey)}
        </TradeButton>
      </div>
    </div>
  )
}

/** The reversal at current prices. Undefined until the market is loaded. */
function useReversePreview(order: ShownOrder): ReversePreview | undefined {
  const conditions = useTicketConditions(order.market.id, order.market.quoteCurrency)
  return useMemo(
    () => (conditions === undefined ? undefined : previewReverse(order, conditions)),
    [order, conditions],
  )
}
