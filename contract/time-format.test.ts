import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatTime, timeToWire } from '#contract/time-format.ts'
import { languages } from '#i18n/languages.ts'

test('a formatted time has year, seconds and zone in Latin digits in every language', () => {
  for (const { code } of languages) {
    const words = formatTime(Date.UTC(2026, 1, 3, 14, 15, 16), code)
    assert.match(words, /2026/, `${code} ${words}`)
    assert.match(words, /14\D+15\D+16/, `${code} ${words}`)
    assert.match(words, /UTC/, `${code} ${words}`)
  }
})

test('the cache returns the same text within a second and new text after it', () => {
  const timeMs = Date.UTC(2026, 1, 3, 14, 15, 16)
  const words = [0, 999, 1000, 0].map((later) => formatTime(timeMs + later, 'en'))
  assert.equal(words[0], words[1])
  assert.equal(words[0], words[3])
  assert.match(String(words[2]), /15\D+17/)
})

test('timeToWire equals toISOString for any sequence of times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e14, max: 1e14 })), (times) => {
      for (const timeMs of times) assert.equal(timeToWire(timeMs), new Date(timeMs).toISOString())
    }),
  )
  assert.throws(() => timeToWire(Number.NaN), RangeError)
})
