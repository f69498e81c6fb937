// Attacks on the seed: tries keys that follow from public facts against published tick times.
import assert from 'node:assert/strict'
import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { minuteMs } from '#core/candle/period.ts'
import { uniform } from '#server/feed/sim/deterministic-math.ts'
import { createKeyStreams, wordAt } from '#server/feed/sim/key-stream.ts'
import { createSimModel } from '#server/feed/sim/sim-model.ts'
import { createHmacSearch, wordsOf } from '#test/feed/hmac-search.ts'
import { marketIdOf, modelParts, seedOf } from '#test/feed/seeded-sim.ts'

const minute = Date.parse('2026-11-11T13:30:00Z') / minuteMs
/** What a watcher sees of a minute of EURUSD: the number of its ticks, and the times of the first ones. */
type Seen = { readonly count: number; readonly timesMs: readonly number[] }

function seenOf(seed: Uint8Array): Seen {
  const ticks = createSimModel({ ...modelParts, seed })
    .get(marketIdOf('EURUSD'))
    ?.ticks(minute)
  const timesMs = Array.from(ticks?.timesMs ?? [], (timeMs) => timeMs % minuteMs)
  return { count: timesMs.length, timesMs }
}

const publicTexts = ['openlot', '', 'sim', 'sim:1', '1', 'EURUSD', '2026-11-11', 'seed', 'password']
const keys = 2 ** 24
const isExhaustive = process.env['EXHAUSTIVE'] === '1'
/** As good as random to this search, but the same in every run. */
const unknownSeed = seedOf('c8 0f 55 9e 21')

describe('a search for the keys of the first version, which had 32 bits', () => {
  const mix = (bits: number) => {
    const first = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
    const second = Math.imul(first ^ (first >>> 15), 0x735a2d97)
    return second ^ (second >>> 15)
  }
  const derive = (key: number, index: number) => mix(key + Math.imul(index, 0x9e3779b9))
  const hash = (text: string) =>
    [...text].reduce((key, letter) => mix((key ^ letter.charCodeAt(0)) + 0x9e3779b9), text.length)

  /** The time of a tick in the first 3.75 seconds. `draw` is its random number from 0 to 1. */
  function timeOf({ count }: Seen, tick: number, draw: number): number {
    const inSlot = 2 + Math.floor((count - 17) / 16)
    return Math.floor((3750 * (tick + 0.05 + 0.9 * draw)) / inSlot)
  }

  /** The keys that differ from a public one in the lowest 24 bits. */
  function found(seen: Seen, base: number): number | undefined {
    const code = hash('EURUSD')
    const first = seen.timesMs.slice(0, 4)
    for (let low = 0; low < keys; low++) {
      const key = derive(derive(base ^ low, code), minute)
      const matches = first.every(
        (timeMs, tick) => timeMs === timeOf(seen, tick, (derive(derive(key, tick), 1) >>> 0) / 4_294_967_296),
      )
      if (matches) return base ^ low
    }
    return undefined
  }

  test('finds the key behind ticks of that version', () => {
    const seen = { count: 153, timesMs: [267, 708, 874, 1456, 1752, 2002] }
    assert.equal(found(seen, hash('openlot') ^ 0xabcdef), hash('openlot'))
  })

  test('finds nothing behind the ticks of today', () => {
    const seen = seenOf(unknownSeed)
    for (const text of isExhaustive ? publicTexts : ['openlot'])
      assert.equal(found(seen, hash(text)), undefined, text)
  })
})

/** Hashes of public texts, and of nothing, with the lowest bits counted up. */
function weakSeedWhere(tried: number, isSeed: (words: Int32Array) => boolean): Int32Array | undefined {
  const hashes = publicTexts.map((text) => createHash('sha256').update(text).digest())
  const bases = [...hashes, Buffer.alloc(32)].map(wordsOf)
  for (let low = 0; low * bases.length < tried; low++) {
    for (const base of bases) {
      base[7] = low
      if (isSeed(base)) return base
    }
  }
  return undefined
}

function bytesOf(words: Int32Array): Uint8Array {
  const bytes = Buffer.alloc(32)
  words.forEach((word, at) => void bytes.writeInt32BE(word, 4 * at))
  return bytes
}

const weakSeed = createHash('sha256').update('password').digest()
weakSeed.writeUInt32BE(300, 28)

describe('a search for seeds that follow from public facts', () => {
  // Each takes about 20 µs.
  const tried = 2 ** 13

  /** The first tick of each of the first steps is the one that moves. */
  const explains =
    ({ timesMs }: Seen) =>
    (seed: Int32Array) => {
      const words = createKeyStreams(bytesOf(seed))(`steps/${minute}`, 16)
      return [0, 1, 2, 3, 4].every((step) => {
        const expected = Math.floor(1250 * (step + 0.05 + 0.45 * uniform(wordAt(words, step))))
        return expected === timesMs.find((timeMs) => timeMs >= 1250 * step)
      })
    }

  test('finds a seed that does', () => {
    assert.deepEqual(weakSeedWhere(tried, explains(seenOf(weakSeed))), wordsOf(weakSeed))
  })

  test('finds no random seed', () => {
    assert.equal(weakSeedWhere(tried, explains(seenOf(unknownSeed))), undefined)
  })
})

// More than is public, because a candidate then takes only 2 µs.
describe('a search for seeds by an attacker who knows the key of the streams', () => {
  const tried = isExhaustive ? keys : 2 ** 13
  const label = 'key of the streams'
  const keyOf = (seed: Uint8Array) => createHmac('sha256', seed).update(label).digest()

  test('knows the key with which the streams are made', () => {
    const counter = createHmac('sha256', weakSeed).update('stream any').digest().subarray(0, 16)
    const stream = createCipheriv('aes-256-ctr', keyOf(weakSeed), counter).update(Buffer.alloc(100))
    assert.deepEqual(createKeyStreams(weakSeed)('any', 100), stream)
  })

  test('finds a seed that follows from public facts', () => {
    assert.deepEqual(weakSeedWhere(tried, createHmacSearch(label, keyOf(weakSeed))), wordsOf(weakSeed))
  })

  test('finds no random seed', () => {
    assert.equal(weakSeedWhere(tried, createHmacSearch(label, keyOf(unknownSeed))), undefined)
  })
})
