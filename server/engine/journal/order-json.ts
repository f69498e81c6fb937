import type { Order } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'

/** Orders and receipts as JSON. */
export type OrderJson = {
  readonly order: (order: Order) => string
  readonly receipt: (receipt: Receipt | null) => string | null
}

/**
 * One batch writes the same order into the journal, into what is remembered of its key, and its receipts into columns
 * besides: each is put into words once. What it remembers goes with the batch.
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
    const text = `${open(JSON.stringify(plain))},"placed":${receipt(placed)},"opened":${receipt(opened)},"ended":${receipt(ended)}}`
    orders.set(given, text)
    return text
  }
  return { order, receipt }
}

/** Without its last brace, to be gone on with. */
function open(json: string): string {
  return json.slice(0, -1)
}
