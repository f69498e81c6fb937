import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import { fc } from '#test/fast-check.ts'
import {
  type DateRange,
  epochRange,
  localDay,
  rangeFromParam,
  rangeToParam,
} from '#web/parts/lists/date-range.ts'

const usual = process.env['TZ']

/** Node re-reads TZ on every change. */
function setTimeZone(timeZone: string): void {
  process.env['TZ'] = timeZone
}
function restoreTimeZone(): void {
  if (usual === undefined) delete process.env['TZ']
  else process.env['TZ'] = usual
}
const isoTimes = ({ from, to }: { readonly from?: number; readonly to?: number }) =>
  [from, to].map((ms) => (ms === undefined ? '' : new Date(ms).toISOString().replace('.000Z', 'Z')))

afterEach(restoreTimeZone)
after(restoreTimeZone)

describe('epochRange', () => {
  const noon = Date.UTC(2026, 2, 31, 12)
  const table: readonly (readonly [string, string, DateRange, number, string, string])[] = [
    ['all days', 'UTC', { kind: 'all' }, noon, '', ''],
    ['today', 'UTC', { kind: 'today' }, noon, '2026-03-31T00:00:00Z', ''],
    [
      'today in a zone ahead of UTC',
      'Asia/Tokyo',
      { kind: 'today' },
      Date.UTC(2026, 2, 31, 16),
      '2026-03-31T15:00:00Z',
      '',
    ],
    [
      'today in a zone behind UTC',
      'America/New_York',
      { kind: 'today' },
      Date.UTC(2026, 2, 31, 3),
      '2026-03-30T04:00:00Z',
      '',
    ],
    ['seven days including today', 'UTC', { kind: 'week' }, noon, '2026-03-25T00:00:00Z', ''],
    [
      'seven days across a daylight saving change',
      'Europe/Berlin',
      { kind: 'week' },
      noon,
      '2026-03-24T23:00:00Z',
      '',
    ],
    ['thirty days', 'UTC', { kind: 'month' }, noon, '2026-03-02T00:00:00Z', ''],
    [
      'custom days, last day included',
      'UTC',
      { kind: 'own', from: '2026-01-30', to: '2026-02-28' },
      noon,
      '2026-01-30T00:00:00Z',
      '2026-03-01T00:00:00Z',
    ],
    [
      'custom days in reverse order',
      'UTC',
      { kind: 'own', from: '2026-02-28', to: '2026-01-30' },
      noon,
      '2026-01-30T00:00:00Z',
      '2026-03-01T00:00:00Z',
    ],
    [
      'one day of 23 hours',
      'Europe/Berlin',
      { kind: 'own', from: '2026-03-29', to: '2026-03-29' },
      noon,
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ],
    [
      'one day of 25 hours',
      'Europe/Berlin',
      { kind: 'own', from: '2026-10-25', to: '2026-10-25' },
      noon,
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
    ],
    [
      'a day that starts at 01:00',
      'America/Santiago',
      { kind: 'own', from: '2026-09-06', to: '2026-09-06' },
      noon,
      '2026-09-06T04:00:00Z',
      '2026-09-07T03:00:00Z',
    ],
    [
      'a day with midnight twice',
      'America/Havana',
      { kind: 'own', from: '2026-11-01', to: '2026-11-01' },
      noon,
      '2026-11-01T04:00:00Z',
      '2026-11-02T05:00:00Z',
    ],
    [
      'a leap day',
      'UTC',
      { kind: 'own', from: '2028-02-29', to: '2028-02-29' },
      noon,
      '2028-02-29T00:00:00Z',
      '2028-03-01T00:00:00Z',
    ],
    ['from a day on', 'UTC', { kind: 'own', from: '2026-03-01', to: '' }, noon, '2026-03-01T00:00:00Z', ''],
    ['up to a day', 'UTC', { kind: 'own', from: '', to: '2026-03-01' }, noon, '', '2026-03-02T00:00:00Z'],
    ['custom days before any is chosen', 'UTC', { kind: 'own', from: '', to: '' }, noon, '', ''],
    [
      'a year that is still being typed',
      'UTC',
      { kind: 'own', from: '0002-03-01', to: '2026-03-01' },
      noon,
      '1970-01-01T00:00:00Z',
      '2026-03-02T00:00:00Z',
    ],
  ]
  for (const [name, timeZone, range, nowMs, from, to] of table) {
    test(`${name} (${timeZone})`, () => {
      setTimeZone(timeZone)
      assert.deepEqual(isoTimes(epochRange(range, nowMs)), [from, to])
    })
  }

  test('a single day contains all its times and nothing else, in any zone', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/Santiago',
      'America/Havana',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'Australia/Lord_Howe',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2012, 0, 2), max: Date.UTC(2037, 11, 30) }),
        (timeZone, timeMs) => {
          setTimeZone(timeZone)
          const day = localDay(timeMs)
          const { from = 0, to = 0 } = epochRange({ kind: 'own', from: day, to: day }, timeMs)
          assert.ok(from <= timeMs && timeMs < to, `${timeZone} ${day}`)
          assert.deepEqual([localDay(from), localDay(to - 1)], [day, day])
          assert.ok(localDay(from - 1) < day && localDay(to) > day)
        },
      ),
    )
  })
})

describe('the URL parameter of a range', () => {
  test('round-trips every range', () => {
    const days = fc.constantFrom('', '2026-01-30', '2026-02-28')
    const ranges = fc.oneof(
      fc.constantFrom<DateRange>({ kind: 'all' }, { kind: 'today' }, { kind: 'week' }, { kind: 'month' }),
      fc.tuple(days, days).map(([from, to]): DateRange => ({ kind: 'own', from, to })),
    )
    fc.assert(
      fc.property(ranges, (range) => assert.deepEqual(rangeFromParam(rangeToParam(range) ?? null), range)),
    )
  })

  for (const text of [null, '', 'own', 'yesterday', '2026-01-30', '1~2~3']) {
    test(`${JSON.stringify(text)} means all days`, () => {
      assert.deepEqual(rangeFromParam(text), { kind: 'all' })
    })
  }

  test('drops a malformed day', () => {
    assert.deepEqual(rangeFromParam('soon~2026-01-30'), { kind: 'own', from: '', to: '2026-01-30' })
  })
})
