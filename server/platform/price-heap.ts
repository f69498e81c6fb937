/**
 * A four-ary heap of prices, each with an item and a stamp. Entries are never removed from the middle. An entry with an
 * outdated stamp is dead: it stays until it is first or the heap is full, so the reader has to check the stamp.
 */
export type PriceHeap = {
  /** Items are below 2^31, stamps below `stampSpan`. */
  readonly push: (price: number, item: number, stamp: number) => void
  /** For an empty heap, an infinity that no price reaches. */
  readonly firstPrice: () => number
  readonly firstItem: () => number
  readonly firstStamp: () => number
  readonly dropFirst: () => void
  readonly size: () => number
}

/** Stamps wrap around at this number. A dead entry may then look live, which costs only a wasted evaluation. */
export const stampSpan = 2 ** 21

/** A full heap drops its dead entries and gets twice the capacity of the live ones, but no less than this. */
export const minCapacity = 64

// Entries lie in one array, two numbers each: the key, and item and stamp combined. Every entry has four children,
// which are neighbours: in a heap larger than the cache, each level down costs one memory access.

export function createPriceHeap(
  order: 'lowest_first' | 'highest_first',
  isCurrent: (item: number, stamp: number) => boolean,
): PriceHeap {
  /** Keys are prices or negated prices, so that the lowest key always comes first. */
  const sign = order === 'lowest_first' ? 1 : -1
  let cells = new Float64Array(2 * minCapacity)
  let size = 0

  function keyAt(at: number): number {
    return cells[2 * at] ?? Number.POSITIVE_INFINITY
  }
  function valueAt(at: number): number {
    return cells[2 * at + 1] ?? 0
  }
  function setAt(at: number, key: number, value: number): void {
    cells[2 * at] = key
    cells[2 * at + 1] = value
  }
  function siftUp(from: number, key: number, value: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 2
      if (keyAt(parent) <= key) break
      setAt(at, keyAt(parent), valueAt(parent))
      at = parent
    }
    setAt(at, key, value)
  }
  function lowestChild(at: number): number {
    const first = 4 * at + 1
    const end = Math.min(first + 4, size)
    let lowest = first
    for (let child = first + 1; child < end; child += 1) if (keyAt(child) < keyAt(lowest)) lowest = child
    return lowest
  }
  function siftDown(from: number, key: number, value: number): void {
    let at = from
    while (4 * at + 1 < size) {
      const child = lowestChild(at)
      if (keyAt(child) >= key) break
      setAt(at, keyAt(child), valueAt(child))
      at = child
    }
    setAt(at, key, value)
  }
  function dropDead(): void {
    let live = 0
    for (let at = 0; at < size; at += 1) {
      const value = valueAt(at)
      if (!isCurrent(itemOf(value), stampOf(value))) continue
      setAt(live, keyAt(at), value)
      live += 1
    }
    if (live === size) return
    size = live
    for (let at = (size - 2) >> 2; at >= 0; at -= 1) siftDown(at, keyAt(at), valueAt(at))
  }
  function makeRoom(): void {
    dropDead()
    const capacity = Math.max(minCapacity, 2 * size)
    if (2 * capacity === cells.length) return
    const old = cells
    cells = new Float64Array(2 * capacity)
    cells.set(old.subarray(0, 2 * size))
  }
  return {
    push(price, item, stamp) {
      if (2 * size === cells.length) makeRoom()
      size += 1
      siftUp(size - 1, sign * price, item * stampSpan + stamp)
    },
    firstPrice: () => sign * (size === 0 ? Number.POSITIVE_INFINITY : keyAt(0)),
    firstItem: () => itemOf(valueAt(0)),
    firstStamp: () => stampOf(valueAt(0)),
    dropFirst() {
      if (size === 0) return
      size -= 1
      siftDown(0, keyAt(size), valueAt(size))
    },
    size: () => size,
  }
}

function itemOf(value: number): number {
  return Math.floor(value / stampSpan)
}

function stampOf(value: number): number {
  return value % stampSpan
}
