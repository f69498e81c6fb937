import { memo } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { CloseSelection, OpenOrder } from '#web/screens/order/close-many/close-many-view.ts'

/** The orders that will be closed, each with its profit now, and their sum. */
export function CloseSelectionView({ selection }: { selection: CloseSelection }) {
  const t = useBook('orders')
  const { orders, profit, blockedCount } = selection
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <div className="text-12 text-dim">{t('many.profit')}</div>
        <Figure
          className="text-[min(1.25rem,6.5vw)] leading-[1.3] font-bold"
          decimals={6}
          plus
          tone="sign"
          unit="USD"
          value={profit}
        />
        <p className="text-12 text-dim">{t('many.note')}</p>
      </div>
      {blockedCount === 0 ? null : (
        <Notice icon="clock" live>
          <bdi>{t('many.blocked', { count: blockedCount })}</bdi>
        </Notice>
      )}
      {orders.length === 0 ? <p className="text-dim">{t('many.none')}</p> : null}
      <ul className="divide-y divide-line border-t border-line">
        {orders.map((one) => (
          <OrderLine key={one.order.id} order={one.order} profit={one.profit} />
        ))}
      </ul>
    </div>
  )
}

/** Memoised: a tick renders only the lines whose profit changed. */
const OrderLine = memo(function OrderLine({ order, profit }: Pick<OpenOrder, 'order' | 'profit'>) {
  const t = useBook('trading')
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-13">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <bdi className="font-semibold">{order.market.showCode}</bdi>
        <Badge tone={order.side === 'buy' ? 'rise' : 'fall'}>{t(`order.side.${order.side}`)}</Badge>
        <Figure value={order.lots} />
      </span>
      <Figure className="ms-auto font-semibold" decimals={6} plus tone="sign" value={profit} />
    </li>
  )
})
