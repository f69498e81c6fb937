import type { Translate } from '#i18n/translator.ts'
import type { OrdersKey } from '#i18n/web/orders/en.ts'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { CloseManyResult, RefusedClose } from '#web/screens/order/close-many/close-selection.ts'

/** Closed orders with their realised profit, and the reason for each refused one. */
export function CloseManyResultPanel({ closed, profit, refused }: CloseManyResult) {
  const t = useDictionary('orders')
  const isAll = refused.length === 0
  return (
    <div className="grid grid-cols-1 gap-4 pt-2" role="status">
      <div className="grid justify-items-center gap-2 text-center">
        <span
          className={`grid size-12 place-items-center rounded-full ${isAll ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn'}`}
        >
          <Icon name={isAll ? 'check' : 'warning'} size={24} />
        </span>
        <bdi className="text-17 font-semibold">{headline(t, closed.length, refused.length)}</bdi>
        {closed.length === 0 ? null : (
          <>
            <Figure
              className="text-[min(1.75rem,7.5vw)] leading-tight font-bold"
              decimals={6}
              plus
              tone="sign"
              unit="USD"
              value={profit}
            />
            <span className="text-13 text-dim">{t('orders.realised')}</span>
          </>
        )}
      </div>
      {isAll ? null : (
        <section className="grid gap-1 border-t border-line pt-3">
          <h3 className="text-13 font-semibold text-dim">{t('many.refused')}</h3>
          <ul className="divide-y divide-line">
            {refused.map((one) => (
              <RefusedOrderRow key={one.id} {...one} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function RefusedOrderRow({ id, order, reason }: RefusedClose) {
  const t = useDictionary('trading', 'orders')
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-13">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        {order === undefined ? null : (
          <>
            <bdi className="font-semibold">{order.market.showCode}</bdi>
            <span>{t(`order.side.${order.side}`)}</span>
            <Figure value={order.lots} />
          </>
        )}
        <Figure className="text-dim" grouped={false} prefix="#" value={id} />
      </span>
      <span className="ms-auto text-danger">{reasonText(t, reason)}</span>
    </li>
  )
}

function headline(t: Translate<OrdersKey>, closed: number, refused: number): string {
  if (refused === 0) return t('many.done.all', { count: closed })
  return closed === 0 ? t('many.done.none') : t('many.done.some', { closed, refused })
}

const reasons: Readonly<Record<string, OrdersKey>> = {
  market_closed: 'many.reason.market_closed',
  stale_price: 'many.reason.stale_price',
  interrupted: 'many.reason.interrupted',
  too_late: 'many.reason.too_late',
  order_not_open: 'many.reason.order_not_open',
  order_not_found: 'many.reason.order_not_found',
}

function reasonText(t: Translate<OrdersKey>, reason: string): string {
  const key = reasons[reason]
  return key === undefined ? t('many.reason.unknown', { reason }) : t(key)
}
