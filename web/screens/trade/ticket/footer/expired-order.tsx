import { useLocation } from 'wouter'
import type { SubmitInput } from '#contract/calls/submit.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { useOfMarket } from '#web/screens/trade/ticket/footer/use-of-market.ts'
import { placingOf } from '#web/screens/trade/ticket/placing/placing.ts'

/** In place of the button: nobody knows how the last one went, and that is to be read before there is another. */
export function ExpiredOrder({ input }: { input: SubmitInput }) {
  const t = useBook('ticket')
  const placing = placingOf(useParts())
  const ofMarket = useOfMarket()
  const [, go] = useLocation()
  const orders = `/order?type=${input.status}`
  return (
    <div className="grid grid-cols-1 gap-2">
      <Notice icon="warning" live tone="warn">
        {ofMarket(input.forex_id, t('ticket.expired'))}
      </Notice>
      <ButtonLink full href={orders} onSelect={() => go(orders)} size="large" variant="strong">
        {t('ticket.expired.orders')}
      </ButtonLink>
      <Button full onClick={placing.acknowledge} variant="secondary">
        {t('ticket.expired.seen')}
      </Button>
    </div>
  )
}
