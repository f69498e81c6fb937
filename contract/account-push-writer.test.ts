import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type AsciiWriter,
  asciiBytes,
  maxPushBytes,
  writeAccountPush,
  writeBytes,
  writeDecimal,
  writeText,
} from '#contract/account-push-writer.ts'
import { accountPushOf, type WatchedAccount } from '#contract/account-wire.ts'
import { highestPrice, micros, price } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import { openOrder } from '#test/engine/sample-orders.ts'
import { fc } from '#test/fast-check.ts'

describe('writeAccountPush', () => {
  const largest = Number.MAX_SAFE_INTEGER
  const amount = fc.oneof(fc.maxSafeInteger(), fc.integer()).map(micros)
  const percent = fc.option(fc.maxSafeInteger())
  const id = fc.integer({ min: 1, max: largest })

  const funds = fc.record({
    ...{ balance: amount, profit: amount, equity: amount, midEquity: amount, usedMargin: amount },
    ...{ freeMargin: amount, locked: amount, marginLevel: percent, marginUsage: percent },
    quoteSeq: fc.nat({ max: largest }),
    version: fc.nat(),
  })

  const some = openOrder({ id: 1, userId: 1 })
  const figures = fc
    .tuple(id, fc.option(fc.nat({ max: highestPrice }).map(price)), amount, fc.nat({ max: 8 }))
    .map(([orderId, closing, profit, pricePrecision]) => {
      return { order: { ...some, id: orderId, terms: { ...some.terms, pricePrecision } }, closing, profit }
    })
  const notice = fc.option(
    fc.record({ id, marginLevel: fc.maxSafeInteger(), atMs: fc.nat({ max: 8.64e15 }) }),
  )
  const watched = fc.record({ funds, orders: fc.array(figures, { maxLength: 8 }), notice })

  function written(account: WatchedAccount): string {
    const out = { bytes: new Uint8Array(maxPushBytes(account.orders.length)), at: 0 }
    writeAccountPush(out, account)
    assert.ok(out.at <= out.bytes.length, 'the buffer is large enough')
    return Buffer.from(out.bytes.subarray(0, out.at)).toString('latin1')
  }

  test('writes the JSON of accountPushOf for any account', () => {
    fc.assert(
      fc.property(watched, (account) => {
        assert.equal(written(account), JSON.stringify(accountPushOf(account)))
      }),
      { numRuns: 1_000 },
    )
  })

  test('fits the longest possible push into maxPushBytes', () => {
    const least = micros(0 - largest)
    const amounts = { balance: least, profit: least, equity: least, midEquity: least, freeMargin: least }
    const longest = {
      funds: {
        ...amounts,
        ...{ usedMargin: least, locked: least, marginLevel: least, marginUsage: least },
        ...{ quoteSeq: largest, version: largest },
      },
      orders: Array.from({ length: 500 }, () => ({
        order: { ...some, id: largest },
        closing: price(0 - largest),
        profit: least,
      })),
      notice: { id: largest, marginLevel: 0 - largest, atMs: 8.64e15 },
    }
    assert.equal(written(longest), JSON.stringify(accountPushOf(longest)))
  })
})

describe('the ASCII writer', () => {
  /** Returns the text written in the middle of a buffer, and asserts that no other byte changes. */
  function written(write: (out: AsciiWriter) => void): string {
    const out = { bytes: new Uint8Array(64).fill(0x2a), at: 3 }
    write(out)
    assert.ok(out.bytes.subarray(0, 3).every((byte) => byte === 0x2a))
    assert.ok(out.bytes.subarray(out.at).every((byte) => byte === 0x2a))
    return String.fromCharCode(...out.bytes.subarray(3, out.at))
  }

  function assertSameText(units: number, decimals: number): void {
    assert.equal(
      written((out) => writeDecimal(out, units, decimals)),
      formatDecimal(units, decimals),
    )
  }

  test('writes a decimal like formatDecimal', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 15 }), assertSameText), {
      numRuns: 2_000,
    })
  })

  test('writes decimals correctly where the number of digits changes', () => {
    for (let exponent = 0; exponent <= 15; exponent += 1) {
      for (const units of [10 ** exponent - 1, 10 ** exponent, 10 ** exponent + 1]) {
        for (let decimals = 0; decimals <= 15; decimals += 1) {
          assertSameText(units, decimals)
          assertSameText(0 - units, decimals)
        }
      }
    }
    assertSameText(Number.MAX_SAFE_INTEGER, 6)
    assertSameText(Number.MIN_SAFE_INTEGER, 6)
  })

  test('writes bytes and text unchanged', () => {
    assert.equal(
      written((out) => {
        writeBytes(out, asciiBytes('"Id":'))
        writeText(out, '0badcafe')
        writeBytes(out, asciiBytes(''))
        writeText(out, '')
      }),
      '"Id":0badcafe',
    )
  })
})
