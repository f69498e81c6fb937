import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseSchedule, scheduleBounds } from '#desk/screens/articles/schedule-state.ts'

const usualZone = process.env['TZ']

for (const zone of ['UTC', 'Asia/Hong_Kong', 'Asia/Kathmandu', 'Australia/Adelaide'])
  describe(`the time of a publication in ${zone}`, () => inZone(zone))

function inZone(zone: string): void {
  before(() => {
    process.env['TZ'] = zone
  })
  after(() => {
    if (usualZone === undefined) delete process.env['TZ']
    else process.env['TZ'] = usualZone
  })
  const now = () => new Date(2026, 2, 5, 12, 34, 56).getTime()

  test('is one of the local time zone', () => {
    assert.deepEqual(parseSchedule('2026-03-06T09:30', now()), {
      ok: true,
      at: new Date(2026, 2, 6, 9, 30).toISOString(),
    })
  })

  const table = [
    ['', 'missing'],
    ['tomorrow', 'missing'],
    ['2026-13-01T00:00', 'missing'],
    ['2026-03-05T12:34', 'past'],
    ['2025-03-06T12:34', 'past'],
    ['2027-03-06T12:35', 'too_far'],
  ] as const
  for (const [typed, problem] of table)
    test(`is refused as ${problem}: ${typed}`, () => {
      assert.deepEqual(parseSchedule(typed, now()), { ok: false, problem })
    })

  test('is proposed within bounds that are themselves accepted', () => {
    const { least, most, usual } = scheduleBounds(now())
    assert.equal(least, '2026-03-05T12:35')
    assert.equal(usual, '2026-03-05T14:00')
    for (const typed of [least, most, usual]) assert.equal(parseSchedule(typed, now()).ok, true)
  })
}
