// The economic calendar: edited and imported at the console, read by the app.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Pool } from 'pg'
import { Compile } from 'typebox/compile'
import { calendarList, calendarMarks } from '#contract/calls/calendar.ts'
import { deskCalendar, deskPreviewImport } from '#contract/desk/calendar.ts'
import { type CalendarEvent, titleIn } from '#core/calendar/calendar-event.ts'
import { languages } from '#i18n/languages.ts'
import { createCalendar } from '#server/calendar/calendar.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { addOperator, signInOwner } from '#test/calls/app-users.ts'
import { watchDecodedRows } from '#test/decoded-rows.ts'

let fixture: AppFixture
let content: string
before(async () => {
  fixture = await createAppFixture()
  content = (await addOperator(fixture, await signInOwner(fixture), 'content')).token
})
after(async () => await fixture.stop())

const desk = (path: string, body: object): Promise<Envelope> =>
  fixture.call({ url: `/desk/api/calendar/${path}`, token: content, body })
const month = (name: string, more = ''): Promise<Envelope> =>
  fixture.call({ url: `/desk/api/calendar/list?month=${name}${more}`, token: content })
const list = (query: string, lang = 'en'): Promise<Envelope> =>
  fixture.call({ url: `/api/calendar/list?${query}`, headers: { lang } })
const marks = (query: string): Promise<Envelope> => fixture.call({ url: `/api/calendar/marks?${query}` })

const payrolls = {
  ...{ time: '2026-01-09 08:30', zone: 'America/New_York', country: 'US', currency: '', importance: 3 },
  ...{ forecast: '180K', previous: '172K', actual: '' },
  titles: JSON.stringify({ en: 'Non-farm payrolls', hk: '非農就業人數' }),
}

async function add(change: Partial<typeof payrolls> = {}) {
  const added = await desk('save', { ...payrolls, ...change })
  assert.equal(added.code, 1, added.msg)
  return added.data
}

const audited = async () =>
  (
    await fixture.database.query<{ action: string; subject: string; details: Record<string, unknown> }>(
      `select action, subject, details from audit_entries where action like 'calendar%' order by id`,
    )
  ).rows

const changes = async () =>
  (
    await fixture.database.query<{ event_id: string; old: unknown; new: unknown; file_sha256: string }>(
      'select event_id, old, new, file_sha256 from calendar_changes order by id',
    )
  ).rows

