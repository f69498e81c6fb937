import type { ShownOrder, ShownReceipt } from '#contract/order-from-wire.ts'

/** One decision about an order, and what it was filled at where it was. */
export type ReceiptStep = {
  readonly name: 'placed' | 'opened' | 'both' | 'ended'
  readonly receipt: ShownReceipt
  readonly fill: string | null
}

/** What was decided about it, oldest first. An order at market is placed and opened by one decision. */
export function receiptSteps(order: ShownOrder): readonly ReceiptStep[] {
  const { placed, opened, ended } = order.receipts
  const isOne = opened !== null && isSame(placed, opened)
  const begin: readonly ReceiptStep[] = isOne
    ? [{ name: 'both', receipt: opened, fill: order.openPrice }]
    : [
        { name: 'placed', receipt: placed, fill: null },
        ...(opened === null ? [] : [{ name: 'opened', receipt: opened, fill: order.openPrice } as const]),
      ]
  if (ended === null) return begin
  return [
    ...begin,
    { name: 'ended', receipt: ended, fill: order.status === 'closed' ? order.closingPrice : null },
  ]
}

function isSame(one: ShownReceipt, other: ShownReceipt): boolean {
  return one.rule === other.rule && one.seq === other.seq
}
