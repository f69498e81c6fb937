import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime, timeToWire } from '#contract/time-format.ts'
import { languages } from '#i18n/languages.ts'
import { fc } from '#test/fast-check.ts'

test('a formatted time has year, seconds and zone in Latin digits in every language', () => {
  for (const { code } of languages) {
    const text = formatTime(Date.UTC(2026, 1, 3, 14, 15, 16), code)
    assert.match(text, /2026/, `${code} ${text}`)
    assert.match(text, /14\D+15\D+16/, `${code} ${text}`)
    assert.match(text, /UTC/, `${code} ${text}`)
  }
})

test('the cache returns the same text within a second and new text after it', () => {
  const timeMs = Date.UTC(2026, 1, 3, 14, 15, 16)
  const text = [0, 999, 1000, 0].map((later) => formatTime(timeMs + later, 'en'))
  assert.equal(text[0], text[1])
  assert.equal(text[0], text[3])
  assert.match(String(text[2]), /15\D+17/)
})

test('timeToWire equals toISOString for any sequence of times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e14, max: 1e14 })), (times) => {
      for (const timeMs of times) assert.equal(timeToWire(timeMs), new Date(timeMs).toISOString())
    }),
  )
  assert.throws(() => timeToWire(Number.NaN), RangeError)
})
