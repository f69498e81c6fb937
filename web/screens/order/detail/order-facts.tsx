import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { AccountAmounts } from '#contract/account-from-wire.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { formatMicros, parsePrice, type Rate } from '#core/money/amounts.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { useUsdRate } from '#web/parts/market/use-usd-rate.ts'
import { profitAt } from '#web/parts/stops/stop-basis.ts'
import type { StopKind } from '#web/parts/stops/stop-draft.ts'
import { useDateFormat } from '#web/parts/use-date-format.ts'
import { endCauseKey } from '#web/portfolio/end-cause.ts'
import type { ActiveOrders } from '#web/portfolio/portfolio-types.ts'
import { Fact, FactGroup, Facts } from '#web/screens/order/detail/facts.tsx'
import { PriceFigure, TargetDistanceFigure } from '#web/screens/order/detail/live-figures.tsx'

export function OrderFacts({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading', 'orders')
  return (
    <Facts>
      <Fact label={t('detail.kind')}>{t(`order.kind.${order.kind}`)}</Fact>
      <Fact label={t('order.lots')}>
        <Figure value={order.lots} />
      </Fact>
      <Fact label={t('order.leverage')}>
        <Figure prefix="×" value={order.leverage} />
      </Fact>
      <Fact label={t('order.units')}>
        <Figure value={order.unitsPerLot} />
      </Fact>
      <PriceFacts order={order} />
      <StopFact kind="stop_loss" order={order} />
      <StopFact kind="take_profit" order={order} />
      <Fact label={t('order.margin')}>
        <Figure decimals={6} unit="USD" value={order.margin} />
      </Fact>
      <Fact label={t('order.fee')}>
        <Figure decimals={6} unit="USD" value={order.fee} />
      </Fact>
      <Fact label={t('detail.asked_price')}>
        <Figure value={order.askedPrice} />
      </Fact>
      <TimeFacts order={order} />
    </Facts>
  )
}

/** Open price and current or closing price. The header already shows the order price of a pending order. */
function PriceFacts({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading', 'orders')
  const { status } = order
  return (
    <>
      {order.openedAt === null ? null : (
        <Fact label={t('order.open_price')}>
          <Figure value={order.openPrice} />
        </Fact>
      )}
      {status === 'cancelled' ? null : (
        <Fact label={t(status === 'closed' ? 'order.close_price' : 'order.market_price')}>
          <PriceFigure order={order} />
        </Fact>
      )}
      {status === 'pending' ? (
        <Fact label={t('detail.distance')}>
          <TargetDistanceFigure of="distance" order={order} />
        </Fact>
      ) : null}
    </>
  )
}

function TimeFacts({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading', 'orders')
  const { dateTime } = useDateFormat()
  const at = (label: ReactNode, iso: string | null) =>
    iso === null ? null : <Fact label={label}>{dateTime(iso)}</Fact>
  return (
    <>
      {at(t('detail.placed_at'), order.placedAt)}
      {at(t('detail.opened_at'), order.openedAt)}
      {at(t('detail.ended_at'), order.endedAt)}
      {order.endCause === null ? null : (
        <Fact label={t('detail.cause')} wide>
          {t(endCauseKey(order))}
        </Fact>
      )}
      <Fact label={t('detail.id')}>
        <span className="-my-3.25 inline-flex items-center align-top">
          <Figure grouped={false} value={order.id} />
          <CopyButton label={t('detail.copy_id')} text={String(order.id)} />
        </span>
      </Fact>
      {order.parentId === null ? null : (
        <Fact label={t('detail.parent')}>
          <OrderLink id={order.parentId} />
        </Fact>
      )}
      {order.amendedFrom === null ? null : (
        <Fact label={t('detail.amended_from')}>
          <OrderLink id={order.amendedFrom} />
        </Fact>
      )}
    </>
  )
}

/** A stop loss or take profit. While the order is active, also the profit or loss if it is reached. */
function StopFact({ order, kind }: { order: ShownOrder; kind: StopKind }) {
  const t = useDictionary('trading')
  const at = kind === 'stop_loss' ? order.stopLoss : order.takeProfit
  const isActive = order.status === 'open' || order.status === 'pending'
  return (
    <Fact label={t(`order.${kind}`)}>
      {at === null ? (
        <span className="text-dim">{t('order.none')}</span>
      ) : (
        <span className="inline-flex flex-wrap gap-x-2">
          <Figure value={at} /> {isActive ? <StopMoney at={at} order={order} /> : null}
        </span>
      )}
    </Fact>
  )
}

function StopMoney({ order, at }: { order: ShownOrder; at: string }) {
  const rate = useUsdRate(order.market.quoteCurrency)
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
  const money = price.ok ? profitAt(order, price.amount, rate) : undefined
  return money === undefined ? null : formatMicros(money)
}

type OrderLinkProps = {
  readonly id: number
  /** Set for an open order from an answer, which the lists may not have yet. */
  readonly isOpen?: boolean | undefined
}

/** Link to another order's detail, over the list that contains it. */
export function OrderLink({ id, isOpen = false }: OrderLinkProps) {
  const { portfolio } = useParts()
  const [, go] = useLocation()
  const activeOrders = useStore(portfolio.activeOrders)
  const address = `/order?type=${isOpen ? 1 : listTypeOf(id, activeOrders)}&id=${id}`
  return (
    <Pressable
      className="-my-3.25 inline-flex align-top min-h-11 min-w-11 items-center gap-1 text-accent"
      href={address}
      onSelect={() => go(address)}
    >
      <Figure grouped={false} prefix="#" value={id} />
      <Icon name="chevron-forward" size={16} />
    </Pressable>
  )
}

function listTypeOf(id: number, { open, pending }: ActiveOrders): 0 | 1 | 3 {
  if (open.some((order) => order.id === id)) return 1
  return pending.some((order) => order.id === id) ? 0 : 3
}

/** Account figures that determine a close-out, shown while the order is open. */
export function AccountFacts() {
  const t = useDictionary('trading', 'orders')
  return (
    <FactGroup title={t('detail.account')}>
      <Facts>
        <Fact label={t('funds.risk')}>
          <AmountFigure of="marginLevel" unit="%" />
        </Fact>
        <Fact label={t('funds.ratio')}>
          <AmountFigure of="marginUsage" unit="%" />
        </Fact>
        <Fact label={t('funds.net_value')}>
          <AmountFigure of="equity" unit="USD" />
        </Fact>
      </Facts>
    </FactGroup>
  )
}

type Shown = 'marginLevel' | 'marginUsage' | 'equity'

function AmountFigure({ of, unit }: { of: keyof Pick<AccountAmounts, Shown>; unit: string }) {
  const { portfolio } = useParts()
  const funds = useStore(portfolio.funds)
  return <Figure decimals={2} unit={unit} value={funds.kind === 'known' ? funds.amounts[of] : null} />
}
