import type { Order } from '#core/order/order.ts'
import { createOrderPacking, isPackable, slotNumbers } from '#server/engine/state/packed-order.ts'

/** Standing orders, packed: a million of them are a few large arrays and not a million objects. */
export type OrderSlab = {
  /** Into a free slot, whose number is returned. */
  readonly insert: (order: Order) => number
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

/** Slots are added so many at a time, a little over a megabyte. */
const chunkSlots = 4096

type Chunk = { readonly numbers: Float64Array; readonly versions: Uint32Array }

export function createOrderSlab(): OrderSlab {
  const packing = createOrderPacking()
  const chunks: Chunk[] = []
  /** What stands is of few shapes; an order of another is kept as it is. */
  const odd = new Map<number, Order>()
  let free: number[] = []
  let used = 0

  function chunkOf(slot: number): Chunk {
    const chunk = chunks[Math.floor(slot / chunkSlots)]
    if (chunk === undefined) throw new RangeError(`there is no slot ${slot}`)
    return chunk
  }
  function firstOf(slot: number): number {
    return (slot % chunkSlots) * slotNumbers
  }
  function nextSlot(): number {
    const again = free.pop()
    if (again !== undefined) return again
    if (used === chunks.length * chunkSlots) chunks.push(createChunk())
    used += 1
    return used - 1
  }
  function age(slot: number): void {
    const { versions } = chunkOf(slot)
    const at = slot % chunkSlots
    versions[at] = (versions[at] ?? 0) + 1
  }
  function replace(slot: number, order: Order): void {
    age(slot)
    packing.pack(order, chunkOf(slot).numbers, firstOf(slot))
    if (isPackable(order)) odd.delete(slot)
    else odd.set(slot, order)
  }
  return {
    insert(order) {
      const slot = nextSlot()
      replace(slot, order)
      return slot
    },
    replace,
    read: (slot) => odd.get(slot) ?? packing.unpack(chunkOf(slot).numbers, firstOf(slot)),
    idAt: (slot) => chunkOf(slot).numbers[firstOf(slot)] ?? 0,
    userAt: (slot) => chunkOf(slot).numbers[firstOf(slot) + 1] ?? 0,
    versionOf: (slot) => chunkOf(slot).versions[slot % chunkSlots] ?? 0,
    free(slot) {
      age(slot)
      odd.delete(slot)
      free.push(slot)
    },
    // Versions go on from where they were, so that nothing noted before is ever taken for what comes after.
    clear() {
      for (let slot = 0; slot < used; slot += 1) age(slot)
      odd.clear()
      free = []
      used = 0
    },
  }
}

function createChunk(): Chunk {
  return {
    numbers: new Float64Array(chunkSlots * slotNumbers),
    versions: new Uint32Array(chunkSlots),
  }
}
