import type { Order } from '#core/order/order.ts'
import {
  createOrderPacking,
  idAt,
  isPackable,
  numbersPerOrder,
  userIdAt,
} from '#server/engine/state/packed-order.ts'

/** A slab of active orders in packed form: a million orders are a few large arrays instead of a million objects. */
export type OrderSlab = {
  /** Returns the slot. */
  readonly insert: (order: Order) => number
  /** Stores the new state of an order in its slot. */
  readonly replace: (slot: number, order: Order) => void
  /** Returns an order that equals the stored one in every field. */
  readonly read: (slot: number) => Order
  readonly idAt: (slot: number) => number
  readonly userAt: (slot: number) => number
  /** Raised by every insert, replace, free and clear, so that references to an older version can be recognised. */
  readonly versionOf: (slot: number) => number
  readonly free: (slot: number) => void
  readonly clear: () => void
}

/** A chunk is a little over a megabyte. */
const chunkSlots = 4096

type Chunk = { readonly numbers: Float64Array; readonly versions: Uint32Array }

export function createOrderSlab(): OrderSlab {
  const packing = createOrderPacking()
  const chunks: Chunk[] = []
  /** Orders that cannot be packed completely are kept as objects. */
  const unpackable = new Map<number, Order>()
  let free: number[] = []
  let used = 0

  function chunkOf(slot: number): Chunk {
    const chunk = chunks[Math.floor(slot / chunkSlots)]
    if (chunk === undefined) throw new RangeError(`there is no slot ${slot}`)
    return chunk
  }
  function firstOf(slot: number): number {
    return (slot % chunkSlots) * numbersPerOrder
  }
  function nextSlot(): number {
    const freed = free.pop()
    if (freed !== undefined) return freed
    if (used === chunks.length * chunkSlots) chunks.push(createChunk())
    used += 1
    return used - 1
  }
  function raiseVersion(slot: number): void {
    const { versions } = chunkOf(slot)
    const at = slot % chunkSlots
    versions[at] = (versions[at] ?? 0) + 1
  }
  function replace(slot: number, order: Order): void {
    raiseVersion(slot)
    packing.pack(order, chunkOf(slot).numbers, firstOf(slot))
    if (isPackable(order)) unpackable.delete(slot)
    else unpackable.set(slot, order)
  }
  return {
    insert(order) {
      const slot = nextSlot()
      replace(slot, order)
      return slot
    },
    replace,
    read: (slot) => unpackable.get(slot) ?? packing.unpack(chunkOf(slot).numbers, firstOf(slot)),
    idAt: (slot) => chunkOf(slot).numbers[firstOf(slot) + idAt] ?? 0,
    userAt: (slot) => chunkOf(slot).numbers[firstOf(slot) + userIdAt] ?? 0,
    versionOf: (slot) => chunkOf(slot).versions[slot % chunkSlots] ?? 0,
    free(slot) {
      raiseVersion(slot)
      unpackable.delete(slot)
      free.push(slot)
    },
    // Versions are raised and not reset, so that no old reference matches a new order.
    clear() {
      for (let slot = 0; slot < used; slot += 1) raiseVersion(slot)
      unpackable.clear()
      free = []
      used = 0
    },
  }
}

function createChunk(): Chunk {
  return {
    numbers: new Float64Array(chunkSlots * numbersPerOrder),
    versions: new Uint32Array(chunkSlots),
  }
}
