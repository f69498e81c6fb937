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

/** Says exactly what a press does, or what is under way; or, in the same place, why there is nothing to press. */
export function PlaceButton() {
  const placing = orderPlacement(useParts())
  const state = useStore(placing)
  const isBusy = state.kind === 'busy'
  // The words and what is sent are one and the same, so that a press never sends what nobody has read.
  const { view } = useTicket(wholeSnapshot)
  const input = isBusy ? state.request.input : view.input
  const isHeld = state.kind === 'unconfirmed' || state.kind === 'waiting'
  const isReady = input !== undefined && !isHeld
  const isDrawn = useIsFormRendered()
  const { market } = useTicketContext()
  return (
    <div>
      <Button
        aria-disabled={!isReady || !isDrawn || isBusy}
        busy={isBusy}
        className={isReady ? 'py-1!' : 'py-1! text-dim'}
        full
        onClick={isReady && isDrawn ? () => placing.send(input, market.showCode) : undefined}
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
  const words = t('ticket.place', {
    side: t(`order.side.${input.type === 1 ? 'buy' : 'sell'}`),
    lots: figureText(input.cont),
    price: figureText(input.price ?? input.target_price),
  })
  return withMarketName(t, otherMarket(input.forex_id), words)
}

function BlockLabel({ view }: { view: TicketView }) {
  const t = useDictionary('ticket')
  const { market } = useTicketContext()
  const blockWords = useBlockText(useMarketStatus(market.id))
  const words = view.block === undefined ? t(blockReason(view) ?? 'app.loading') : blockWords(view.block)
  return <span className="text-13">{words}</span>
}

type WorstPriceProps = { readonly input: SubmitInput | undefined; readonly view: TicketView }

/** What it can cost at most, or what it waits for: of the same price as the words above. The line is always there. */
function WorstPrice({ input, view }: WorstPriceProps) {
  const t = useDictionary('ticket')
  const isSaid = input !== undefined && pricedFields.every((name) => input[name] === view.input?.[name])
  if (!isSaid) return <p className={noteClass} />
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
