import type { Random } from '#server/platform/random.ts'

/** As many bits as any of our ids has: two never meet. */
const idBytes = 10
const idsAtOnce = 256

/** An id for each request. Chance is drawn for many at a time: asking the system for it anew each time is felt. */
export function createRequestIds(random: Random): () => string {
  let drawn = Buffer.alloc(0)
  let next = 0
  return () => {
    if (next === drawn.length) {
      drawn = Buffer.from(random.bytes(idBytes * idsAtOnce))
      next = 0
    }
    next += idBytes
    return drawn.toString('hex', next - idBytes, next)
  }
}
