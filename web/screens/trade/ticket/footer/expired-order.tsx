import { useLocation } from 'wouter'
import type { SubmitInput } from '#contract/calls/trading.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import { ofMarket, useOtherMarket } from '#web/screens/trade/ticket/footer/use-other-market.ts'
import { placingOf } from '#web/screens/trade/ticket/placing/placing.ts'

/** In place of the button: the outcome of the last order cannot be found out. The user reads that before the next one. */
export function ExpiredOrder({ input }: { input: SubmitInput }) {
  const t = useBook('trading', 'ticket')
  const placing = placingOf(useParts())
  const otherMarket = useOtherMarket()
  const [, go] = useLocation()
  const orders = `/order?type=${input.status}`
  return (
    <div className="grid grid-cols-1 gap-2">
      <Notice icon="warning" live tone="warn">
        {ofMarket(t, otherMarket(input.forex_id), t('act.expired'))}
      </Notice>
      <ButtonLink full href={orders} onSelect={() => go(orders)} size="large" variant="strong">
        {t('act.expired.orders')}
      </ButtonLink>
      <Button full onClick={() => placing.forget()} variant="secondary">
        {t('ticket.expired.seen')}
      </Button>
    </div>
  )
}
