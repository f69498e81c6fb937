import type { ShownOrder } from '#contract/order-from-wire.ts'
import { figureText } from '#ui/figure-format.ts'
import { useBook } from '#web/parts/app-parts.tsx'

/** What was placed, for those who listen. It is there before there is something to say, or it would not be read out. */
export function PlacedWords({ order }: { order: ShownOrder | undefined }) {
  const t = useBook('trading', 'ticket')
  return (
    <p className="sr-only" role="status">
      {order === undefined
        ? null
        : t(order.status === 'pending' ? 'ticket.said.pending' : 'ticket.said.open', {
            side: t(`order.side.${order.side}`),
            lots: order.lots,
            market: order.market.showCode,
            price: figureText(order.openPrice),
          })}
    </p>
  )
}
