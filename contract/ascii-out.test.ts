import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type AsciiWriter, asciiBytes, writeBytes, writeDecimal, writeText } from '#contract/ascii-out.ts'
import { formatDecimal } from '#core/money/decimal.ts'

/** What was put, after something else and with nothing touched behind it. */
function put(putting: (out: AsciiWriter) => void): string {
  const out = { bytes: new Uint8Array(64).fill(0x2a), at: 3 }
  putting(out)
  assert.ok(out.bytes.subarray(0, 3).every((byte) => byte === 0x2a))
  assert.ok(out.bytes.subarray(out.at).every((byte) => byte === 0x2a))
  return String.fromCharCode(...out.bytes.subarray(3, out.at))
}

function agrees(units: number, decimals: number): void {
  assert.equal(
    put((out) => writeDecimal(out, units, decimals)),
    formatDecimal(units, decimals),
  )
}

test('a decimal is put as it is formatted', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 15 }), agrees), { numRuns: 2_000 })
})

test('and so it is where digits come or go', () => {
  for (let exponent = 0; exponent <= 15; exponent += 1) {
    for (const units of [10 ** exponent - 1, 10 ** exponent, 10 ** exponent + 1]) {
      for (let decimals = 0; decimals <= 15; decimals += 1) {
        agrees(units, decimals)
        agrees(0 - units, decimals)
      }
    }
  }
  agrees(Number.MAX_SAFE_INTEGER, 6)
  agrees(Number.MIN_SAFE_INTEGER, 6)
})

test('words and text are put as they are', () => {
  assert.equal(
    put((out) => {
      writeBytes(out, asciiBytes('"Id":'))
      writeText(out, '0badcafe')
      writeBytes(out, asciiBytes(''))
      writeText(out, '')
    }),
    '"Id":0badcafe',
  )
})
