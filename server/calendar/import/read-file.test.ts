// Files of events: what is read from them, and how long hostile ones take.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventLimits, importances } from '#core/calendar/calendar-event.ts'
import { largestFileBytes, mostImportedEvents } from '#core/calendar/import-limits.ts'
import { readFile } from '#server/calendar/import/read-file.ts'
import { fc } from '#test/fast-check.ts'

const header = 'time,country,currency,importance,title,forecast,previous,actual'

/** What is read of each entry, or its problems. */
function entries(text: string, zone = 'UTC') {
  const { rows, fileProblems } = readFile(text, zone)
  assert.deepEqual(fileProblems, [])
  return rows.map(({ event, problems }) =>
    event === undefined
      ? problems.map((found) => ('fault' in found ? found.fault : found.problem))
      : { ...event, at: new Date(event.timeMs).toISOString() },
  )
}

const fileProblems = (text: string, zone = 'UTC') =>
  readFile(text, zone).fileProblems.map(({ field, problem, text: found }) => [field, problem, found])

describe('CSV', () => {
  const payrolls = {
    timeMs: Date.UTC(2026, 0, 9, 13, 30),
    at: '2026-01-09T13:30:00.000Z',
    isAllDay: false,
    country: 'US',
    currency: 'USD',
    importance: 3,
    forecast: '180K',
    previous: '172K',
    actual: '',
    titles: { en: 'Non-farm payrolls' },
  }
  const row = '2026-01-09T13:30Z,US,USD,3,Non-farm payrolls,180K,172K,'

  test('is read with commas, semicolons, a byte order mark, quotes and either end of line', () => {
    const quoted = row.split(',').map((text) => `"${text}"`)
    for (const text of [
      `${header}\n${row}`,
      `\uFEFF${header}\r\n${row}\r\n`,
      `${header.replaceAll(',', ';')}\n\n${quoted.join(';')}\n`,
      `${header.toUpperCase()}\n${row.replace(',3,', ',High,').replace('US,', 'us,')}`,
    ])
      assert.deepEqual(entries(text), [payrolls])
  })

  test('takes titles in languages, an empty currency and times in the chosen zone', () => {
    const text = `time,country,importance,title,title_zh,actual\n2026-07-01 14:30,DE,2,Prices,物價,"2,1%"\n2026-07-02,GB,*,Holiday,,`
    const [prices, holiday] = entries(text, 'Europe/Berlin')
    assert.deepEqual(prices, {
      ...payrolls,
      ...{ timeMs: Date.UTC(2026, 6, 1, 12, 30), at: '2026-07-01T12:30:00.000Z', country: 'DE' },
      ...{ currency: 'EUR', importance: 2, forecast: '', previous: '', actual: '2,1%' },
      titles: { en: 'Prices', hk: '物價' },
    })
    assert.deepEqual(
      { ...holiday },
      {
        ...{ timeMs: Date.UTC(2026, 6, 2, 12), at: '2026-07-02T12:00:00.000Z', isAllDay: true },
        ...{ country: 'GB', currency: 'GBP', importance: 1, forecast: '', previous: '', actual: '' },
        titles: { en: 'Holiday' },
      },
    )
  })

  for (const [faulty, problems] of [
    ['2026-01-09 25:00,US,USD,3,A,,,', ['time_unreadable']],
    ['2026-02-30,US,USD,3,A,,,', ['time_unreadable']],
    ['09/01/2026,US,USD,3,A,,,', ['time_unreadable']],
    ['2026-03-29 02:30,US,USD,3,A,,,', ['time_skipped']],
    ['1999-12-31T23:00Z,US,USD,3,A,,,', ['time_out_of_range']],
    ['2026-01-09T13:30Z,XX,USD,3,A,,,', ['country_unknown']],
    ['2026-01-09T13:30Z,USSR,USD,3,A,,,', ['country_unknown']],
    ['2026-01-09T13:30Z,US,$,3,A,,,', ['currency_unknown']],
    ['2026-01-09T13:30Z,AQ,,3,A,,,', ['currency_unknown']],
    ['2026-01-09T13:30Z,US,USD,4,A,,,', ['importance_unknown']],
    ['2026-01-09T13:30Z,US,USD,__proto__,A,,,', ['importance_unknown']],
    ['2026-01-09T13:30Z,US,USD,3, ,,,', ['title_missing']],
    [`2026-01-09T13:30Z,US,USD,3,${'a'.repeat(eventLimits.title + 1)},,,`, ['title_long']],
    [`2026-01-09T13:30Z,US,USD,3,A,,,${'1'.repeat(eventLimits.value + 1)}`, ['value_long']],
    ['2026-01-09T13:30Z,US,USD,3,A,,,,more', ['entry_unreadable']],
    [
      ',,,,,,,x',
      ['time_unreadable', 'country_unknown', 'currency_unknown', 'importance_unknown', 'title_missing'],
    ],
  ] as const) {
    test(`tells that ${faulty.slice(0, 40)} has ${problems.join(', ')}`, () => {
      assert.deepEqual(entries(`${header}\n${faulty}\n${row}`, 'Europe/Paris'), [problems, payrolls])
    })
  }

  for (const [text, expected] of [
    ['', [['file', 'file_empty', '']]],
    [header, [['file', 'file_empty', '']]],
    [
      'time,title\n2026-01-01,A',
      [
        ['column', 'column_missing', 'importance'],
        ['column', 'column_missing', 'country'],
      ],
    ],
    [`${header},actuall\n${row}`, [['column', 'column_unknown', 'actuall']]],
    [`${header},title_xx\n${row}`, [['column', 'language_unknown', 'title_xx']]],
    [`${header},Time\n${row}`, [['column', 'column_duplicate', 'Time']]],
    [`${header}\n${row}\n2026-01-09T13:30Z,US,USD,3,"open,,,`, [['line', 'file_unreadable', '3']]],
    [`${header}\n${`${row}\n`.repeat(mostImportedEvents + 1)}`, [['file', 'too_many_events', '5000']]],
    [`${header}\n${'é'.repeat(largestFileBytes / 2)}`, [['file', 'file_too_large', '']]],
  ] as const) {
    test(`tells that ${JSON.stringify(text.slice(-40))} cannot be imported: ${expected[0][1]}`, () => {
      assert.deepEqual(fileProblems(text), expected)
    })
  }

  test('tells that the zone is unknown', () => {
    assert.deepEqual(fileProblems(`${header}\n${row}`, 'Mars/Olympus'), [['zone', 'zone_unknown', '']])
  })

  test('reads every event that is written as CSV', () => {
    const line = (most: number) =>
      fc
        .string({ unit: 'grapheme', maxLength: most })
        .map((text) =>
          text
            .replace(/[\p{Cc}\p{Cs}\p{Z}\u202a-\u202e\u2066-\u2069\uFEFF]/gu, ' ')
            .replace(/ +/g, ' ')
            .trim(),
        )
        .filter((text) => [...text].length <= most)
    const value = line(eventLimits.value)
    const event = fc.record({
      timeMs: fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 0) }).map((ms) => ms - (ms % 1000)),
      importance: fc.constantFrom(...importances),
      title: line(eventLimits.title).filter((text) => text !== ''),
      ...{ forecast: value, previous: value, actual: value },
    })
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(
        fc.array(event, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';'),
        (events, delimiter) => {
          const lines = events.map(({ timeMs, importance, title, forecast, previous, actual }) =>
            [
              new Date(timeMs).toISOString(),
              'JP',
              'JPY',
              String(importance),
              title,
              forecast,
              previous,
              actual,
            ]
              .map(cell)
              .join(delimiter),
          )
          const read = entries([header.replaceAll(',', delimiter), ...lines].join('\n'))
          const expected = events.map(({ title, ...rest }) => ({
            ...{ ...rest, at: new Date(rest.timeMs).toISOString(), isAllDay: false },
            ...{ country: 'JP', currency: 'JPY', titles: { en: title } },
          }))
          assert.deepEqual(read, expected)
        },
      ),
      { numRuns: 50 },
    )
  })
})

