import type { ReactNode } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import type { StopKind } from '#web/chart/marks/mark-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import type { MovedStop } from '#web/screens/trade/chart/moved-stop.ts'

export type MoveFiguresProps = {
  readonly kind: StopKind
  readonly moved: MovedStop
  readonly order: ShownOrder
}

/** From where to where, and what that comes to. */
export function MoveFigures({ kind, moved, order }: MoveFiguresProps) {
  const t = useBook('trading', 'ticket')
  const { from, to, view, distance, isInPips } = moved
  const what = { side: t(`order.side.${order.side}`), lots: order.lots, market: order.market.showCode }
  return (
    <>
      <p className="text-13 text-dim">
        <bdi>{t('order.buy_or_sell', what)}</bdi>
      </p>
      <div className="grid grid-cols-[1fr_auto_1fr] items-end gap-3 py-4">
        <PriceColumn label={t('line.from')}>
          {from === null ? t('order.none') : <Figure className="text-dim" value={from} />}
        </PriceColumn>
        <span className="pb-1.5 text-dim">
          <Icon name="chevron-forward" size={20} />
        </span>
        <PriceColumn label={t('line.to')}>
          <Figure tone={kind === 'stop_loss' ? 'fall' : 'rise'} value={to} />
        </PriceColumn>
      </div>
      <dl className="grid grid-cols-[1fr_auto] border-t border-line text-15">
        <FigureRow label={t(order.status === 'pending' ? 'line.distance.target' : 'line.distance.price')}>
          <Figure unit={isInPips ? t('line.pips') : undefined} value={distance} />
        </FigureRow>
        <FigureRow label={t('line.worth')}>
          <Figure decimals={2} plus tone="sign" unit="USD" value={view.money} />
        </FigureRow>
        <FigureRow label={t('line.share')}>
          <Figure decimals={2} plus tone="sign" unit="%" value={view.percent} />
        </FigureRow>
      </dl>
    </>
  )
}

function PriceColumn({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="text-12 text-dim">{label}</div>
      <div className="text-20 font-semibold">{children}</div>
    </div>
  )
}

function FigureRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-b border-line py-2.5 pe-3 text-dim">{label}</dt>
      <dd className="border-b border-line py-2.5 text-end font-semibold">{children}</dd>
    </>
  )
}
