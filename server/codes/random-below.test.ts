import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { randomBelow } from '#server/codes/random-below.ts'
import { systemRandom } from '#server/platform/random.ts'

/** Gives these numbers, one draw each. */
function scripted(...numbers: readonly number[]) {
  const left = [...numbers]
  return {
    bytes(count: number) {
      const bytes = Buffer.alloc(count)
      bytes.writeUInt32BE(left.shift() ?? assert.fail('drawn too often'))
      return bytes
    },
    left: () => left.length,
  }
}

describe('a number below a bound', () => {
  test('is one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (bound) => {
        const drawn = randomBelow(systemRandom, bound)
        assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn < bound)
      }),
    )
  })

  test('favours none: draws past the last whole round are passed over', () => {
    const lastFair = Math.floor(2 ** 32 / 1_000_000) * 1_000_000 - 1
    const random = scripted(lastFair + 1, 2 ** 32 - 1, lastFair)
    assert.equal(randomBelow(random, 1_000_000), 999_999)
    assert.equal(random.left(), 0)
  })

  test('comes about equally often, whichever it is', () => {
    const counts = new Array<number>(10).fill(0)
    for (let drawn = 0; drawn < 20_000; drawn += 1) {
      const number = randomBelow(systemRandom, 10)
      counts[number] = (counts[number] ?? 0) + 1
    }
    // Six standard deviations either way: a fair source misses that once in half a billion.
    for (const count of counts) assert.ok(Math.abs(count - 2000) < 255, counts.join(' '))
  })

  test('is not waited for without end when chance is broken', () => {
    assert.throws(() => randomBelow({ bytes: (count) => Buffer.alloc(count, 255) }, 1_000_000), /broken/)
  })
})
