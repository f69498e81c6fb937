import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { LocalDate, OpenSpans, Session, WeeklyHours } from '#core/market/trading-hours.ts'
import { type HoursName, hours } from '#db/seed/hours.ts'
import { clipSpans, cutSpans, joinSpans, openSpans } from '#server/market-data/hours/open-spans.ts'

describe('open spans', () => {
  const minuteMs = 60_000

  const closedWeek: WeeklyHours['week'] = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
  const newYork: WeeklyHours = {
    zone: 'America/New_York',
    week: closedWeek,
    dayEnds: '24:00',
    calendar: { closed: [] },
  }

  describe('the hours of markets', () => {
    it('are what a clock on the wall there shows, at any minute of 2026 and 2027', () => {
      const firstMinute = Date.parse('2026-01-01') / minuteMs
      const minutes = fc
        .integer({ min: 0, max: 730 * 1440 })
        .map((minute) => (firstMinute + minute) * minuteMs)
      const names = fc.constantFrom(...(Object.keys(hours) as HoursName[]))
      fc.assert(
        fc.property(names, minutes, (name, timeMs) => {
          const [span] = openSpans(hours[name], timeMs, timeMs + minuteMs)
          const isOpen = span !== undefined
          assert.equal(isOpen, isOpenOnTheWall(hours[name], timeMs))
          if (isOpen) assert.deepEqual(span, { fromMs: timeMs, toMs: timeMs + minuteMs })
        }),
        { numRuns: 3000 },
      )
    })
  })

  describe('sessions on the day the clocks change', () => {
    const rows: readonly (readonly [string, LocalDate, readonly Session[], readonly string[]])[] = [
      // New York, 8 March 2026: 02:00 to 03:00 is skipped, at 07:00 UTC.
      [
        'one that opens in the skipped hour opens after it',
        '2026-03-08',
        [['02:30', '04:00']],
        ['03-08 07:00 to 03-08 08:00'],
      ],
      [
        'one that closes in the skipped hour closes when it begins',
        '2026-03-08',
        [['01:00', '02:30']],
        ['03-08 06:00 to 03-08 07:00'],
      ],
      ['one that lies in the skipped hour is none', '2026-03-08', [['02:15', '02:45']], []],
      [
        'one on each side of the skipped hour become one',
        '2026-03-08',
        [
          ['01:00', '02:15'],
          ['02:45', '04:00'],
        ],
        ['03-08 06:00 to 03-08 08:00'],
      ],
      [
        'one that spans the skipped hour is an hour shorter',
        '2026-03-08',
        [['01:00', '05:00']],
        ['03-08 06:00 to 03-08 09:00'],
      ],
      // New York, 1 November 2026: 01:00 to 02:00 comes twice, at 05:00 and at 06:00 UTC.
      [
        'one that opens in the repeated hour opens the first time',
        '2026-11-01',
        [['01:30', '04:00']],
        ['11-01 05:30 to 11-01 09:00'],
      ],
      [
        'one that closes in the repeated hour closes the first time',
        '2026-11-01',
        [['00:00', '01:30']],
        ['11-01 04:00 to 11-01 05:30'],
      ],
      [
        'one that spans the repeated hour is an hour longer',
        '2026-11-01',
        [['00:00', '05:00']],
        ['11-01 04:00 to 11-01 10:00'],
      ],
    ]
    for (const [title, date, sessions, expected] of rows)
      it(title, () => {
        const to = date === '2026-03-08' ? '2026-03-09' : '2026-11-02'
        assert.deepEqual(shown({ ...newYork, week: { ...closedWeek, sun: sessions } }, date, to), expected)
      })
  })

  describe('days that differ from the week', () => {
    const week = {
      ...closedWeek,
      tue: [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ] as const,
    }
    const usual = ['11-17 14:00 to 11-17 17:00', '11-17 18:00 to 11-17 22:00']
    const rows: readonly (readonly [string, WeeklyHours['calendar'], readonly string[]])[] = [
      [
        'are open as usual when the calendar does not name them',
        { closed: ['2026-11-16', '2026-11-18'] },
        usual,
      ],
      ['are closed', { closed: ['2026-11-17'] }, []],
      [
        'close early',
        { closed: [], earlyCloses: { '2026-11-17': '15:30' } },
        ['11-17 14:00 to 11-17 17:00', '11-17 18:00 to 11-17 20:30'],
      ],
      [
        'close early within a break',
        { closed: [], earlyCloses: { '2026-11-17': '12:30' } },
        ['11-17 14:00 to 11-17 17:00'],
      ],
      [
        'open late',
        { closed: [], lateOpens: { '2026-11-17': '10:15' } },
        ['11-17 15:15 to 11-17 17:00', '11-17 18:00 to 11-17 22:00'],
      ],
      [
        'open late and close early',
        { closed: [], lateOpens: { '2026-11-17': '14:00' }, earlyCloses: { '2026-11-17': '16:00' } },
        ['11-17 19:00 to 11-17 21:00'],
      ],
    ]
    for (const [title, calendar, expected] of rows)
      it(title, () =>
        assert.deepEqual(shown({ ...newYork, week, calendar }, '2026-11-16', '2026-11-19'), expected),
      )
  })

  function shown(weeklyHours: WeeklyHours, from: LocalDate, to: LocalDate): readonly string[] {
    const moment = (timeMs: number) => new Date(timeMs).toISOString().slice(5, 16).replace('T', ' ')
    return openSpans(weeklyHours, Date.parse(from), Date.parse(to)).map(
      ({ fromMs, toMs }) => `${moment(fromMs)} to ${moment(toMs)}`,
    )
  }

  /** The other way round, from UTC to local time, by the platform's own calendar. */
  function isOpenOnTheWall({ zone, week, dayEnds, calendar }: WeeklyHours, timeMs: number): boolean {
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(timeMs)
    const [date = '', time = ''] = wall.split(' ')
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

  function holds(list: OpenSpans, timeMs: number): boolean {
    return list.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs)
  }

  function isProper(list: OpenSpans): boolean {
    return list.every(({ fromMs, toMs }, at) => fromMs < toMs && fromMs > (list[at - 1]?.toMs ?? -1))
  }

  const moments = Array.from({ length: longest + 10 }, (_, at) => at)

  describe('spans', () => {
    it('are joined where they touch or overlap, and hold what they held', () => {
      fc.assert(
        fc.property(spans, (list) => {
          const joined = joinSpans(list)
          assert.ok(isProper(joined))
          for (const at of moments) assert.equal(holds(joined, at), holds(list, at))
        }),
      )
    })

    it('that are cut hold what they held outside of the closures', () => {
      fc.assert(
        fc.property(spans, fc.array(span, { maxLength: 4 }), (list, closures) => {
          const cut = cutSpans(joinSpans(list), closures)
          assert.ok(isProper(cut))
          for (const at of moments) assert.equal(holds(cut, at), holds(list, at) && !holds(closures, at))
        }),
      )
    })

    it('that are clipped hold what they held in the window', () => {
      fc.assert(
        fc.property(spans, span, (list, window) => {
          const clipped = clipSpans(joinSpans(list), window)
          assert.ok(isProper(clipped))
          for (const at of moments) assert.equal(holds(clipped, at), holds(list, at) && holds([window], at))
        }),
      )
    })
  })
})
