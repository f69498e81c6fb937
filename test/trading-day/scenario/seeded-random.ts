/** Chance that can be lived through again: equal seeds, equal days. */
export type SeededRandom = {
  /** From 0 up to, but not including, this. */
  readonly below: (count: number) => number
  /** Whole, both ends included. */
  readonly between: (least: number, most: number) => number
  /** From 0 up to, but not including, 1. */
  readonly share: () => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** The same items in any order. */
  readonly shuffled: <Item>(items: readonly Item[]) => readonly Item[]
  /** By weight: of `[3, a], [1, b]` three times out of four the first. */
  readonly weighted: <Item>(items: readonly (readonly [weight: number, item: Item])[]) => Item
}

/** Counts up by a fixed odd step and stirs the bits of the count: short, fast, and every seed a way of its own. */
export function createSeededRandom(seed: number): SeededRandom {
  let count = Math.imul(seed, 0x85ebca6b) ^ 0x5bd1e995

  function share(): number {
    count = (count + 0x9e3779b9) | 0
    let bits = Math.imul(count ^ (count >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(share() * most)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    share,
    chance: (probability) => share() < probability,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    shuffled(items) {
      return items
        .map((item) => ({ item, place: share() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item)
    },
    weighted(items) {
      let left = share() * items.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, item] of items) {
        left -= weight
        if (left < 0) return item
      }
      throw new Error('there is nothing to pick from')
    },
  }
}
