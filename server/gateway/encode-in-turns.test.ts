import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeInTurns, hasLongList } from '#server/gateway/encode-in-turns.ts'
import { fc } from '#test/fast-check.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ Id: at, name: `美元 ${at}` }))

const longRows = fc.integer({ min: 65, max: 200 }).map(rows)
const plainData = fc.oneof(
  longRows,
  fc.record({ data: longRows, total: fc.nat(), left: fc.constant(undefined) }),
  fc.record({ state: fc.string(), outcome: fc.record({ msg: fc.string(), data: longRows }) }),
  fc.jsonValue(),
)

describe('an answer encoded in turns', () => {
  test('is the same JSON as in one turn', async () => {
    await fc.assert(
      fc.asyncProperty(plainData, async (data) => {
        const envelope = { code: 1, msg: 'ok', data }
        assert.equal((await encodeInTurns(envelope)).toString(), JSON.stringify(envelope))
      }),
    )
  })

  test('leaves turns to other work', async () => {
    let turns = 0
    let isEncoding = true
    const count = () => {
      if (!isEncoding) return
      turns += 1
      setImmediate(count)
    }
    setImmediate(count)
    await encodeInTurns({ data: { results: rows(500) } })
    isEncoding = false
    assert.ok(turns >= 7, `${turns} turns`)
  })

  const lists: readonly (readonly [name: string, value: unknown, isLong: boolean])[] = [
    ['no list', { data: null }, false],
    ['a list of 64', { data: rows(64) }, false],
    ['a list of 65', { data: rows(65) }, true],
    ['a nested list of 65', { data: { outcome: { results: rows(65) } } }, true],
    ['64 rows with a list of 65 in each', { data: rows(64).map(() => rows(65)) }, false],
  ]
  for (const [name, value, isLong] of lists) {
    test(`${name} ${isLong ? 'is' : 'is not'} long`, () => assert.equal(hasLongList(value), isLong))
  }
})
