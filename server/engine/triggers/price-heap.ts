/**
 * Prices, each with an item and a stamp, the first one always at hand. Nothing is ever taken out of its middle: an entry
 * whose stamp has grown old is dead, lies there until it is first or until room is short, and whoever takes it out looks.
 */
export type PriceHeap = {
  readonly push: (price: number, item: number, stamp: number) => void
  /** Of nothing, one that no price comes to. */
  readonly firstPrice: () => number
  readonly firstItem: () => number
  readonly firstStamp: () => number
  readonly dropFirst: () => void
  readonly size: () => number
}

/** When it is full the dead are dropped, and it gets room for twice what lives: so it never holds more than that. */
export const leastRoom = 64

export function createPriceHeap(
  order: 'lowest_first' | 'highest_first',
  isLive: (item: number, stamp: number) => boolean,
): PriceHeap {
  /** Keys are prices, or the same below zero: the lowest key is always first. */
  const sign = order === 'lowest_first' ? 1 : -1
  let keys = new Float64Array(leastRoom)
  let items = new Int32Array(leastRoom)
  let stamps = new Uint32Array(leastRoom)
  let size = 0

  function put(at: number, key: number, item: number, stamp: number): void {
    keys[at] = key
    items[at] = item
    stamps[at] = stamp
  }
  function move(from: number, to: number): void {
    put(to, keyAt(from), items[from] ?? 0, stamps[from] ?? 0)
  }
  function keyAt(at: number): number {
    return keys[at] ?? Number.POSITIVE_INFINITY
  }
  function rise(from: number, key: number, item: number, stamp: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keyAt(parent) <= key) break
      move(parent, at)
      at = parent
    }
    put(at, key, item, stamp)
  }
  function sink(from: number, key: number, item: number, stamp: number): void {
    let at = from
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keyAt(child + 1) < keyAt(child)) child += 1
      if (keyAt(child) >= key) break
      move(child, at)
      at = child
    }
    put(at, key, item, stamp)
  }
  function sinkAt(at: number): void {
    sink(at, keyAt(at), items[at] ?? 0, stamps[at] ?? 0)
  }
  function dropDead(): void {
    let live = 0
    for (let at = 0; at < size; at += 1) {
      if (!isLive(items[at] ?? 0, stamps[at] ?? 0)) continue
      move(at, live)
      live += 1
    }
    // With none dead nothing has moved.
    if (live === size) return
    size = live
    for (let at = (size >> 1) - 1; at >= 0; at -= 1) sinkAt(at)
  }
  function makeRoom(): void {
    dropDead()
    const room = Math.max(leastRoom, 2 * size)
    if (room === keys.length) return
    const [oldKeys, oldItems, oldStamps] = [keys, items, stamps]
    keys = new Float64Array(room)
    items = new Int32Array(room)
    stamps = new Uint32Array(room)
    keys.set(oldKeys.subarray(0, size))
    items.set(oldItems.subarray(0, size))
    stamps.set(oldStamps.subarray(0, size))
  }
  return {
    push(price, item, stamp) {
      if (size === keys.length) makeRoom()
      size += 1
      rise(size - 1, sign * price, item, stamp)
    },
    firstPrice: () => sign * (size === 0 ? Number.POSITIVE_INFINITY : keyAt(0)),
    firstItem: () => items[0] ?? 0,
    firstStamp: () => stamps[0] ?? 0,
    dropFirst() {
      if (size === 0) return
      size -= 1
      sink(0, keyAt(size), items[size] ?? 0, stamps[size] ?? 0)
    },
    size: () => size,
  }
}
