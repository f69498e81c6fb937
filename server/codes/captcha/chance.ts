import type { Random } from '#server/platform/random.ts'

export type Chance = {
  /** A number from `least` up to `most`. */
  readonly between: (least: number, most: number) => number
  /** What is drawn, or what is not. */
  readonly heads: () => boolean
}

const batch = 512

/** Numbers to draw a picture with, taken from the source of chance a few hundred at a time. */
export function createChance(random: Random): Chance {
  let numbers = new Uint32Array(0)
  let used = 0
  function next(): number {
    if (used >= numbers.length) {
      numbers = new Uint32Array(random.bytes(batch * 4).slice().buffer)
      used = 0
    }
    const drawn = numbers[used] ?? 0
    used += 1
    return drawn / 2 ** 32
  }
  return {
    between: (least, most) => least + next() * (most - least),
    heads: () => next() < 0.5,
  }
}
