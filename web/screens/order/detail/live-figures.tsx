// Figures that follow prices. Each is its own component, so that a tick re-renders only that figure.
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { bidAskOf } from '#web/markets/current-rate.ts'
import { useConnectionStatus, useParts, useStore } from '#web/parts/app-parts.tsx'
import { type TargetDistance, targetDistance } from '#web/screens/order/order-figures.ts'

type LiveFigureProps = { readonly order: ShownOrder; readonly className?: string | undefined }

/** Floating profit of an open order, realised profit of a closed one. */
export function ProfitFigure({ order, className }: LiveFigureProps) {
  const { portfolio } = useParts()
  const figures = useStore(portfolio.figures(order.id))
  const isOpen = order.status === 'open'
  const isDim = useConnectionStatus() === 'gone' && isOpen
  return (
    <Figure
      className={classes(className, isDim && 'text-dim!')}
      decimals={6}
      flash={isOpen}
      plus
      tone={isDim ? 'neutral' : 'sign'}
      unit="USD"
      value={isOpen ? (figures?.profit ?? order.profit) : order.profit}
    />
  )
}

/** Closing price of an open or closed order, or the price at which a pending one would open now. */
export function PriceFigure({ order, className }: LiveFigureProps) {
  switch (order.status) {
    case 'open':
      return <ClosingPriceFigure className={className} order={order} />
    case 'pending':
      return <TargetDistanceFigure className={className} of="now" order={order} />
    default:
      return <Figure className={className} value={order.status === 'closed' ? order.closingPrice : null} />
  }
}

function ClosingPriceFigure({ order, className }: LiveFigureProps) {
  const { portfolio } = useParts()
  const figures = useStore(portfolio.figures(order.id))
  // Shows no price if the market has none now, rather than the price that was read with the order.
  const price = figures === undefined ? order.closingPrice : figures.closingPrice
  const isGone = useConnectionStatus() === 'gone'
  return <Figure className={classes(className, isGone && 'text-dim!')} flash value={price} />
}

/** Current price for a pending order, or the distance from that price to the order price. */
export function TargetDistanceFigure({
  order,
  of,
  className,
}: LiveFigureProps & { readonly of: keyof TargetDistance }) {
  const { markets } = useParts()
  const { side, openPrice: target, market } = order
  const quote = bidAskOf(useStore(markets.quote(market.id)), market.precision)
  const distance = targetDistance({ side, target }, quote, market.precision)
  const isGone = useConnectionStatus() === 'gone'
  return (
    <Figure
      className={classes(className, isGone && 'text-dim!')}
      flash={of === 'now'}
      plus={of === 'distance'}
      value={distance?.[of]}
    />
  )
}
