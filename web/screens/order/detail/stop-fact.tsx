import type { ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicros } from '#core/money/micros.ts'
import { parsePrice } from '#core/money/price.ts'
import type { Rate } from '#core/money/rate.ts'
import { Figure } from '#ui/figure.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { useRate } from '#web/parts/market/use-usd-rate.ts'
import { gainAt } from '#web/parts/stops/stop-basis.ts'
import type { StopKind } from '#web/parts/stops/stop-draft.ts'
import { Fact } from '#web/screens/order/detail/facts.tsx'

/** A stop, and what it would bring as long as it can still be reached. */
export function StopFact({ order, kind }: { order: ShownOrder; kind: StopKind }) {
  const t = useBook('trading')
  const at = kind === 'stop_loss' ? order.stopLoss : order.takeProfit
  const stands = order.status === 'open' || order.status === 'pending'
  return (
    <Fact label={t(`order.${kind}`)}>
      {at === null ? (
        <span className="text-dim">{t('order.none')}</span>
      ) : (
        <span className="inline-flex flex-wrap gap-x-2">
          <Figure value={at} /> {stands ? <StopMoney at={at} order={order} /> : null}
        </span>
      )}
    </Fact>
  )
}

function StopMoney({ order, at }: { order: ShownOrder; at: string }) {
  const rate = useRate(order.market.quoteCurrency)
  return (
    <Figure
      className="font-normal"
      decimals={2}
      plus
      tone="sign"
      unit="USD"
      value={moneyAt(order, at, rate)}
    />
  )
}

function moneyAt(order: ShownOrder, at: string, rate: Rate | undefined): string | null {
  const price = parsePrice(at, order.market.precision)
  const money = price.ok ? gainAt(order, price.amount, rate) : undefined
  return money === undefined ? null : formatMicros(money)
}
