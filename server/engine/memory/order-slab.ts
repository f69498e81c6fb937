import type { Order } from '#core/order/order.ts'

/** Standing orders, packed: a million of them are a few large arrays and not a million objects. */
export type OrderSlab = {
  /** Into a free slot, whose number is returned. */
  readonly put: (order: Order) => number
  /** The same order as it is now, in the same slot. */
  readonly replace: (slot: number, order: Order) => void
  /** The order, to the last field. */
  readonly read: (slot: number) => Order
  readonly idAt: (slot: number) => number
  readonly userAt: (slot: number) => number
  /** Grows whenever the slot is put into, replaced or freed: whoever noted an older one noted what is no more. */
  readonly versionOf: (slot: number) => number
  readonly free: (slot: number) => void
  readonly clear: () => void
}
