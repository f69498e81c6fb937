import { useLocation } from 'wouter'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import type { StandingState } from '#web/portfolio/portfolio-types.ts'

export type OrderLinkProps = {
  readonly id: number
  /** Known to be open, also if the lists do not have it yet. */
  readonly isOpen?: boolean | undefined
}

/** A link to the detail of another order, over the list that has it. */
export function OrderLink({ id, isOpen = false }: OrderLinkProps) {
  const { portfolio } = useParts()
  const [, go] = useLocation()
  const standing = useStore(portfolio.standing)
  const address = `/order?type=${isOpen ? 1 : typeOf(id, standing)}&id=${id}`
  return (
    <Pressable
      className="-my-3.25 inline-flex align-top min-h-11 min-w-11 items-center gap-1 text-accent"
      href={address}
      onSelect={() => go(address)}
    >
      <Figure grouped={false} prefix="#" value={id} />
      <Icon name="chevron-forward" size={16} />
    </Pressable>
  )
}

function typeOf(id: number, { open, pending }: StandingState): 0 | 1 | 3 {
  if (open.some((order) => order.id === id)) return 1
  return pending.some((order) => order.id === id) ? 0 : 3
}
