import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendar } from '#server/calendar/calendar.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { nextTurn } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

test('reads for users are two at a time, and refused as busy behind a full queue', async () => {
  const answers: (() => void)[] = []
  let asked = 0
  const query = async () => {
    asked += 1
    await new Promise<void>((resolve) => answers.push(resolve))
    return { rows: [] }
  }
  const calendar = createCalendar({
    pool: { query } as unknown as Pool,
    clock: { now: () => 0, elapsed: () => 0 },
    timers: createFakeTimers(),
  })
  const filterOf = (hour: number) => ({
    ...{ fromMs: hour * 3_600_000, toMs: (hour + 1) * 3_600_000 },
    ...{ currencies: undefined, importance: 1 as const },
  })
  const waiting = Array.from({ length: 102 }, (_, hour) => calendar.list(filterOf(hour)))
  assert.equal(asked, 2)
  assert.equal(await calendar.list(filterOf(102)), 'busy')
  assert.equal(await calendar.marks({ ...filterOf(102), withAllDay: false }), 'busy')
  while (answers.length > 0) {
    for (const answer of answers.splice(0)) answer()
    await nextTurn()
  }
  assert.equal((await Promise.all(waiting)).includes('busy'), false)
  assert.equal(asked, 102)
})
