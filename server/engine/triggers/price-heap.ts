/**
 * Prices, each with an item and a stamp, the first one always at hand. Nothing is ever taken out of its middle: an entry
 * whose stamp has grown old is dead, lies there until it is first or until room is short, and whoever takes it out looks.
 */
export type PriceHeap = {
  /** Items are below 2^31, stamps below `stampSpan`. */
  readonly push: (price: number, item: number, stamp: number) => void
  /** Of nothing, one that no price comes to. */
  readonly firstPrice: () => number
  readonly firstItem: () => number
  readonly firstStamp: () => number
  readonly dropFirst: () => void
  readonly size: () => number
}

/** Stamps begin again after so many. One that is taken for another by that costs a look in vain, and nothing else. */
export const stampSpan = 2 ** 21

/** When it is full the dead are dropped, and it gets room for twice what lives: so it never holds more than that. */
export const minCapacity = 64

// Entries lie one after the other, two numbers each: the key, and item and stamp in one. Each has four below it, which are
// neighbours: in a heap that no cache holds, a step down is one place to look at and not three or six.

export function createPriceHeap(
  order: 'lowest_first' | 'highest_first',
  isLive: (item: number, stamp: number) => boolean,
): PriceHeap {
  /** Keys are prices, or the same below zero: the lowest key is always first. */
  const sign = order === 'lowest_first' ? 1 : -1
  let cells = new Float64Array(2 * minCapacity)
  let size = 0

  function keyAt(at: number): number {
    return cells[2 * at] ?? Number.POSITIVE_INFINITY
  }
  function nameAt(at: number): number {
    return cells[2 * at + 1] ?? 0
  }
  function put(at: number, key: number, name: number): void {
    cells[2 * at] = key
    cells[2 * at + 1] = name
  }
  function rise(from: number, key: number, name: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 2
      if (keyAt(parent) <= key) break
      put(at, keyAt(parent), nameAt(parent))
      at = parent
    }
    put(at, key, name)
  }
  function leastBelow(at: number): number {
    const first = 4 * at + 1
    const end = Math.min(first + 4, size)
    let least = first
    for (let child = first + 1; child < end; child += 1) if (keyAt(child) < keyAt(least)) least = child
    return least
  }
  function sink(from: number, key: number, name: number): void {
    let at = from
    while (4 * at + 1 < size) {
      const child = leastBelow(at)
      if (keyAt(child) >= key) break
      put(at, keyAt(child), nameAt(child))
      at = child
    }
    put(at, key, name)
  }
  function dropDead(): void {
    let live = 0
    for (let at = 0; at < size; at += 1) {
      const name = nameAt(at)
      if (!isLive(itemOf(name), stampOf(name))) continue
      put(live, keyAt(at), name)
      live += 1
    }
    if (live === size) return
    size = live
    for (let at = (size - 2) >> 2; at >= 0; at -= 1) sink(at, keyAt(at), nameAt(at))
  }
  function makeRoom(): void {
    dropDead()
    const room = Math.max(minCapacity, 2 * size)
    if (2 * room === cells.length) return
    const old = cells
    cells = new Float64Array(2 * room)
    cells.set(old.subarray(0, 2 * size))
  }
  return {
    push(price, item, stamp) {
      if (2 * size === cells.length) makeRoom()
      size += 1
      rise(size - 1, sign * price, item * stampSpan + stamp)
    },
    firstPrice: () => sign * (size === 0 ? Number.POSITIVE_INFINITY : keyAt(0)),
    firstItem: () => itemOf(nameAt(0)),
    firstStamp: () => stampOf(nameAt(0)),
    dropFirst() {
      if (size === 0) return
      size -= 1
      sink(0, keyAt(size), nameAt(size))
    },
    size: () => size,
  }
}

function itemOf(name: number): number {
  return Math.floor(name / stampSpan)
}

function stampOf(name: number): number {
  return name % stampSpan
}
