/** The three lists of /order, by the `type` that its address names them with. */
export type OrderTab = 'open' | 'pending' | 'history'

export const typeOf = { open: '1', pending: '0', history: '3' } as const satisfies Record<OrderTab, string>

const tabs: Readonly<Record<string, OrderTab>> = { '1': 'open', '0': 'pending', '3': 'history' }

/** Whatever names none of them means what one holds. */
export function tabOf(search: string): OrderTab {
  const type = new URLSearchParams(search).get('type') ?? ''
  return (Object.hasOwn(tabs, type) ? tabs[type] : undefined) ?? 'open'
}

export function addressOfTab(tab: OrderTab): string {
  return `/order?type=${typeOf[tab]}`
}
