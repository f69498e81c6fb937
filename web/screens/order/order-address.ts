/** The three lists of /order, selected by `type` in the address. */
export type OrderTab = 'open' | 'pending' | 'history'

const typeParams = { open: '1', pending: '0', history: '3' } as const satisfies Record<OrderTab, string>

const tabByType: Readonly<Record<string, OrderTab>> = { '1': 'open', '0': 'pending', '3': 'history' }

/** Defaults to the open orders. */
export function tabFromSearch(search: string): OrderTab {
  const type = new URLSearchParams(search).get('type') ?? ''
  return (Object.hasOwn(tabByType, type) ? tabByType[type] : undefined) ?? 'open'
}

export function tabAddress(tab: OrderTab): string {
  return `/order?type=${typeParams[tab]}`
}

/** The part of the order detail that is shown. */
export type OrderPart = 'all' | 'stops' | 'close' | 'reverse' | 'edit' | 'cancel'

export type OrderRef = { readonly id: number; readonly part: OrderPart }

/** Value of the `id` parameter: `12`, or `12.stops`. */
export function formatOrderRef({ id, part }: OrderRef): string {
  return part === 'all' ? String(id) : `${id}.${part}`
}

/** Undefined if the text is not a valid order reference. */
export function parseOrderRef(text: string | undefined): OrderRef | undefined {
  const found = /^([1-9]\d{0,15})(?:\.(stops|close|reverse|edit|cancel))?$/.exec(text ?? '')
  if (found === null) return undefined
  const id = Number(found[1])
  if (!Number.isSafeInteger(id)) return undefined
  return { id, part: (found[2] as OrderPart | undefined) ?? 'all' }
}
