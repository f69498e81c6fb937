import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LocalDate, OpenSpans, Session, WeeklyHours } from '#core/market/trading-hours.ts'
import { type HoursName, hours } from '#db/seed/hours.ts'
import { clipSpans, mergeSpans, openSpans, subtractSpans } from '#server/market-data/hours/open-spans.ts'
import { fc } from '#test/fast-check.ts'

describe('open spans', () => {
  const minuteMs = 60_000

  const closedWeek: WeeklyHours['week'] = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
  const newYork: WeeklyHours = {
    zone: 'America/New_York',
    week: closedWeek,
    dayEnds: '24:00',
    calendar: { closed: [] },
  }

  describe('the seeded hours', () => {
    it('match the local time at any minute of 2026 and 2027', () => {
      const firstMinute = Date.parse('2026-01-01') / minuteMs
      const minutes = fc
        .integer({ min: 0, max: 730 * 1440 })
        .map((minute) => (firstMinute + minute) * minuteMs)
      const names = fc.constantFrom(...(Object.keys(hours) as HoursName[]))
      fc.assert(
        fc.property(names, minutes, (name, timeMs) => {
          const [span] = openSpans(hours[name], timeMs, timeMs + minuteMs)
          const isOpen = span !== undefined
          assert.equal(isOpen, isOpenByLocalTime(hours[name], timeMs))
          if (isOpen) assert.deepEqual(span, { fromMs: timeMs, toMs: timeMs + minuteMs })
        }),
        { numRuns: 3000 },
      )
    })
  })

  describe('a session on the day the clocks change', () => {
    const rows: readonly (readonly [string, LocalDate, readonly Session[], readonly string[]])[] = [
      // New York, 8 March 2026: 02:00 to 03:00 is skipped, at 07:00 UTC.
      [
        'opens after the skipped hour if it opens within',
        '2026-03-08',
        [['02:30', '04:00']],
        ['03-08 07:00 to 03-08 08:00'],
      ],
      [
        'closes before the skipped hour if it closes within',
        '2026-03-08',
        [['01:00', '02:30']],
        ['03-08 06:00 to 03-08 07:00'],
      ],
      ['is dropped if it lies within the skipped hour', '2026-03-08', [['02:15', '02:45']], []],
      [
        'merges with the next across the skipped hour',
        '2026-03-08',
        [
          ['01:00', '02:15'],
          ['02:45', '04:00'],
        ],
        ['03-08 06:00 to 03-08 08:00'],
      ],
      [
        'is an hour shorter if it spans the skipped hour',
        '2026-03-08',
        [['01:00', '05:00']],
        ['03-08 06:00 to 03-08 09:00'],
      ],
      // New York, 1 November 2026: 01:00 to 02:00 occurs twice, at 05:00 and 06:00 UTC.
      [
        'opens at the first occurrence of a repeated time',
        '2026-11-01',
        [['01:30', '04:00']],
        ['11-01 05:30 to 11-01 09:00'],
      ],
      [
        'closes at the first occurrence of a repeated time',
        '2026-11-01',
        [['00:00', '01:30']],
        ['11-01 04:00 to 11-01 05:30'],
      ],
      [
        'is an hour longer if it spans the repeated hour',
        '2026-11-01',
        [['00:00', '05:00']],
        ['11-01 04:00 to 11-01 10:00'],
      ],
    ]
    for (const [title, date, sessions, expected] of rows)
      it(title, () => {
        const to = date === '2026-03-08' ? '2026-03-09' : '2026-11-02'
        assert.deepEqual(
          formatSpans({ ...newYork, week: { ...closedWeek, sun: sessions } }, date, to),
          expected,
        )
      })
  })

  describe('the calendar', () => {
    const week = {
      ...closedWeek,
      tue: [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ] as const,
    }
    const usual = ['11-17 14:00 to 11-17 17:00', '11-17 18:00 to 11-17 22:00']
    const rows: readonly (readonly [string, WeeklyHours['calendar'], readonly string[]])[] = [
      ['leaves other days unchanged', { closed: ['2026-11-16', '2026-11-18'] }, usual],
      ['closes a day', { closed: ['2026-11-17'] }, []],
      [
        'closes a day early',
        { closed: [], earlyCloses: { '2026-11-17': '15:30' } },
        ['11-17 14:00 to 11-17 17:00', '11-17 18:00 to 11-17 20:30'],
      ],
      [
        'closes a day early within a break',
        { closed: [], earlyCloses: { '2026-11-17': '12:30' } },
        ['11-17 14:00 to 11-17 17:00'],
      ],
      [
        'opens a day late',
        { closed: [], lateOpens: { '2026-11-17': '10:15' } },
        ['11-17 15:15 to 11-17 17:00', '11-17 18:00 to 11-17 22:00'],
      ],
      [
        'opens a day late and closes it early',
        { closed: [], lateOpens: { '2026-11-17': '14:00' }, earlyCloses: { '2026-11-17': '16:00' } },
        ['11-17 19:00 to 11-17 21:00'],
      ],
    ]
    for (const [title, calendar, expected] of rows)
      it(title, () =>
        assert.deepEqual(formatSpans({ ...newYork, week, calendar }, '2026-11-16', '2026-11-19'), expected),
      )
  })

  function formatSpans(weeklyHours: WeeklyHours, from: LocalDate, to: LocalDate): readonly string[] {
    const format = (timeMs: number) => new Date(timeMs).toISOString().slice(5, 16).replace('T', ' ')
    return openSpans(weeklyHours, Date.parse(from), Date.parse(to)).map(
      ({ fromMs, toMs }) => `${format(fromMs)} to ${format(toMs)}`,
    )
  }

  /** Reference implementation: converts UTC to local time with Intl. */
  function isOpenByLocalTime({ zone, week, dayEnds, calendar }: WeeklyHours, timeMs: number): boolean {
    const localTime = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(timeMs)
    const [date = '', time = ''] = localTime.split(' ')
    const noon = Date.parse(`${date}T12:00:00Z`)
    const weekday =
      (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[new Date(noon).getUTCDay()] ?? 'sun'
    if (!week[weekday].some(([from, to]) => from <= time && time < to)) return false
    const [hour = '', minute = ''] = time.split(':')
    const sinceMidnight = Number(hour) * 60 + Number(minute)
    const [endHour = '', endMinute = ''] = dayEnds.split(':')
    const end = Number(endHour) * 60 + Number(endMinute)
    const shift = sinceMidnight >= end ? 1 : sinceMidnight < end - 1440 ? -1 : 0
    const tradingDay = new Date(noon + shift * 86_400_000).toISOString().slice(0, 10) as LocalDate
    const early = calendar.earlyCloses?.[tradingDay]
    const late = calendar.lateOpens?.[date as LocalDate]
    const isAfterEarly = early !== undefined && (shift === -1 || (shift === 0 && time >= early))
    return !calendar.closed.includes(tradingDay) && !isAfterEarly && !(late !== undefined && time < late)
  }
})

describe('spans', () => {
  const longest = 30
  const span = fc
    .tuple(fc.integer({ min: 0, max: longest }), fc.integer({ min: 1, max: 8 }))
    .map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length }))
  const spans = fc.array(span, { maxLength: 8 }).map((list) => list.toSorted((a, b) => a.fromMs - b.fromMs))

  function covers(list: OpenSpans, timeMs: number): boolean {
    return list.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs)
  }

  function isProper(list: OpenSpans): boolean {
    return list.every(({ fromMs, toMs }, at) => fromMs < toMs && fromMs > (list[at - 1]?.toMs ?? -1))
  }

  const times = Array.from({ length: longest + 10 }, (_, at) => at)

  describe('spans', () => {
    it('merge where they touch or overlap and cover the same times', () => {
      fc.assert(
        fc.property(spans, (list) => {
          const merged = mergeSpans(list)
          assert.ok(isProper(merged))
          for (const at of times) assert.equal(covers(merged, at), covers(list, at))
        }),
      )
    })

    it('minus closures cover the same times outside the closures', () => {
      fc.assert(
        fc.property(spans, fc.array(span, { maxLength: 4 }), (list, closures) => {
          const cut = subtractSpans(mergeSpans(list), closures)
          assert.ok(isProper(cut))
          for (const at of times) assert.equal(covers(cut, at), covers(list, at) && !covers(closures, at))
        }),
      )
    })

    it('clipped to a window cover the same times inside it', () => {
      fc.assert(
        fc.property(spans, span, (list, window) => {
          const clipped = clipSpans(mergeSpans(list), window)
          assert.ok(isProper(clipped))
          for (const at of times) assert.equal(covers(clipped, at), covers(list, at) && covers([window], at))
        }),
      )
    })
  })
})
