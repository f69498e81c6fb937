import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { Fact, FactGroup, Facts } from '#web/screens/order/detail/facts.tsx'
import { OrderLink } from '#web/screens/order/detail/order-facts.tsx'

/** The closed order, the part still open, and the opposite order that a reversal opened. */
export type CloseResult = {
  readonly closed: ShownOrder
  readonly rest: ShownOrder | null
  readonly opened?: ShownOrder | undefined
}

/** Figures of a completed close or reversal. A separate toast says that it succeeded. */
export function CloseResultPanel({ closed, rest, opened }: CloseResult) {
  const t = useDictionary('trading', 'orders')
  return (
    <div className="grid gap-4 pt-2" role="status">
      <div className="grid justify-items-center gap-2 text-center">
        <span className="grid size-12 place-items-center rounded-full bg-good-soft text-good">
          <Icon name="check" size={24} />
        </span>
        <Figure
          className="text-[min(1.75rem,7.5vw)] leading-tight font-bold"
          decimals={6}
          plus
          tone="sign"
          unit="USD"
          value={closed.profit}
        />
        <span className="text-13 text-dim">{t('order.profit')}</span>
      </div>
      <Facts>
        <Fact label={t('detail.closed.at')}>
          <Figure value={closed.closingPrice} />
        </Fact>
        <Fact label={t('order.open_price')}>
          <Figure value={closed.openPrice} />
        </Fact>
        <Fact label={t('detail.closed.lots')}>
          <Figure value={closed.lots} />
        </Fact>
        <Fact label={t('detail.closed.freed')}>
          <Figure decimals={6} unit="USD" value={closed.margin} />
        </Fact>
        {rest === null ? null : (
          <>
            <Fact label={t('detail.close.rest')}>
              <Figure value={rest.lots} />
            </Fact>
            <Fact label={t('detail.closed.part')}>
              <Figure grouped={false} value={closed.id} />
            </Fact>
          </>
        )}
      </Facts>
      {opened === undefined ? null : <ReversedOrderFacts order={opened} />}
    </div>
  )
}

function ReversedOrderFacts({ order }: { order: ShownOrder }) {
  const t = useDictionary('trading', 'orders')
  return (
    <FactGroup title={t('detail.reversed.opened')}>
      <Facts>
        <Fact label={t(`order.side.${order.side}`)}>
          <Figure value={order.lots} />
        </Fact>
        <Fact label={t('order.open_price')}>
          <Figure value={order.openPrice} />
        </Fact>
        <Fact label={t('order.margin')}>
          <Figure decimals={6} unit="USD" value={order.margin} />
        </Fact>
        <Fact label={t('order.fee')}>
          <Figure decimals={6} unit="USD" value={order.fee} />
        </Fact>
        <Fact label={t('detail.id')}>
          <OrderLink id={order.id} isOpen />
        </Fact>
      </Facts>
    </FactGroup>
  )
}
