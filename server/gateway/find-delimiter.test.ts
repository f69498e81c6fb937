import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDelimiter } from '#server/gateway/find-delimiter.ts'
import { bytesPerTurn } from '#server/platform/timers.ts'
import { fc } from '#test/fast-check.ts'

describe('findDelimiter', () => {
  const whole = '\r\n--b-\r\n-'
  const delimiter = Buffer.from(whole)
  const from = fc.nat(8)
  /** Around the end of the first or second slice of a search from there. */
  const offset = fc
    .tuple(fc.constantFrom(1, 2), fc.integer({ min: -8, max: 8 }))
    .map(([slices, distance]) => slices * bytesPerTurn + distance)
  const snippet = fc.oneof(
    fc.constant(whole),
    fc.nat(whole.length).map((length) => whole.slice(0, length)),
  )

  it('finds what a search of the whole body finds, wherever its slices end', async () => {
    const snippets = fc.array(fc.tuple(offset, snippet), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(snippets, from, async (placed, start) => {
        const body = Buffer.alloc(2 * bytesPerTurn + 40, 'x')
        for (const [at, bytes] of placed) body.write(bytes, start + at, 'latin1')
        const found = body.indexOf(delimiter, start)
        assert.equal(await findDelimiter(body, delimiter, start), found === -1 ? undefined : found)
      }),
      { numRuns: 500 },
    )
  })
})
