import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { periodInput } from '#desk/screens/support/figures-period.ts'

const now = Date.UTC(2026, 2, 5, 12)
const local = (day: number, month = 2, year = 2026) => new Date(year, month, day).getTime()

const table = [
  [{ days: 7 }, { from: now - 7 * 86_400_000, to: now }],
  [
    { from: '2026-03-01', to: '2026-03-02' },
    { from: local(1), to: local(3) },
  ],
  [
    { from: '2026-03-02', to: '2026-03-02' },
    { from: local(2), to: local(3) },
  ],
  [{ from: '2026-03-02', to: '2026-03-01' }, undefined],
  [{ from: '', to: '2026-03-01' }, undefined],
  [{ from: '2024-01-01', to: '2026-03-01' }, undefined],
] as const

describe('the period of the figures', () => {
  for (const [period, input] of table)
    test(`${JSON.stringify(period)} is ${JSON.stringify(input)}`, () => {
      assert.deepEqual(periodInput(period, now), input)
    })
})
