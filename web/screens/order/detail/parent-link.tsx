import { useLocation } from 'wouter'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { useParts } from '#web/parts/app-parts.tsx'
import { useStore } from '#web/parts/use-store.ts'

/** Leads to the order that a closed part was a part of, wherever that is by now. */
export function ParentLink({ id }: { id: number }) {
  const { portfolio } = useParts()
  const { open } = useStore(portfolio.standing)
  const [, go] = useLocation()
  const address = `/order?type=${open.some((order) => order.id === id) ? 1 : 3}&id=${id}`
  return (
    <Pressable
      className="-my-3.25 inline-flex align-top min-h-11 min-w-11 items-center gap-1 text-accent"
      href={address}
      onSelect={() => go(address)}
    >
      <Figure grouped={false} value={id} />
      <Icon name="chevron-forward" size={16} />
    </Pressable>
  )
}
