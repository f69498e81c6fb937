import type { Random } from '#server/platform/random.ts'

const numbers = 2 ** 32
/** The odds of one more draw are below one in four thousand; so many in a row mean a source that is broken. */
const mostDraws = 20

/** A whole number from 0 up to but not including `bound`, which is at most a million, each as likely as the other. */
export function randomBelow(random: Random, bound: number): number {
  const fairBelow = numbers - (numbers % bound)
  for (let draw = 0; draw < mostDraws; draw += 1) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32BE()
    if (drawn < fairBelow) return drawn % bound
  }
  throw new Error('the source of chance is broken')
}
