// Orders as the browser shows them, for tests.
import { orderFromWire, type ShownOrder, type ShownReceipt } from '#contract/order-from-wire.ts'
import { orderWire, receiptWire } from '#test/wire/order-wire.ts'

/** Half a lot of EUR/USD bought at 1.08435, unless said otherwise. */
export function shownOrder(told: Partial<ShownOrder> = {}): ShownOrder {
  return { ...orderFromWire(orderWire()), ...told }
}

const decided = receiptWire({ expected: '1.08435', slippage: '0.00000' })

/** The same, which is at 1.08612 by now and has a stop; of its market one cannot hold less than a tenth of a lot. */
export const someOrder: ShownOrder = orderFromWire(
  orderWire({
    Id: 12,
    UpdatePrice: '1.08612',
    FactProfits: '88.500000',
    TargetLossPrice: '1.08267',
    ForexMinCont: '0.10',
    receipt: { placed: decided, opened: decided, ended: null },
  }),
)

export const someReceipt: ShownReceipt = someOrder.receipts.placed
