import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { boundsOf, monthOf, shiftMonth } from '#desk/screens/calendar/month-filter.ts'

const zone = process.env['TZ']
after(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('a month of the calendar', () => {
  for (const [device, from, to] of [
    ['Asia/Hong_Kong', '2026-02-28T16:00:00.000Z', '2026-03-31T16:00:00.000Z'],
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ] as const) {
    test(`begins and ends by the clocks of ${device}`, () => {
      process.env['TZ'] = device
      const bounds = boundsOf('2026-03')
      assert.deepEqual(
        [bounds.from, bounds.to].map((timeMs) => new Date(timeMs).toISOString()),
        [from, to],
      )
      assert.equal(monthOf(bounds.from), '2026-03')
      assert.equal(monthOf(bounds.from - 1), '2026-02')
      assert.equal(monthOf(bounds.to), '2026-04')
    })
  }

  test('is shifted across a year, and not out of the century', () => {
    assert.equal(shiftMonth('2026-01', -1), '2025-12')
    assert.equal(shiftMonth('2026-11', 3), '2027-02')
    assert.equal(shiftMonth('2000-01', -1), '2000-01')
    assert.equal(shiftMonth('2099-12', 1), '2099-12')
  })
})
