import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '#core/candle/period.ts'
import { byDay, eventsOfMark, joinAnswers } from '#web/screens/trade/chart/event-request.ts'

const answer = (...times: readonly string[]) => ({
  data: { currencies: 'EUR,USD', data: times.map((time) => ({ time, importance: 3 })) },
})

test('the answers for chunks are joined in order, and one that is missing has no marks', () => {
  const joined = joinAnswers([
    answer('2026-01-01T00:00:00.000Z'),
    { data: undefined },
    answer('2026-03-01T00:00:00.000Z'),
  ])
  assert.equal(joined.currencies, 'EUR,USD')
  assert.deepEqual(
    joined.times.map(({ timeMs }) => timeMs),
    [Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 1)],
  )
  assert.deepEqual(joinAnswers([{ data: undefined }]), { currencies: undefined, times: [] })
})

test('the events of a mark are asked for from the first to the last, at most 35 days', () => {
  const mark = { dataIndex: 0, firstMs: 1_000, lastMs: 2_000, importance: 3 }
  const asked = { from: '1000', to: '2001', currency: 'USD', importance: 1 }
  assert.deepEqual(eventsOfMark(mark, 'USD', 1), asked)
  assert.equal(eventsOfMark({ ...mark, lastMs: 90 * dayMs }, 'USD', 1).to, String(1_000 + 35 * dayMs))
})

test('events are listed by day, all-day events first', () => {
  const event = (id: number, time: string, is_all_day = 0) => ({
    ...{ id, time, is_all_day, country: 'US', currency: 'USD', importance: 3, title: 'A', language: 'en' },
    ...{ forecast: '', previous: '', actual: '' },
  })
  const events = [
    event(1, '2026-01-05T11:50:00.000Z'),
    event(2, '2026-01-05T12:00:00.000Z', 1),
    event(3, '2026-01-08T11:00:00.000Z'),
  ]
  assert.deepEqual(
    byDay(events).map(({ events: found }) => found.map(({ id }) => id)),
    [[2, 1], [3]],
  )
})
