import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Figure } from '#ui/figure.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { useClosing } from '#web/screens/order/detail/closing/use-closing.ts'
import { Fact, Facts } from '#web/screens/order/detail/facts.tsx'

/** What closing so many lots brings, at which price, what it frees and what it leaves; live. */
export function ClosingFacts({ order, text }: { order: ShownOrder; text: string }) {
  const t = useBook('trading', 'orders')
  const { price, profit, freed, rest } = useClosing(order, text)
  return (
    <Facts>
      <Fact label={t('detail.close.brings')}>
        <Figure decimals={6} flash plus tone="sign" unit="USD" value={profit} />
      </Fact>
      <Fact label={t('detail.close.price')}>
        <Figure flash value={price} />
      </Fact>
      <Fact label={t('detail.close.frees')}>
        <Figure decimals={6} unit="USD" value={freed} />
      </Fact>
      <Fact label={t('detail.close.rest')}>
        <Figure value={rest} />
      </Fact>
    </Facts>
  )
}
