/** Which part of an order's detail is opened first. */
export type OrderPart = 'all' | 'stops' | 'close' | 'reverse' | 'edit' | 'cancel'

export type OpenedOrder = { readonly id: number; readonly part: OrderPart }

/** How an address names it: `12`, or `12.stops`. */
export function openedText({ id, part }: OpenedOrder): string {
  return part === 'all' ? String(id) : `${id}.${part}`
}

/** Undefined for what names no order. */
export function openedOrder(text: string | undefined): OpenedOrder | undefined {
  const found = /^([1-9]\d{0,15})(?:\.(stops|close|reverse|edit|cancel))?$/.exec(text ?? '')
  if (found === null) return undefined
  const id = Number(found[1])
  if (!Number.isSafeInteger(id)) return undefined
  return { id, part: (found[2] as OrderPart | undefined) ?? 'all' }
}
