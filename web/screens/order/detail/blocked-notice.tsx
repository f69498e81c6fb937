import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Notice } from '#ui/notice.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { useMarketDetail } from '#web/parts/market/market-status.tsx'
import type { ActBlock } from '#web/screens/order/detail/act-block.ts'

export type BlockedNoticeProps = { readonly order: ShownOrder; readonly block: ActBlock }

/** Why nothing can be closed now, until when, and what is possible all the same. */
export function BlockedNotice({ order, block }: BlockedNoticeProps) {
  const t = useBook('trading', 'orders')
  const { isClosed, label } = useMarketDetail(order.market.id)
  return (
    <Notice icon={block === 'market_closed' ? 'clock' : 'offline'} live tone="warn">
      {isClosed && label !== undefined ? <bdi className="block font-semibold">{label}</bdi> : null}
      {t(`detail.blocked.${block}`)}{' '}
      {t(order.status === 'pending' ? 'detail.blocked.cancel' : 'detail.blocked.remove')}
    </Notice>
  )
}
