/** Bloom filter of used keys: it has false positives, but never a false negative. */
export type BloomFilter = {
  readonly add: (userId: number, key: string) => void
  readonly mayContain: (userId: number, key: string) => boolean
}

/** Eight megabytes. The false positive rate is about 1 % at six million keys and 24 % at twenty million. */
const filterBits = 2 ** 26
const hashesPerKey = 4

export function createBloomFilter(bits = filterBits): BloomFilter {
  const words = new Uint32Array(bits / 32)
  const mask = bits - 1
  return {
    add(userId, key) {
      const { start, step } = hashOf(userId, key)
      for (let hash = 0; hash < hashesPerKey; hash += 1) {
        const bit = (start + hash * step) & mask
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31))
      }
    },
    mayContain(userId, key) {
      const { start, step } = hashOf(userId, key)
      for (let hash = 0; hash < hashesPerKey; hash += 1) {
        const bit = (start + hash * step) & mask
        if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
      }
      return true
    },
  }
}

/**
 * Double hashing: all bits of a key follow from two hashes. It need not resist attacks, because a chosen collision only
 * costs the attacker a database lookup.
 */
function hashOf(userId: number, key: string): { readonly start: number; readonly step: number } {
  let one = Math.imul(userId ^ 0x811c9dc5, 0x01000193)
  let other = Math.imul(Math.floor(userId / 2 ** 32) ^ 0x5bd1e995, 0x85ebca6b)
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul((other << 5) ^ (other >>> 27) ^ code, 0x9e3779b1)
  }
  return { start: mix(one), step: mix(other) | 1 }
}

/** The finalizer of MurmurHash3. */
function mix(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
