import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventFilter } from '#server/calendar/calendar-types.ts'
import { createRecentResults } from '#server/calendar/recent-results.ts'

const hourMs = 3_600_000
const anything = { currencies: undefined, importance: 1 } as const

function createResults(mostEntries = 1000) {
  const asked: EventFilter[] = []
  const clock = { nowMs: 0, elapsed: () => clock.nowMs }
  const state: { result: readonly string[] | 'busy' } = { result: ['event'] }
  const results = createRecentResults<readonly string[], EventFilter>({
    clock,
    mostEntries,
    async readResult(filter) {
      asked.push(filter)
      return state.result
    },
  })
  const read = (fromMs: number, toMs = fromMs + 1) => results.read({ fromMs, toMs, ...anything })
  return { asked, clock, state, read, forget: results.forget }
}

test('ranges of the same hours share one read of whole hours', async () => {
  const { asked, read } = createResults()
  for (const shiftMs of [0, 1, hourMs - 1]) await read(hourMs + shiftMs, 3 * hourMs - shiftMs)
  assert.deepEqual(asked, [{ fromMs: hourMs, toMs: 3 * hourMs, ...anything }])
  await read(hourMs - 1, 3 * hourMs)
  assert.equal(asked.length, 2)
})

test('a result is read again after thirty seconds, after a change, and if the read was refused', async () => {
  const { asked, clock, state, read, forget } = createResults()
  await read(0)
  clock.nowMs = 29_999
  await read(0)
  assert.equal(asked.length, 1)
  clock.nowMs = 30_000
  await read(0)
  assert.equal(asked.length, 2)
  const pending = read(hourMs)
  forget()
  state.result = 'busy'
  assert.deepEqual(await pending, ['event'])
  assert.equal(await read(hourMs), 'busy', 'a read that began before the change is not used after it')
  state.result = ['changed']
  assert.deepEqual(await read(hourMs), ['changed'])
})

test('results are kept up to a number of entries', async () => {
  const { asked, read, state } = createResults(50)
  state.result = Array.from({ length: 15 }, () => 'event')
  for (const hour of [1, 2, 1, 3, 1, 2]) await read(hour * hourMs)
  assert.deepEqual(
    asked.map(({ fromMs }) => fromMs / hourMs),
    [1, 2, 3, 2],
  )
})
