/** The three lists of /order, by the `type` that its address names them with. */
export type OrderTab = 'open' | 'pending' | 'history'

const typeParams = { open: '1', pending: '0', history: '3' } as const satisfies Record<OrderTab, string>

const tabByType: Readonly<Record<string, OrderTab>> = { '1': 'open', '0': 'pending', '3': 'history' }

/** Whatever names none of them means what one holds. */
export function tabFromSearch(search: string): OrderTab {
  const type = new URLSearchParams(search).get('type') ?? ''
  return (Object.hasOwn(tabByType, type) ? tabByType[type] : undefined) ?? 'open'
}

export function tabAddress(tab: OrderTab): string {
  return `/order?type=${typeParams[tab]}`
}

/** Which part of an order's detail is opened first. */
export type OrderPart = 'all' | 'stops' | 'close' | 'reverse' | 'edit' | 'cancel'

export type OrderRef = { readonly id: number; readonly part: OrderPart }

/** How an address names it: `12`, or `12.stops`. */
export function formatOrderRef({ id, part }: OrderRef): string {
  return part === 'all' ? String(id) : `${id}.${part}`
}

/** Undefined for what names no order. */
export function parseOrderRef(text: string | undefined): OrderRef | undefined {
  const found = /^([1-9]\d{0,15})(?:\.(stops|close|reverse|edit|cancel))?$/.exec(text ?? '')
  if (found === null) return undefined
  const id = Number(found[1])
  if (!Number.isSafeInteger(id)) return undefined
  return { id, part: (found[2] as OrderPart | undefined) ?? 'all' }
}
