import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Figure } from '#ui/figure.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

/** Where it closes by itself, or that it does not: the line is there either way, so that setting one moves nothing. */
export function StopsNote({ order }: { order: ShownOrder }) {
  const t = useBook('trading')
  return (
    <span className="flex flex-wrap gap-x-4">
      {(['stop_loss', 'take_profit'] as const).map((stop) => (
        <span className="whitespace-nowrap" key={stop}>
          {t(`order.${stop}`)}{' '}
          <Figure
            className="font-semibold text-text"
            value={stop === 'stop_loss' ? order.stopLoss : order.takeProfit}
          />
        </span>
      ))}
    </span>
  )
}
