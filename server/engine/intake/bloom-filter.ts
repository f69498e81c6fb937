/** A set that never forgets what was put into it, in a fixed room: it may only take what never was for what was. */
export type BloomFilter = {
  readonly add: (userId: number, key: string) => void
  readonly mayContain: (userId: number, key: string) => boolean
}

/** Eight megabytes: of six million keys one in a hundred is mistaken, of twenty million one in four. */
const filterBits = 2 ** 26
const bitsOfKey = 4

export function createBloomFilter(bits = filterBits): BloomFilter {
  const words = new Uint32Array(bits / 32)
  const last = bits - 1
  return {
    add(userId, key) {
      const { start, step } = hashOf(userId, key)
      for (let bit = 0; bit < bitsOfKey; bit += 1) {
        const at = (start + bit * step) & last
        words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31))
      }
    },
    mayContain(userId, key) {
      const { start, step } = hashOf(userId, key)
      for (let bit = 0; bit < bitsOfKey; bit += 1) {
        const at = (start + bit * step) & last
        if (((words[at >>> 5] ?? 0) & (1 << (at & 31))) === 0) return false
      }
      return true
    },
  }
}

/** Two numbers from which all bits of a key follow. Whoever seeks keys that meet gains nothing: theirs are looked up. */
function hashOf(userId: number, key: string): { readonly start: number; readonly step: number } {
  let one = Math.imul(userId ^ 0x811c9dc5, 0x01000193)
  let other = Math.imul(Math.floor(userId / 2 ** 32) ^ 0x5bd1e995, 0x85ebca6b)
  for (let at = 0; at < key.length; at += 1) {
    const letter = key.charCodeAt(at)
    one = Math.imul(one ^ letter, 0x01000193)
    other = Math.imul((other << 5) ^ (other >>> 27) ^ letter, 0x9e3779b1)
  }
  return { start: stirred(one), step: stirred(other) | 1 }
}

function stirred(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
