import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyStreams, fingerprintOf, wordAt } from '#server/feed/sim/key-stream.ts'
import { seedOf } from '#test/feed/seeded-sim.ts'

const streams = createKeyStreams(seedOf('one'))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('streams have fixed bytes', () => {
  assert.equal(hex(streams('label', 16)), '216f0777ea725cc08d08c9f6ffb8a05d')
  assert.equal(fingerprintOf(seedOf('one'), 'name'), '46cc51b3293bafe6')
})

test('a longer stream starts with the shorter one', () => {
  assert.equal(hex(streams('label', 100_000).subarray(0, 16)), hex(streams('label', 16)))
})

test('labels and seeds have streams of their own', () => {
  const drawn = [streams('a', 16), streams('b', 16), createKeyStreams(seedOf('two'))('a', 16)].map(hex)
  assert.equal(new Set(drawn).size, 3)
})

test('a word is two bytes, the low one first', () => {
  assert.equal(wordAt(new Uint8Array([9, 9, 0x34, 0x12]), 1), 0x1234)
})

test('bytes are evenly distributed and uncorrelated with their neighbours', () => {
  const bytes = streams('many', 256_000)
  const counts = new Array<number>(256).fill(0)
  let products = 0
  bytes.forEach((byte, at) => {
    counts[byte] = (counts[byte] ?? 0) + 1
    products += (byte - 127.5) * ((bytes[at + 1] ?? 127.5) - 127.5)
  })
  for (const count of counts) assert.ok(Math.abs(count - 1000) < 160, String(count))
  assert.ok(Math.abs(products / bytes.length / 5461) < 0.01)
})
