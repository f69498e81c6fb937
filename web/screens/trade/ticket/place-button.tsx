import type { SubmitInput } from '#contract/calls/trading.ts'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useMarketStatus } from '#web/parts/market/market-status.tsx'
import { blockReason } from '#web/parts/ticket/ticket-messages.ts'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'
import { orderPlacement } from '#web/screens/trade/ticket/order-placement.ts'
import {
  useIsFormRendered,
  useOtherMarketName,
  useTicket,
  useTicketContext,
  withMarketName,
} from '#web/screens/trade/ticket/ticket-context.tsx'
import type { TicketSnapshot } from '#web/screens/trade/ticket/ticket-store.ts'
import { useBlockText } from '#web/screens/trade/ticket/use-block-text.ts'

/** The submit button. Its label says what a press does, what is in progress, or why nothing can be placed. */
export function PlaceButton() {
  const placement = orderPlacement(useParts())
  const state = useStore(placement)
  const isBusy = state.kind === 'busy'
  // The label and the order that is sent come from one snapshot, so that a press sends exactly what the label says.
  const { view } = useTicket(wholeSnapshot)
  const input = isBusy ? state.request.input : view.input
  const isUnsettled = state.kind === 'unconfirmed' || state.kind === 'waiting'
  const isReady = input !== undefined && !isUnsettled
  const isFormRendered = useIsFormRendered()
  const { market } = useTicketContext()
  return (
    <div>
      <Button
        aria-disabled={!isReady || !isFormRendered || isBusy}
        busy={isBusy}
        className={isReady ? 'py-1!' : 'py-1! text-dim'}
        full
        onClick={isReady && isFormRendered ? () => placement.submit(input, market.showCode) : undefined}
        size="large"
        variant={isReady ? (input.type === 1 ? 'rise' : 'fall') : 'secondary'}
      >
        <span className="grid min-h-9 content-center">
          {input === undefined || state.kind === 'waiting' ? (
            <BlockLabel view={view} />
          ) : (
            <PlaceLabel input={input} />
          )}
        </span>
      </Button>
      <WorstPrice input={input} view={view} />
    </div>
  )
}

const wholeSnapshot = (now: TicketSnapshot) => now

function PlaceLabel({ input }: { input: SubmitInput }) {
  const t = useDictionary('trading', 'ticket')
  const otherMarket = useOtherMarketName()
  const text = t('ticket.place', {
    side: t(`order.side.${input.type === 1 ? 'buy' : 'sell'}`),
    lots: figureText(input.cont),
    price: figureText(input.price ?? input.target_price),
  })
  return withMarketName(t, otherMarket(input.forex_id), text)
}

function BlockLabel({ view }: { view: TicketView }) {
  const t = useDictionary('ticket')
  const { market } = useTicketContext()
  const blockText = useBlockText(useMarketStatus(market.id))
  const text = view.block === undefined ? t(blockReason(view) ?? 'app.loading') : blockText(view.block)
  return <span className="text-13">{text}</span>
}

type WorstPriceProps = { readonly input: SubmitInput | undefined; readonly view: TicketView }

/**
 * Worst price at which a market order may fill, or the order price of a pending one. Empty if it does not match the
 * button's label; the line is reserved, so that nothing moves.
 */
function WorstPrice({ input, view }: WorstPriceProps) {
  const t = useDictionary('ticket')
  const isCurrent = input !== undefined && pricedFields.every((name) => input[name] === view.input?.[name])
  if (!isCurrent) return <p className={noteClass} />
  return (
    <p className={noteClass}>
      {input.target_price === undefined
        ? t(`ticket.worst.${input.type === 1 ? 'buy' : 'sell'}`, { price: figureText(view.worstPrice) })
        : t('ticket.waits', { price: figureText(input.target_price) })}
    </p>
  )
}

const noteClass = 'min-h-5 pt-1 text-center text-12 text-dim'
const pricedFields = ['forex_id', 'type', 'price', 'deviation', 'target_price'] as const
