import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { figureText, signOf } from '#ui/figure-format.ts'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { moneyDecimals } from '#web/parts/decimals.ts'

/** Figures of the placed order. Replaces the form. */
export function PlacedOrder({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading', 'ticket')
  const isOpen = order.status !== 'pending'
  return (
    <div className="py-2">
      <div className="flex flex-col items-center gap-1 pb-4 text-center">
        <span className="text-good">
          <Icon name="check-circle" size={44} />
        </span>
        <p className="text-20 font-semibold">{t(isOpen ? 'ticket.placed.open' : 'ticket.placed.pending')}</p>
        <p className="text-dim">
          {t('order.buy_or_sell', {
            side: t(`order.side.${order.side}`),
            lots: order.lots,
            market: order.market.showCode,
          })}
        </p>
      </div>
      <dl className="divide-y divide-line border-t border-line">
        <FactRow label={t(isOpen ? 'order.open_price' : 'order.target_price')}>
          <Figure decimals={order.market.precision} value={order.openPrice} />
        </FactRow>
        <SlippageRow order={order} />
        {isOpen ? (
          <>
            <FactRow label={t('order.margin')}>
              <Figure decimals={6} value={order.margin} />
            </FactRow>
            <FactRow label={t('order.fee')}>
              <Figure decimals={moneyDecimals(order.fee)} value={order.fee} />
            </FactRow>
          </>
        ) : null}
        <StopRow label={t('order.stop_loss')} order={order} value={order.stopLoss} />
        <StopRow label={t('order.take_profit')} order={order} value={order.takeProfit} />
      </dl>
    </div>
  )
}

function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <dt className="text-dim">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** Shown only if there was slippage, better or worse. */
function SlippageRow({ order: { receipts, market } }: { order: ShownOrder }) {
  const t = useDictionary('ticket')
  const slippage = receipts.opened?.slippage ?? null
  const sign = signOf(slippage)
  if (slippage === null || sign === 0) return null
  return (
    <FactRow label={t(sign > 0 ? 'ticket.placed.better' : 'ticket.placed.worse')}>
      <Figure
        className={sign > 0 ? 'text-good' : 'text-danger'}
        decimals={market.precision}
        value={slippage.replace(/^-/, '')}
      />
    </FactRow>
  )
}

type StopRowProps = {
  readonly label: string
  readonly order: ShownOrder
  readonly value: string | null
}

function StopRow({ label, order, value }: StopRowProps) {
  if (value === null) return null
  return (
    <FactRow label={label}>
      <Figure decimals={order.market.precision} value={value} />
    </FactRow>
  )
}

type PlacedFooterProps = {
  readonly order: ShownOrder
  readonly onClose: () => void
}

/** Links to the order lists, and the button that closes the ticket. */
export function PlacedFooter({ order, onClose }: PlacedFooterProps) {
  const t = useDictionary('ticket')
  const [, go] = useLocation()
  const isOpen = order.status !== 'pending'
  const orders = `/order?type=${isOpen ? 1 : 0}`
  // Replaces the ticket in the browser history, so that Back does not open it again.
  const showOrders = () => go(orders, { replace: true })
  // The pressed button is unmounted, so the keyboard focus has to move to this one.
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus({ preventScroll: true }), [])
  return (
    <div className="grid grid-cols-1 gap-2" data-late-presses>
      <Button full onClick={onClose} ref={done} size="large" variant="strong">
        {t('ticket.placed.done')}
      </Button>
      <ButtonLink full href={orders} onSelect={showOrders} variant="secondary">
        {t(isOpen ? 'ticket.placed.to_open' : 'ticket.placed.to_pending')}
      </ButtonLink>
    </div>
  )
}

/**
 * Announces the placed order to screen readers. A live region must exist before its text appears, or it is not read
 * out.
 */
export function PlacedAnnouncement({ order }: { order: ShownOrder | undefined }) {
  const t = useDictionary('trading', 'ticket')
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