describe('an event', () => {
  test('is listed in the language of the caller, and for markets in its currency', async () => {
    const { id } = await add()
    const answer = await list('from=2026-01-09&to=2026-01-09')
    assert.ok(Compile(calendarList.answer).Check(answer.data))
    const item = {
      ...{
        id,
        time: '2026-01-09T13:30:00.000Z',
        is_all_day: 0,
        country: 'US',
        currency: 'USD',
        importance: 3,
      },
      ...{ title: 'Non-farm payrolls', language: 'en', forecast: '180K', previous: '172K', actual: '' },
    }
    assert.deepEqual(answer.data, { data: [item], is_cut: 0 })
    const titles = await Promise.all(
      ['hk', 'de'].map(
        async (lang) => (await list('from=2026-01-09&to=2026-01-10', lang)).data.data[0].title,
      ),
    )
    assert.deepEqual(titles, ['非農就業人數', 'Non-farm payrolls'])
    const range = 'from=2026-01-01&to=2026-01-31'
    const eurusd = await marks(`forex_id=101&${range}`)
    assert.ok(Compile(calendarMarks.answer).Check(eurusd.data))
    assert.deepEqual(eurusd.data, {
      currencies: 'EUR,USD',
      data: [{ time: '2026-01-09T13:30:00.000Z', importance: 3 }],
    })
    for (const query of [
      `${range}&currency=EUR,JPY`,
      'from=2026-01-10&to=2026-01-11',
      'from=0&to=1767965400000',
    ])
      assert.notEqual((await list(query)).data.data?.length, 1, query)
  })

  test('that is all-day is marked only for daily candles', async () => {
    await add({ time: '2026-07-03', titles: JSON.stringify({ en: 'Holiday' }) })
    const range = 'forex_id=101&from=2026-07-01&to=2026-07-31'
    assert.deepEqual((await marks(range)).data.data, [])
    const { data } = await marks(`${range}&all_day=1`)
    assert.deepEqual(data.data, [{ time: '2026-07-03T12:00:00.000Z', importance: 3 }])
  })

  test('of Britain concerns a share quoted in pence', async () => {
    await add({ time: '2026-08-06 11:00', country: 'GB', titles: JSON.stringify({ en: 'Rates' }) })
    const { data } = await marks('forex_id=713&from=2026-08-01&to=2026-08-31')
    assert.deepEqual([data.currencies, data.data.length], ['GBP', 1])
  })

  test('is changed with its actual value, and removed, by the operator who saw its newest state', async () => {
    const event = await add({ time: '2026-02-06T13:30Z' })
    const range = 'from=2026-02-01&to=2026-02-28'
    assert.equal((await list(range)).data.data.length, 1)
    const edit = { ...payrolls, time: event.time, id: event.id, revision: event.revision, actual: '201K' }
    const changed = await desk('save', edit)
    assert.deepEqual([changed.data.actual, changed.data.revision], ['201K', event.revision + 1])
    assert.equal((await list(range)).data.data[0].actual, '201K', 'the list shows the change at once')
    const stale = await desk('save', { ...edit, actual: '202K' })
    assert.equal(stale.data.reason, 'changed_meanwhile')
    const { data } = await month('2026-02', '&search=PAYROLLS&currency=USD&importance=3')
    assert.ok(Compile(deskCalendar.answer).Check(data))
    assert.deepEqual([data.total, data.data[0]?.titles['hk']], [1, '非農就業人數'])
    assert.equal((await month('2026-02', '&search=%25')).data.total, 0, 'a wildcard is text')
    const old = { id: event.id, revision: event.revision }
    assert.equal((await desk('remove', old)).data.reason, 'changed_meanwhile')
    assert.equal((await desk('remove', { ...old, revision: event.revision + 1 })).code, 1)
    assert.equal((await desk('remove', old)).data.reason, 'not_found')
    assert.equal((await list(range)).data.data.length, 0)
    const kept = (await changes()).filter(({ event_id }) => Number(event_id) === event.id)
    const actuals = kept.map((change) =>
      [change.old, change.new].map((state) => (state as { actual: string } | null)?.actual),
    )
    assert.deepEqual(actuals, [
      [undefined, ''],
      ['', '201K'],
      ['201K', undefined],
    ])
    const entries = (await audited()).filter(({ subject }) => subject === `calendar_event:${event.id}`)
    assert.deepEqual(
      entries.map(({ action, details }) => [
        action,
        action === 'calendar_event_changed' ? details : undefined,
      ]),
      [
        ['calendar_event_added', undefined],
        ['calendar_event_changed', { actual: { from: '', to: '201K' } }],
        ['calendar_event_removed', undefined],
      ],
    )
  })

  test('with long titles in every language is added, changed and removed', async () => {
    const titlesOf = (letter: string) =>
      JSON.stringify(Object.fromEntries(languages.map(({ code }) => [code, letter.repeat(160)])))
    const values = { forecast: '值'.repeat(40), previous: '前'.repeat(40), actual: '今'.repeat(40) }
    const event = await add({ ...values, titles: titlesOf('甲') })
    const edit = { ...payrolls, id: event.id, revision: event.revision, titles: titlesOf('𠀀') }
    const changed = await desk('save', edit)
    assert.equal(changed.data.titles.en, '𠀀'.repeat(160), changed.msg)
    const removed = await desk('remove', { id: event.id, revision: changed.data.revision })
    assert.equal(removed.code, 1, removed.msg)
    const entries = (await audited()).filter(({ subject }) => subject === `calendar_event:${event.id}`)
    assert.equal(entries.length, 3)
    assert.deepEqual(entries[2]?.details['title_en'], { from: `${'𠀀'.repeat(29)}…`, to: '' })
    const kept = (await changes()).findLast(({ event_id }) => Number(event_id) === event.id)
    assert.equal(
      (kept?.old as CalendarEvent | undefined)?.titles['en'],
      '𠀀'.repeat(160),
      'the history has it whole',
    )
  })

  for (const [change, field] of [
    [{ time: 'tomorrow' }, 'time'],
    [{ time: '2026-03-08 02:30' }, 'time'],
    [{ zone: 'Nowhere' }, 'time'],
    [{ country: 'ZZ' }, 'country'],
    [{ country: 'AQ' }, 'currency'],
    [{ importance: 4 }, 'importance'],
    [{ actual: 'x'.repeat(41) }, 'actual'],
    [{ titles: '{}' }, 'titles'],
    [{ titles: '[' }, 'titles'],
    [{ titles: '{"xx":"a"}' }, 'titles'],
    [{ titles: JSON.stringify({ en: 'x'.repeat(161) }) }, 'titles'],
  ] as const) {
    test(`with ${JSON.stringify(change).slice(0, 40)} is refused for its ${field}`, async () => {
      const { code, data } = await desk('save', { ...payrolls, ...change })
      assert.deepEqual([code, data.reason, data.field], [0, 'invalid_input', field])
    })
  }
})

