import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeskEvent } from '#contract/desk/calendar.ts'
import { emptyForm, formFaults, formOf, mergeEvent, saveInput } from '#desk/screens/calendar/event-form.ts'

const event: DeskEvent = {
  ...{
    id: 7,
    time: '2026-07-01T03:30:00.000Z',
    is_all_day: 0,
    country: 'JP',
    currency: 'JPY',
    importance: 3,
  },
  ...{ forecast: '1%', previous: '', actual: '', titles: { jp: '短観' }, source: '', revision: 4 },
}

describe('the form of an event', () => {
  test('shows its time in a zone and saves the same event', () => {
    const form = formOf(event, 'America/New_York')
    assert.deepEqual(
      [form.date, form.time, form.titles],
      ['2026-06-30', '23:30', { en: '', hk: '', jp: '短観' }],
    )
    assert.deepEqual(saveInput(form, event), {
      ...{ id: 7, revision: 4, time: '2026-06-30 23:30', zone: 'America/New_York', country: 'JP' },
      ...{ currency: 'JPY', importance: 3, forecast: '1%', previous: '', actual: '' },
      titles: '{"jp":"短観"}',
    })
    assert.deepEqual(formFaults(form), {})
  })

  test('keeps the date of an all-day event', () => {
    const form = formOf({ ...event, time: '2026-07-01T12:00:00.000Z', is_all_day: 1 }, 'Pacific/Auckland')
    assert.deepEqual([form.date, form.time, saveInput(form, event).time], ['2026-07-01', '', '2026-07-01'])
  })

  test('takes what someone else has changed, and keeps what was typed', () => {
    const before = formOf(event, 'UTC')
    const newer = formOf(
      { ...event, time: '2026-07-02T04:00:00.000Z', actual: '2%', titles: { jp: '短観', de: 'Tankan' } },
      'UTC',
    )
    const typed = { ...before, forecast: '3%', titles: { ...before.titles, en: 'Survey' } }
    assert.deepEqual(mergeEvent(typed, before, newer), {
      ...{ ...newer, forecast: '3%' },
      titles: { en: 'Survey', hk: '', jp: '短観', de: 'Tankan' },
    })
    const moved = mergeEvent({ ...before, time: '05:00' }, before, newer)
    assert.deepEqual([moved.date, moved.time, moved.actual], ['2026-07-01', '05:00', '2%'])
  })

  test('names the fault of each field', () => {
    assert.deepEqual(formFaults(emptyForm('UTC', '')), {
      time: 'time_unreadable',
      country: 'country_unknown',
      currency: 'currency_unknown',
      titles: 'title_missing',
    })
    const skipped = { ...formOf(event, 'UTC'), date: '2026-03-29', time: '02:30', zone: 'Europe/Berlin' }
    assert.deepEqual(formFaults(skipped), { time: 'time_skipped' })
  })
})
