import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { useMarketDetail } from '#web/parts/market-detail.ts'
import { useStore } from '#web/parts/use-store.ts'
import { useBlockWords } from '#web/screens/trade/ticket/footer/use-block-words.ts'
import { hindranceOf } from '#web/screens/trade/ticket/judging/hindrance-of.ts'
import { placingOf } from '#web/screens/trade/ticket/placing/placing.ts'
import { useTicket, useTicketOf } from '#web/screens/trade/ticket/ticket-provider.tsx'
import type { TicketNow } from '#web/screens/trade/ticket/ticket-source.ts'
import type { TicketView } from '#web/screens/trade/ticket/ticket-types.ts'

/** Says exactly what a press does; or, in the same place, why there is nothing to press. */
export function PlaceButton() {
  const placing = placingOf(useParts())
  const { kind } = useStore(placing)
  const isBusy = kind === 'sending'
  // The words and what is sent are of one and the same look, so that a press never sends what nobody has read.
  const now = useTicket(all)
  const { input } = now.view
  const hindrance = hindranceOf(now.view)
  const isReady = hindrance === undefined && kind !== 'unknown'
  const place = () => {
    if (input !== undefined) placing.send(input)
  }
  return (
    <div>
      <Button
        aria-disabled={!isReady || isBusy}
        busy={isBusy}
        className={isReady || isBusy ? 'py-1!' : 'py-1! text-dim'}
        full
        onClick={isReady ? place : undefined}
        size="large"
        variant={isReady || isBusy ? (now.draft.side === 'buy' ? 'rise' : 'fall') : 'secondary'}
      >
        <span className="grid min-h-9 content-center">
          {hindrance === undefined || isBusy ? <PlaceWords now={now} /> : <Hindrance view={now.view} />}
        </span>
      </Button>
      <WorstPrice now={now} />
    </div>
  )
}

const all = (now: TicketNow) => now

function PlaceWords({ now: { draft, view } }: { now: TicketNow }) {
  const t = useBook('trading', 'ticket')
  const { market } = useTicketOf()
  return t('ticket.place', {
    side: t(`order.side.${draft.side}`),
    lots: figureText(draft.lots, { decimals: 2 }),
    price: figureText(view.price, { decimals: market.precision }),
  })
}

function Hindrance({ view }: { view: TicketView }) {
  const t = useBook('ticket')
  const { market } = useTicketOf()
  const blockWords = useBlockWords(useMarketDetail(market.id))
  const hindrance = hindranceOf(view)
  const words = view.block === undefined ? hindrance && t(hindrance) : blockWords(view.block)
  return <span className="text-13">{words}</span>
}

/** What it can cost at most, or what it waits for. The line is always there. */
function WorstPrice({ now: { draft, view } }: { now: TicketNow }) {
  const t = useBook('ticket')
  const { market } = useTicketOf()
  const isPending = draft.mode === 'pending'
  const price = figureText(isPending ? view.price : view.worstPrice, { decimals: market.precision })
  return (
    <p className="min-h-5 pt-1 text-center text-12 text-dim">
      {view.input === undefined
        ? null
        : t(isPending ? 'ticket.waits' : `ticket.worst.${draft.side}`, { price })}
    </p>
  )
}
