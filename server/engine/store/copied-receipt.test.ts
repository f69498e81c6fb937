import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { readReceipt } from '#server/engine/store/copied-receipt.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { someReceipt } from '#test/engine/some-order.ts'

function read(json: string): unknown {
  const bytes = Buffer.from(`before${json}after`)
  return readReceipt(bytes, 6, bytes.length - 5)
}

const amount = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.constant(0))
const orNull = fc.option(amount)
const receipt = fc.record({
  feed: fc.oneof(
    fc.constant('sim:1'),
    fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
  ),
  rate: orNull,
  rule: fc.constantFrom('market_order', 'limit_reached'),
  quote: fc.option(fc.record({ ask: amount, bid: amount, seq: amount, timeMs: amount, marketId: amount })),
  account: fc.option(fc.constant({ balance: 1, needed: null })),
  expected: orNull,
  knownSeq: amount,
  slippage: orNull,
})

describe('a copied receipt', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(async () => await database.drop())

  test('is what PostgreSQL was given, whatever is in it', async () => {
    const given = fc.sample(receipt, { numRuns: 2000, seed: 11 })
    const { rows } = await database.pool.query<{ kept: string }>(
      'select one::jsonb::text as kept from unnest($1::text[]) one',
      [given.map((one) => JSON.stringify(one))],
    )
    for (const { kept } of rows) assert.deepEqual(read(kept), JSON.parse(kept))
    assert.equal(rows.length, given.length)
  })

  const usual =
    '{"feed": "sim:1", "rate": 1, "rule": "stop_out", "quote": null, "account": null, "expected": -5, "knownSeq": 7, "slippage": null}'

  test('is the one it looks like', () => {
    const { quote: _, ...facts } = someReceipt('stop_out')
    assert.deepEqual(read(usual), {
      ...facts,
      quote: null,
      rate: 1,
      expected: -5,
      knownSeq: 7,
      slippage: null,
    })
  })

  test('is read by the book wherever a byte of it is another', () => {
    for (let at = 0; at < usual.length; at += 1)
      for (const byte of ['"', '\\', ' ', '1', 'x', '}', '-', '.', 'n']) {
        const json = usual.slice(0, at) + byte + usual.slice(at + 1)
        assert.deepEqual(
          outcomeOf(() => read(json)),
          outcomeOf(() => JSON.parse(json)),
          json,
        )
      }
  })

  test('is no receipt when it ends too early or too late', () => {
    for (let length = 0; length < usual.length; length += 1)
      assert.throws(() => read(usual.slice(0, length)), SyntaxError)
    assert.throws(() => read(`${usual}}`), SyntaxError)
  })
})

function outcomeOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (fault) {
    return fault instanceof SyntaxError ? 'no JSON' : fault
  }
}
