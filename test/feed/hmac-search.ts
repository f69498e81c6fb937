// HMAC-SHA-256 of one text under many keys, in 2 µs each: for a search among millions of keys.

/** Whether the HMAC of the text under a key is the wanted one. Keys are 8 words of 32 bits, big-endian. */
export type HmacSearch = (key: Int32Array) => boolean

/** The text has at most 55 bytes, so that it fits into one block. */
export function createHmacSearch(text: string, wanted: Uint8Array): HmacSearch {
  const message = paddedBlock(Buffer.from(text))
  const target = wordsOf(wanted)
  const [pad, digestBlock] = [new Int32Array(16), paddedBlock(Buffer.alloc(32))]
  const state = new Int32Array(8)

  /** State after a key, combined with a constant, and a block. */
  function keyed(key: Int32Array, constant: number, block: Int32Array): void {
    for (let at = 0; at < 16; at++) pad[at] = (key[at] ?? 0) ^ constant
    state.set(initialState)
    compress(state, pad)
    compress(state, block)
  }

  return (key) => {
    keyed(key, 0x36363636, message)
    digestBlock.set(state)
    keyed(key, 0x5c5c5c5c, digestBlock)
    return state[0] === target[0] && state.every((word, at) => word === target[at])
  }
}

export function wordsOf(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Int32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getInt32(4 * at))
}

/** The last block of a message that has one block before it. */
function paddedBlock(end: Uint8Array): Int32Array {
  const block = new Uint8Array(64)
  if (end.length > 55) throw new RangeError('the text is too long for one block')
  block.set(end)
  block[end.length] = 0x80
  new DataView(block.buffer).setUint32(60, 8 * (64 + end.length))
  return wordsOf(block)
}

/** The first bits of the fractions of roots of prime numbers. */
const primes = Array.from({ length: 312 }, (_, at) => at).filter(
  (number) =>
    number > 1 &&
    !Array.from({ length: 17 }, (_, at) => at + 2).some((by) => by < number && number % by === 0),
)
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
const initialState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const schedule = new Int32Array(64)

/** One step of SHA-256 (FIPS 180-4, section 6.2.2). */
function compress(state: Int32Array, block: Int32Array): void {
  schedule.set(block)
  for (let at = 16; at < 64; at++) {
    const x = schedule[at - 15] ?? 0
    const y = schedule[at - 2] ?? 0
    const early = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3)
    const late = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10)
    schedule[at] = ((schedule[at - 16] ?? 0) + early + (schedule[at - 7] ?? 0) + late) | 0
  }
  // Eight separate variables, because a destructured array is an order of magnitude slower.
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let at = 0; at < 64; at++) {
    const mixed = (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g))
    const first = (h + mixed + (roundConstants[at] ?? 0) + (schedule[at] ?? 0)) | 0
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = (state[0] ?? 0) + a
  state[1] = (state[1] ?? 0) + b
  state[2] = (state[2] ?? 0) + c
  state[3] = (state[3] ?? 0) + d
  state[4] = (state[4] ?? 0) + e
  state[5] = (state[5] ?? 0) + f
  state[6] = (state[6] ?? 0) + g
  state[7] = (state[7] ?? 0) + h
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
