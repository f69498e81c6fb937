import { Link } from 'wouter'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { readOrders } from '#web/calls/trading.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { useServerQuery } from '#web/parts/server-query.ts'

/** The order that a message is about, with a link to its detail in the app around the chat. */
export function OrderCard({ id }: { id: number }) {
  const t = useDictionary('support')
  const order = useOrder(id)
  // Without a frame the page stays loaded.
  const Anchor = window.parent === window ? Link : 'a'
  return (
    <Anchor
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-8 border border-line bg-surface px-3 py-2 hover:bg-hover"
      href={`/order?id=${id}`}
      target="_top"
    >
      <span className="min-w-0 grow">
        <span className="block text-12 text-dim">{t('support.order', { id: isolateLtr(`#${id}`) })}</span>
        {order === undefined ? null : <OrderSummary order={order} />}
      </span>
      <Icon className="shrink-0 text-dim" name="chevron-forward" size={16} />
    </Anchor>
  )
}

/** Market, side, lots and result. */
export function OrderSummary({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading')
  const { market, side, lots, status, profit } = order
  const hasResult = status === 'open' || status === 'closed'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
      <bdi className="font-semibold">{market.showCode}</bdi>
      <Badge tone={side === 'buy' ? 'rise' : 'fall'}>{t(`order.side.${side}`)}</Badge>
      <span>
        <Figure value={lots} /> <span className="text-dim">{t('order.lots')}</span>
      </span>
      <span className="text-dim">{t(`order.status.${status}`)}</span>
      {hasResult ? <Figure decimals={2} plus tone="sign" unit="USD" value={profit} /> : null}
    </span>
  )
}

/** Undefined until it is known. An order that cannot be read is still named by its number. */
function useOrder(id: number): ShownOrder | undefined {
  const { data } = useServerQuery({
    key: ['support_order', id],
    read: async (call, signal) => {
      const { data: found } = await readOrders(call, { id }, { signal })
      return found.find(({ Id }) => Id === id) ?? null
    },
  })
  return data ? orderFromWire(data) : undefined
}
