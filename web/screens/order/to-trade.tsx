import { useLocation } from 'wouter'
import { ButtonLink } from '#ui/button-link.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

/** The way on from an empty list. */
export function ToTrade() {
  const t = useBook('orders')
  const [, go] = useLocation()
  return (
    <ButtonLink href="/trade" onSelect={() => go('/trade')}>
      {t('orders.to_trade')}
    </ButtonLink>
  )
}