const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'] as const

describe('iCalendar', () => {
  test('is read with times in UTC, in named zones, in the chosen zone, and without a time for all-day events', () => {
    const rest = ['SUMMARY:Rate\\, decided', 'LOCATION:GB'] as const
    const text = calendar(
      ...event('UID:1', 'DTSTART:20260109T133000Z', ...rest),
      ...event('UID:2', 'DTSTART;TZID=America/New_York:20260709T083000', ...rest),
      ...event('UID:3', 'DTSTART;TZID="/example.org/Europe/London":20260709T083000', ...rest),
      ...event('UID:4', 'DTSTART;TZID=Tokyo Standard Time:20260709T083000', ...rest),
      ...event('UID:5', 'DTSTART:20260709T083000', ...rest),
      ...event('UID:6', 'DTSTART;VALUE=DATE:20260709', ...rest),
      ...event('UID:7', 'DTSTART;TZID=Middle-earth/Shire:20260709T083000', ...rest),
    )
    const read = entries(text, 'Asia/Hong_Kong')
    assert.deepEqual(
      read.map((entry) => ('timeMs' in entry ? entry.at : entry)),
      [
        '2026-01-09T13:30:00.000Z',
        '2026-07-09T12:30:00.000Z',
        '2026-07-09T07:30:00.000Z',
        '2026-07-08T23:30:00.000Z',
        '2026-07-09T00:30:00.000Z',
        '2026-07-09T12:00:00.000Z',
        ['zone_unknown'],
      ],
    )
    const [first] = read
    assert.ok(first !== undefined && 'titles' in first)
    assert.deepEqual([first.titles, first.currency, first.importance], [{ en: 'Rate, decided' }, 'GBP', 1])
  })

  for (const [lines, country, currency, importance] of [
    [['CATEGORIES:USD,High'], 'US', 'USD', 3],
    [['CATEGORIES:Economy', 'CATEGORIES:medium', 'LOCATION:DE'], 'DE', 'EUR', 2],
    [['X-COUNTRY:JP', 'X-IMPORTANCE:3', 'PRIORITY:9'], 'JP', 'JPY', 3],
    [['X-CURRENCY:CHF', 'LOCATION:Zurich', 'PRIORITY:5'], 'CH', 'CHF', 2],
    [['LOCATION:AU', 'PRIORITY:1'], 'AU', 'AUD', 3],
  ] as const) {
    test(`takes country, currency and importance from ${lines.join(' ')}`, () => {
      const [read] = entries(calendar(...event('UID:1', 'DTSTART:20260109T133000Z', 'SUMMARY:A', ...lines)))
      assert.ok(read !== undefined && 'country' in read, JSON.stringify(read))
      assert.deepEqual([read.country, read.currency, read.importance], [country, currency, importance])
    })
  }

  test('warns of repetition and cancellation, and names values, line and folded texts', () => {
    const { rows } = readFile(
      calendar(
        ...event(
          ...[
            'UID:a',
            'DTSTART:20260109T133000Z',
            'RRULE:FREQ=SECONDLY;COUNT=1000000000',
            'STATUS:CANCELLED',
          ],
          ...[
            'SUMMARY;LANGUAGE=zh-HK:利率',
            'SUMMARY:Ra',
            ' te',
            'LOCATION:EU',
            'X-FORECAST:2%',
            'X-ACTUAL:2.1%',
          ],
          ...['BEGIN:VALARM', 'TRIGGER:-PT5M', 'END:VALARM'],
        ),
      ),
      'UTC',
    )
    const [row] = rows
    assert.deepEqual(
      [row?.line, row?.uid, row?.warnings.map(({ problem }) => problem)],
      [3, 'a', ['repeats', 'cancelled']],
    )
    assert.deepEqual(row?.event?.titles, { hk: '利率', en: 'Rate' })
    assert.deepEqual([row?.event?.forecast, row?.event?.actual], ['2%', '2.1%'])
  })

  test('tells which entries cannot be read, and reads the others', () => {
    const good = event('UID:1', 'DTSTART:20260109T133000Z', 'SUMMARY:A', 'LOCATION:US')
    const text = calendar(
      ...event('no token'),
      ...event('DTSTART;X="open:20260109T133000Z', 'SUMMARY:A'),
      ...good,
      ...event('BEGIN:VALARM', 'SUMMARY:A'),
      'BEGIN:VEVENT',
      'SUMMARY:never ends',
    )
    const read = entries(text)
    assert.deepEqual([read[0], read[1], read[3], read[4]], Array(4).fill(['entry_unreadable']))
    assert.ok(read[2] !== undefined && 'timeMs' in read[2])
  })
})

