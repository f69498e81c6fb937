import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type DateRange,
  epochRange,
  localDay,
  rangeFromParam,
  rangeToParam,
} from '#web/parts/lists/date-range.ts'

const usual = process.env['TZ']

/** The process is in another place from here on. */
function moveTo(timeZone: string): void {
  process.env['TZ'] = timeZone
}
function moveBack(): void {
  if (usual === undefined) delete process.env['TZ']
  else process.env['TZ'] = usual
}
const wordsOf = ({ from, to }: { readonly from?: number; readonly to?: number }) =>
  [from, to].map((ms) => (ms === undefined ? '' : new Date(ms).toISOString().replace('.000Z', 'Z')))

afterEach(moveBack)
after(moveBack)

describe('the days of a range', () => {
  const noon = Date.UTC(2026, 2, 31, 12)
  const table: readonly (readonly [string, string, DateRange, number, string, string])[] = [
    ['all of them', 'UTC', { kind: 'all' }, noon, '', ''],
    ['today', 'UTC', { kind: 'today' }, noon, '2026-03-31T00:00:00Z', ''],
    [
      'today is a day of the place',
      'Asia/Tokyo',
      { kind: 'today' },
      Date.UTC(2026, 2, 31, 16),
      '2026-03-31T15:00:00Z',
      '',
    ],
    [
      'today is still yesterday elsewhere',
      'America/New_York',
      { kind: 'today' },
      Date.UTC(2026, 2, 31, 3),
      '2026-03-30T04:00:00Z',
      '',
    ],
    ['seven days, today among them', 'UTC', { kind: 'week' }, noon, '2026-03-25T00:00:00Z', ''],
    [
      'seven days over a change of the clocks',
      'Europe/Berlin',
      { kind: 'week' },
      noon,
      '2026-03-24T23:00:00Z',
      '',
    ],
    ['thirty days', 'UTC', { kind: 'month' }, noon, '2026-03-02T00:00:00Z', ''],
    [
      'own days, the last included',
      'UTC',
      { kind: 'own', from: '2026-01-30', to: '2026-02-28' },
      noon,
      '2026-01-30T00:00:00Z',
      '2026-03-01T00:00:00Z',
    ],
    [
      'own days the other way round',
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
      'a day that begins at one',
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
    ['own days before any is chosen', 'UTC', { kind: 'own', from: '', to: '' }, noon, '', ''],
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
      moveTo(timeZone)
      assert.deepEqual(wordsOf(epochRange(range, nowMs)), [from, to])
    })
  }

  test('begin with their first moment and end before the next, wherever and whenever', () => {
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
          moveTo(timeZone)
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

describe('a range in an address', () => {
  test('is read as it was written', () => {
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
    test(`is the whole time when it says ${JSON.stringify(text)}`, () => {
      assert.deepEqual(rangeFromParam(text), { kind: 'all' })
    })
  }

  test('keeps no day that is none', () => {
    assert.deepEqual(rangeFromParam('soon~2026-01-30'), { kind: 'own', from: '', to: '2026-01-30' })
  })
})
