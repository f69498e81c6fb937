import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitingTime } from '#web/parts/funds/waiting-time.ts'

const until = '2026-11-15T08:00:00.000Z'
const table: readonly (readonly [number, string | undefined])[] = [
  [24 * 3600_000, '24:00:00'],
  [24 * 3600_000 - 1, '24:00:00'],
  [3_599_000, '00:59:59'],
  [1, '00:00:01'],
  [0, undefined],
  [-5_000, undefined],
]
for (const [leftMs, text] of table)
  test(`${leftMs} ms are ${text}`, () => assert.equal(waitingTime(until, Date.parse(until) - leftMs), text))

test('no time is left until an unknown time', () => assert.equal(waitingTime('', 0), undefined))