describe('a hostile file', () => {
  const size = largestFileBytes - 200
  const fill = (piece: string) => piece.repeat(Math.floor(size / piece.length))
  const zones = fill('BEGIN:VTIMEZONE\nBEGIN:STANDARD\nRRULE:FREQ=SECONDLY\n')
  for (const [name, text] of [
    ['a field of the whole size', `${header}\n${'a'.repeat(size)}`],
    ['an unclosed quote', `${header}\n"${fill('a,\n')}`],
    ['quotes alone', fill('"')],
    ['commas alone', fill(',')],
    ['deep components', `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${fill('BEGIN:VALARM\n')}`],
    ['deep definitions of time zones', `BEGIN:VCALENDAR\n${zones}`],
    ['one folded line', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a${fill('\n a')}\nEND:VEVENT`],
    [
      'a rule that never ends',
      calendar(...event('DTSTART:20260101T000000Z', `RRULE:${fill('FREQ=SECONDLY;')}`)),
    ],
    ['parameters alone', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nA${fill(';="')}\nEND:VEVENT`],
    ['events without an end', `BEGIN:VCALENDAR\n${fill('BEGIN:VEVENT\n')}`],
  ] as const) {
    test(`with ${name} is refused within a second`, () => {
      const started = process.cpuUsage().user
      const { rows, fileProblems: problems } = readFile(text, 'UTC')
      assert.ok(problems.length > 0 || rows.every((row) => row.event === undefined))
      assert.ok(process.cpuUsage().user - started < 1_000_000)
    })
  }
})
