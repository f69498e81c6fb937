import type { ShownOrder } from '#contract/order-from-wire.ts'
import type { PressTarget } from '#ui/pressable.tsx'
import { addressOf } from '#web/parts/navigation.ts'
import { searchWith } from '#web/parts/url-overlay.ts'
import { type OpenedOrder, openedText } from '#web/screens/order/opened-part.ts'

/** A card is a link to its own address, so that it can also be opened elsewhere. */
export function targetOf(
  { id }: Pick<ShownOrder, 'id'>,
  search: string,
  onOpen: (opened: OpenedOrder) => void,
): PressTarget {
  const opened = { id, part: 'all' } as const
  return {
    href: addressOf('/order', searchWith(search, 'id', openedText(opened))),
    onSelect: () => onOpen(opened),
  }
}
