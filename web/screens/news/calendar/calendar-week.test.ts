import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CalendarItem } from '#contract/calls/calendar.ts'
import { localDay } from '#web/parts/calendar/event-day.ts'
import { daysOf, nextEvent, rangeOfWeek, startOf, weekOf } from '#web/screens/news/calendar/calendar-week.ts'

const zone = process.env['TZ']
before(() => {
  process.env['TZ'] = 'America/New_York'
})
after(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const event = (id: number, time: string, is_all_day = 0): CalendarItem => ({
  ...{ id, time, is_all_day, country: 'US', currency: 'USD', importance: 3, title: 'A', language: 'en' },
  ...{ forecast: '', previous: '', actual: '' },
})

describe('a week', () => {
  for (const [day, monday] of [
    ['2026-03-02', '2026-03-02'],
    ['2026-03-08', '2026-03-02'],
    ['2026-01-01', '2025-12-29'],
  ] as const) {
    test(`of ${day} begins on ${monday}`, () => assert.equal(weekOf(day), monday))
  }

  test('is shifted by whole weeks, across a change of clocks', () => {
    assert.equal(weekOf('2026-03-05', 1), '2026-03-09')
    assert.equal(weekOf('2026-03-05', -10), '2025-12-22')
    assert.equal(startOf('2026-03-09') - startOf('2026-03-02'), (7 * 24 - 1) * 3_600_000)
    assert.equal(localDay(startOf('2026-03-09')), '2026-03-09')
  })

  test('has events on their local day, all-day events on their own date and first', () => {
    const late = event(1, '2026-03-03T03:00:00.000Z')
    const early = event(2, '2026-03-03T13:00:00.000Z')
    const whole = event(3, '2026-03-03T12:00:00.000Z', 1)
    const before = event(4, '2026-03-02T04:59:00.000Z')
    const sunday = event(5, '2026-03-09T03:59:00.000Z')
    const events = [before, late, early, whole, sunday, event(6, '2026-03-09T04:00:00.000Z')]
    assert.deepEqual(
      daysOf('2026-03-02', events).map(({ day, events: found }) => [day, found.map(({ id }) => id)]),
      [
        ['2026-03-02', [1]],
        ['2026-03-03', [3, 2]],
        ['2026-03-08', [5]],
      ],
    )
    const { from, to } = rangeOfWeek('2026-03-02')
    assert.ok(events.every(({ time }) => Date.parse(time) >= Number(from) && Date.parse(time) < Number(to)))
  })

  test('names the first event to come, not an all-day event', () => {
    const days = daysOf('2026-03-02', [
      event(1, '2026-03-03T10:00:00.000Z'),
      event(2, '2026-03-04T12:00:00.000Z', 1),
      event(3, '2026-03-04T14:00:00.000Z'),
    ])
    assert.equal(nextEvent(days, Date.UTC(2026, 2, 3, 10))?.id, 3)
    assert.equal(nextEvent(days, Date.UTC(2026, 2, 5)), undefined)
  })
})
