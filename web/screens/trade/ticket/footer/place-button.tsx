import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { useMarketDetail } from '#web/parts/market-detail.ts'
import { useStore } from '#web/parts/use-store.ts'
import { useBlockWords } from '#web/screens/trade/ticket/footer/use-block-words.ts'
import { hindranceOf } from '#web/screens/trade/ticket/judging/hindrance-of.ts'
import { placingOf } from '#web/screens/trade/ticket/placing/placing.ts'
import { useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'

/** Says exactly what a press does; or, in the same place, why there is nothing to press. */
export function PlaceButton() {
  const placing = placingOf(useParts())
  const { source } = useTicketOf()
  const { kind } = useStore(placing)
  const isBusy = kind === 'sending'
  const side = useTicket(({ draft }) => draft.side)
  const hindrance = useTicket(({ view }) => hindranceOf(view))
  const place = () => {
    const { input } = source.getSnapshot().view
    if (input !== undefined) placing.send(input)
  }
  const isReady = hindrance === undefined && kind !== 'unknown'
  return (
    <div>
      <Button
        aria-disabled={!isReady || isBusy}
        busy={isBusy}
        className={isReady || isBusy ? 'py-1!' : 'py-1! text-dim'}
        full
        onClick={isReady ? place : undefined}
        size="large"
        variant={isReady || isBusy ? (side === 'buy' ? 'rise' : 'fall') : 'secondary'}
      >
        <span className="grid min-h-9 content-center">
          {hindrance === undefined || isBusy ? <PlaceWords /> : <Hindrance />}
        </span>
      </Button>
      <WorstPrice />
    </div>
  )
}

function PlaceWords() {
  const t = useBook('trading', 'ticket')
  const { market } = useTicketOf()
  const side = useTicket(({ draft }) => draft.side)
  const lots = useTicket(({ draft }) => draft.lots)
  const price = useTicket(({ view }) => view.price)
  return t('ticket.place', {
    side: t(`order.side.${side}`),
    lots: figureText(lots, { decimals: 2 }),
    price: figureText(price, { decimals: market.precision }),
  })
}

function Hindrance() {
  const t = useBook('ticket')
  const { market } = useTicketOf()
  const blockWords = useBlockWords(useMarketDetail(market.id))
  const block = useTicket(({ view }) => view.block)
  const hindrance = useTicket(({ view }) => hindranceOf(view))
  const words = block === undefined ? hindrance && t(hindrance) : blockWords(block)
  return <span className="text-13">{words}</span>
}

/** What it can cost at most, or what it waits for. The line is always there. */
function WorstPrice() {
  const t = useBook('ticket')
  const { market } = useTicketOf()
  const mode = useTicket(({ draft }) => draft.mode)
  const side = useTicket(({ draft }) => draft.side)
  const price = useTicket(({ draft, view }) => (draft.mode === 'pending' ? view.price : view.worstPrice))
  const isSaid = useTicket(({ view }) => view.input !== undefined)
  const shown = { price: figureText(price, { decimals: market.precision }) }
  return (
    <p className="min-h-5 pt-1 text-center text-12 text-dim">
      {isSaid ? t(mode === 'pending' ? 'ticket.waits' : `ticket.worst.${side}`, shown) : null}
    </p>
  )
}
