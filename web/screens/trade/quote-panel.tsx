import type { Side } from '#core/order/order.ts'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import type { ConnectionStatus } from '#web/live/connection-status.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useConnectionStatus, useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { hasFractionalPip } from '#web/parts/market/market-list.tsx'
import { type MarketStatus, useMarketStatus } from '#web/parts/market/market-status.tsx'
import { QuoteAge } from '#web/parts/stale-prices.tsx'
import type { TicketBlock } from '#web/parts/ticket/ticket-types.ts'
import { spreadOf } from '#web/screens/trade/spread.ts'
import { ticketCode } from '#web/screens/trade/ticket/lazy-ticket.tsx'
import { useBlockText } from '#web/screens/trade/ticket/use-block-text.ts'

type QuotePanelProps = {
  readonly market: ListedMarket
  readonly onTrade: (side: Side) => void
}

/** Sell and buy buttons with bid, ask and spread. If no order can be placed, a message says why. */
export function QuotePanel({ market, onTrade }: QuotePanelProps) {
  const t = useDictionary('trading', 'ticket')
  const detail = useMarketStatus(market.id)
  const line = useConnectionStatus()
  const block = blockReasonOf(market, detail, line)
  const words = useBlockText(detail)
  const { quote } = detail
  const spread = spreadOf(quote, market.precision)
  const button = (side: Side) => (
    <QuoteButton
      isBlocked={block !== undefined}
      label={block === 'reconnecting' ? t('connection.reconnecting') : t(`order.side.${side}`)}
      onPress={() => onTrade(side)}
      precision={market.precision}
      side={side}
      value={side === 'buy' ? quote?.ask : quote?.bid}
    />
  )
  return (
    <div className="@container">
      <div className="-mt-2 min-h-5 pb-1 text-center text-12 text-dim">
        <p aria-live="polite">{block === undefined || block === 'reconnecting' ? null : words(block)}</p>
        {/* The age is outside the live region above, because it changes every second. */}
        <QuoteAge className="block" />
      </div>
      <div className="relative grid grid-cols-2 gap-2 @max-[12rem]:grid-cols-1 @max-[12rem]:gap-1">
        {button('sell')}
        {button('buy')}
        <span className={spreadClass}>
          <span className="sr-only @max-[12rem]:not-sr-only">{t('trade.spread')} </span>
          <Figure decimals={spread?.decimals} value={spread?.value} />
        </span>
      </div>
    </div>
  )
}

/** Centres the spread between the buttons. With large fonts it is below them, so that it does not cover the prices. */
const spreadClass = classes(
  'pointer-events-none absolute start-1/2 top-1/2 -translate-y-1/2 rounded-8 border border-line bg-ground px-1.5 text-12 text-dim ltr:-translate-x-1/2 rtl:translate-x-1/2',
  '@max-[12rem]:static @max-[12rem]:translate-none! @max-[12rem]:border-0 @max-[12rem]:px-2',
)

/** Why no order can be placed in this market now; undefined if one can. */
function blockReasonOf(
  market: ListedMarket,
  { quote, isClosed, isStale }: MarketStatus,
  line: ConnectionStatus,
): TicketBlock | undefined {
  if (line === 'gone') return 'reconnecting'
  if (market.terms.leverages.length === 0) return 'leverage_not_configured'
  if (isClosed) return 'market_closed'
  if (quote === undefined || quote.bid === null) return 'no_price'
  if (isStale) return 'stale_price'
  return line === 'up' ? undefined : 'no_price'
}

type QuoteButtonProps = {
  readonly side: Side
  readonly label: string
  readonly value: number | null | undefined
  readonly precision: number
  readonly isBlocked: boolean
  readonly onPress: () => void
}

function QuoteButton({ side, label, value, precision, isBlocked, onPress }: QuoteButtonProps) {
  const { late } = useParts()
  const colours =
    side === 'buy' ? 'border-transparent bg-rise text-on-rise' : 'border-transparent bg-fall text-on-fall'
  return (
    <button
      aria-disabled={isBlocked || undefined}
      aria-haspopup="dialog"
      className={classes(
        'flex min-h-13 min-w-0 touch-manipulation flex-col items-center justify-center rounded-16 border px-2 py-1 text-center select-none transition-[background-color,scale] active:scale-[.98] aria-disabled:active:scale-100 @max-[12rem]:flex-row @max-[12rem]:justify-between',
        isBlocked ? 'border-line bg-surface text-dim' : colours,
      )}
      onClick={isBlocked ? undefined : onPress}
      onPointerDown={isBlocked ? undefined : () => void late.load(ticketCode).catch(() => undefined)}
      type="button"
    >
      <span className="text-12 font-semibold">{label}</span>
      <Figure
        className={classes('text-17 font-semibold', isBlocked && 'text-dim')}
        decimals={precision}
        fraction={hasFractionalPip(precision) ? 'pip' : 'full'}
        value={value}
      />
    </button>
  )
}