describe('a range', () => {
  for (const [query, field] of [
    ['from=2026-01-01&to=2026-02-05', 'to'],
    ['from=2026-01-02&to=2026-01-01', 'to'],
    ['from=2026-13-01&to=2026-03-01', 'from'],
    ['from=2026-02-30&to=2026-03-20', 'from'],
    ['from=2026-02-01&to=2026-02-29', 'to'],
    ['from=999999999999999&to=999999999999999', 'from'],
    ['from=1&to=2&currency=usd', 'currency'],
    ['from=1&to=2&importance=4', 'importance'],
  ] as const) {
    test(`${query} is refused for ${field}`, async () => {
      assert.equal((await list(query)).data.field, field)
    })
  }
})

const header = 'uid,time,country,importance,title,title_hk,actual'
const file = (...rows: readonly string[]) => ({
  ...{ source: 'weekly', zone: 'UTC' },
  text: [header, ...rows].join('\n'),
})
const counts = ({ data: { added, changed, unchanged, faulty } }: Envelope) => [
  added,
  changed,
  unchanged,
  faulty,
]

describe('an import', () => {
  const gdp = '1,2026-03-02 10:00,JP,2,GDP,本地生產總值,'
  const rate = '2,2026-03-03 11:00,GB,3,Rate decision,,'

  test('is previewed without storing anything, then adds, changes and leaves alone', async () => {
    const first = await desk('preview_import', file(gdp, rate))
    assert.ok(Compile(deskPreviewImport.answer).Check(first.data))
    assert.deepEqual(counts(first), [2, 0, 0, 0])
    assert.equal((await month('2026-03')).data.total, 0)
    const done = await desk('import', { ...file(gdp, rate), plan: first.data.plan })
    assert.deepEqual(done.data, { added: 2, changed: 0, unchanged: 0 })
    const { data } = await month('2026-03')
    assert.deepEqual(
      data.data.map(({ titles, source }: { titles: object; source: string }) => [titles, source]),
      [
        [{ en: 'GDP', hk: '本地生產總值' }, 'weekly'],
        [{ en: 'Rate decision' }, 'weekly'],
      ],
    )
    const next = file(`${gdp}0.4%`, rate, '3,2026-03-04,US,1,Holiday,,')
    const second = await desk('preview_import', next)
    assert.deepEqual(counts(second), [1, 1, 1, 0])
    assert.deepEqual(second.data.rows[0].changes, [{ field: 'actual', from: '', to: '0.4%' }])
    assert.equal((await desk('import', { ...next, plan: second.data.plan })).code, 1)
    const third = await desk('preview_import', file(gdp.replace('本地生產總值', ''), rate))
    assert.deepEqual(counts(third), [0, 0, 2, 0], 'an empty value or title removes nothing')
    const sums = (await changes()).filter(({ file_sha256 }) => file_sha256 === second.data.sha256)
    assert.equal(sums.length, 2)
    const entry = (await audited()).findLast(({ action }) => action === 'calendar_imported')
    assert.deepEqual(entry?.details, { added: 1, changed: 1, unchanged: 1, sha256: second.data.sha256 })
  })

  test('is refused if it is another file, would change something else by now, or has a fault', async () => {
    const one = file('9,2026-04-01 10:00,JP,2,Tankan,,')
    const { data } = await desk('preview_import', one)
    const other = file('9,2026-04-01 11:00,JP,2,Tankan,,')
    const forOther = await desk('import', { ...other, plan: data.plan })
    assert.equal(forOther.data.reason, 'changed_meanwhile')
    assert.equal((await desk('import', { ...one, plan: data.plan })).code, 1)
    assert.equal((await desk('import', { ...one, plan: data.plan })).data.reason, 'changed_meanwhile')
    const faulty = file(
      '10,2026-04-02 10:00,JP,2,Good,,',
      '10,2026-04-02 10:00,JP,2,Twice,,',
      '11,,JP,2,No time,,',
    )
    const preview = await desk('preview_import', faulty)
    assert.deepEqual(
      preview.data.rows.map(
        ({ line, state, problems }: { line: number; state: string; problems: unknown }) => [
          line,
          state,
          problems,
        ],
      ),
      [
        [3, 'faulty', [{ field: 'line', problem: 'duplicate', text: '2' }]],
        [4, 'faulty', [{ field: 'time', problem: 'time_unreadable', text: '' }]],
        [2, 'added', []],
      ],
    )
    const confirmed = await desk('import', { ...faulty, plan: preview.data.plan })
    assert.equal(confirmed.data.reason, 'import_faulty')
    assert.equal((await month('2026-04')).data.total, 1)
  })

  test('reads an iCalendar file', async () => {
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:cpi@calendar.example',
      'DTSTART:20261013T123000Z',
      'SUMMARY:Consumer prices',
      'LOCATION:US',
      'CATEGORIES:High,USD',
      'END:VEVENT',
      'END:VCALENDAR',
    ]
    const sent = { source: 'ical', zone: 'UTC', text: lines.join('\r\n') }
    const preview = await desk('preview_import', sent)
    assert.deepEqual(counts(preview), [1, 0, 0, 0], JSON.stringify(preview))
    const done = await desk('import', { ...sent, plan: preview.data.plan })
    assert.deepEqual(done.data, { added: 1, changed: 0, unchanged: 0 })
    const { data } = await list('from=2026-10-13&to=2026-10-13')
    assert.deepEqual([data.data[0].title, data.data[0].time], ['Consumer prices', '2026-10-13T12:30:00.000Z'])
    assert.deepEqual([data.data[0].country, data.data[0].currency, data.data[0].importance], ['US', 'USD', 3])
  })

  test('without ids recognises events by country, title and day, whatever their time', async () => {
    const text = (time: string) => `time,country,importance,title\n2026-05-01 ${time},US,2,Retail sales`
    for (const [time, expected] of [
      ['10:00', [1, 0, 0, 0]],
      ['12:30', [0, 1, 0, 0]],
      ['12:30', [0, 0, 1, 0]],
    ] as const) {
      const sent = { source: 'plain', zone: 'UTC', text: text(time) }
      const preview = await desk('preview_import', sent)
      assert.deepEqual(counts(preview), expected)
      await desk('import', { ...sent, plan: preview.data.plan })
    }
    assert.equal((await month('2026-05')).data.total, 1)
  })

  test('of 5,000 events is stored whole, and lists say that they are cut', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, at) =>
        `${at},2026-06-${String(1 + (at % 28)).padStart(2, '0')}T10:${String(at % 60).padStart(2, '0')}Z,NZ,1,Event ${at},事件,`,
    )
    const sent = { ...file(...rows), source: 'large' }
    const preview = await desk('preview_import', sent)
    assert.deepEqual([counts(preview), preview.data.rows.length], [[5000, 0, 0, 0], 300])
    const done = await desk('import', { ...sent, plan: preview.data.plan })
    assert.deepEqual(done.data, { added: 5000, changed: 0, unchanged: 0 }, done.msg)
    const { data } = await list('from=2026-06-01&to=2026-06-28&currency=NZD')
    assert.deepEqual([data.data.length, data.is_cut], [1000, 1])
    const timeOf = (at: number) => Date.UTC(2026, 5, 1 + (at % 28), 10, at % 60)
    const times = Array.from({ length: 5000 }, (_, at) => timeOf(at))
    const firstMs = times.sort((a, b) => a - b)[0] ?? 0
    for (const [fromMs, toMs] of [
      [Date.UTC(2026, 5, 1, 10, 32), Date.UTC(2026, 5, 1, 10, 36)],
      // Nothing is left out here, although the whole hour has more than can be listed.
      [firstMs, times[995] ?? 0],
    ] as const) {
      const found = (await list(`from=${fromMs}&to=${toMs}&currency=NZD`)).data
      const listed = found.data.map(({ time }: { time: string }) => Date.parse(time))
      const expected = times.filter((timeMs) => timeMs >= fromMs && timeMs < toMs)
      assert.deepEqual([listed, found.is_cut], [expected, 0])
    }
    const stored = await month('2026-06', '&search=Event 4999')
    assert.deepEqual(
      stored.data.data.map(({ titles }: CalendarEvent) => titleIn(titles, 'hk').title),
      ['事件'],
    )
    const pool = new Pool({ connectionString: fixture.database.url, max: 1 })
    const decoded = watchDecodedRows(pool)
    const calendar = createCalendar({ pool, clock: systemClock, timers: systemTimers })
    const june = { fromMs: Date.UTC(2026, 5, 1), toMs: Date.UTC(2026, 6, 1) }
    const read = await calendar.list({ ...june, currencies: undefined, importance: 1 })
    await pool.end()
    assert.equal(read !== 'busy' && read.events.length, 1000)
    assert.ok(Math.max(...decoded) <= 64, 'a long list does not occupy the main thread')
  })
})
