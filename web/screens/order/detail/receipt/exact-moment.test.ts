import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactMoment } from '#web/screens/order/detail/receipt/exact-moment.ts'

test('a moment is told to the thousandth of a second, in our digits', () => {
  const iso = '2026-11-14T08:00:05.123Z'
  assert.equal(exactMoment(iso, 'en', 'UTC'), 'Nov 14, 2026, 08:00:05.123')
  assert.match(exactMoment(iso, 'ar', 'UTC'), /08:00:05.123/)
})

test('what is no moment is a dash', () => {
  assert.equal(exactMoment('yesterday', 'en', 'UTC'), '—')
})
