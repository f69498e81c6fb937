import type { Random } from '#server/platform/random.ts'

/** Reproducible random numbers: the same seed gives the same day. */
export type SeededRandom = {
  /** Integer from 0 to `count` - 1. */
  readonly below: (count: number) => number
  /** Integer, both ends included. */
  readonly between: (least: number, most: number) => number
  /** From 0 inclusive to 1 exclusive. */
  readonly share: () => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** The same items in random order. */
  readonly shuffled: <Item>(items: readonly Item[]) => readonly Item[]
  /** By weight: `[3, a], [1, b]` gives `a` with a probability of 3/4. */
  readonly weighted: <Item>(items: readonly (readonly [weight: number, item: Item])[]) => Item
}

/** Reproducible bytes in place of the server's randomness. */
export function createSeededBytes(seed: number): Random {
  const { below } = createSeededRandom(seed)
  return { bytes: (count) => Uint8Array.from({ length: count }, () => below(256)) }
}

/** A Weyl sequence with a mixing function, like SplitMix32. */
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
      if (item === undefined) throw new Error('cannot pick from an empty list')
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
      throw new Error('cannot pick from an empty list')
    },
  }
}
