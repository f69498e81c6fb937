// The calendar at the console through the whole application: months of other time zones, and previews of long files.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DeskEvent, DeskImportRow } from '#contract/desk/calendar.ts'
import { titleIn } from '#core/calendar/calendar-event.ts'
import { type AppFixture, createAppFixture, type Envelope } from '#test/calls/app-fixture.ts'
import { addOperator, signInOwner } from '#test/calls/app-users.ts'

let fixture: AppFixture
let token: string
before(async () => {
  fixture = await createAppFixture()
  token = (await addOperator(fixture, await signInOwner(fixture), 'content')).token
})
after(async () => await fixture.stop())

const desk = (path: string, body: object): Promise<Envelope> =>
  fixture.call({ url: `/desk/api/calendar/${path}`, token, body })
const list = (query: string): Promise<Envelope> =>
  fixture.call({ url: `/desk/api/calendar/list?${query}`, token })

async function add(title: string, time: string, zone: string): Promise<void> {
  const event = { country: 'US', currency: '', importance: 1, forecast: '', previous: '', actual: '' }
  const added = await desk('save', { ...event, time, zone, titles: JSON.stringify({ en: title }) })
  assert.equal(added.code, 1, added.msg)
}

async function titlesOf(query: string): Promise<readonly string[]> {
  const { code, msg, data } = await list(query)
  assert.equal(code, 1, msg)
  assert.equal(data.total, data.data.length)
  return data.data.map(({ titles }: DeskEvent) => titleIn(titles, 'en').title)
}

const at = (iso: string) => Date.parse(iso)
const range = (from: string, to: string) => `from=${at(from)}&to=${at(to)}`

describe('a month', () => {
  test('is that of the given bounds; all-day events are in the month of their date', async () => {
    await add('January', '2027-01-31 23:59', 'Asia/Hong_Kong')
    await add('Last day of January', '2027-01-31', 'Asia/Hong_Kong')
    await add('February', '2027-02-01 03:00', 'Asia/Hong_Kong')
    await add('First day of February', '2027-02-01', 'Asia/Hong_Kong')
    await add('Last day of February', '2027-02-28', 'Asia/Hong_Kong')
    await add('March', '2027-03-01 00:00', 'Asia/Hong_Kong')
    const days = ['First day of February', 'Last day of February']
    const hongKong = range('2027-01-31T16:00Z', '2027-02-28T16:00Z')
    assert.deepEqual(await titlesOf(`month=2027-02&${hongKong}`), ['February', ...days])
    assert.deepEqual(await titlesOf('month=2027-02'), [...days, 'March'], 'in UTC')
    const kiritimati = range('2027-01-31T10:00Z', '2027-02-28T10:00Z')
    assert.deepEqual(await titlesOf(`month=2027-02&${kiritimati}`), ['January', 'February', ...days])
    const behind = range('2027-02-01T12:00Z', '2027-03-01T12:00Z')
    assert.deepEqual(await titlesOf(`month=2027-02&${behind}`), [...days, 'March'])
  })

  for (const [from, to, field] of [
    ['2027-01-31T09:59:59.999Z', '2027-02-28T10:00Z', 'from'],
    ['2027-02-01T12:00:00.001Z', '2027-03-01T12:00Z', 'from'],
    ['2027-01-31T16:00Z', '2027-03-01T12:00:00.001Z', 'to'],
    ['2027-01-31T16:00Z', '2027-02-28T09:59:59.999Z', 'to'],
    ['1970-01-01T00:00Z', '2100-01-01T00:00Z', 'from'],
  ] as const) {
    test(`from ${from} to ${to} is refused for ${field}`, async () => {
      const { code, data } = await list(`month=2027-02&${range(from, to)}`)
      assert.deepEqual([code, data.reason, data.field], [0, 'invalid_input', field])
    })
  }
})

test('the preview of a long file has its faults first, and counts all rows', async () => {
  const rows = Array.from({ length: 400 }, (_, row) =>
    row < 390 ? `2027-05-01 10:00,US,1,Event ${row}` : `never,US,1,Event ${row}`,
  )
  const text = ['time,country,importance,title', ...rows].join('\n')
  const { data } = await desk('preview_import', { text, zone: 'UTC', source: 'long' })
  assert.deepEqual([data.added, data.faulty, data.rows.length], [390, 10, 300])
  assert.deepEqual(
    data.rows.slice(0, 11).map(({ state, line }: DeskImportRow) => [state, line]),
    [...rows.slice(390).map((_, place) => ['faulty', 392 + place]), ['added', 2]],
  )
})
