import type { Order } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'

/** Encodes orders and receipts as JSON. */
export type OrderJson = {
  readonly order: (order: Order) => string
  readonly receipt: (receipt: Receipt | null) => string | null
}

/**
 * Encodes each object once: a batch writes the same order to the journal and to an outcome, and its receipts to columns
 * of their own.
 */
export function createOrderJson(): OrderJson {
  const orders = new Map<Order, string>()
  const receipts = new Map<Receipt, string>()

  function receipt(given: Receipt | null): string | null {
    if (given === null) return null
    const known = receipts.get(given)
    if (known !== undefined) return known
    const text = JSON.stringify(given)
    receipts.set(given, text)
    return text
  }
  function order(given: Order): string {
    const known = orders.get(given)
    if (known !== undefined) return known
    const { placed, opened, ended, ...plain } = given
    const text = `${withoutClosingBrace(plain)},"placed":${receipt(placed)},"opened":${receipt(opened)},"ended":${receipt(ended)}}`
    orders.set(given, text)
    return text
  }
  return { order, receipt }
}

function withoutClosingBrace(fields: object): string {
  return JSON.stringify(fields).slice(0, -1)
}
