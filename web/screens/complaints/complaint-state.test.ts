import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isProbablyFiled, shownState } from '#web/screens/complaints/complaint-state.ts'

const due_at = '2026-03-10T12:00:00.000Z'
const dueMs = Date.parse(due_at)

describe('the state of a complaint', () => {
  for (const [state, nowMs, shown] of [
    ['open', dueMs, 'open'],
    ['open', dueMs + 1, 'overdue'],
    ['answered', dueMs + 1, 'answered'],
  ] as const)
    test(`that is ${state} ${nowMs - dueMs} ms after its deadline is ${shown}`, () =>
      assert.equal(shownState({ state, due_at }, nowMs), shown))
})

describe('a complaint without an answer of the server', () => {
  const sent = { text: 'Why?\nI asked.', sentAtMs: dueMs }
  const listed = (text: string, minutes: number) => [
    { text, created_at: new Date(dueMs + minutes * 60_000).toISOString() },
  ]
  for (const [name, complaints, isFiled] of [
    ['the same text', listed('Why? I asked.', 1), true],
    ['a phone that is ahead', listed(sent.text, -9), true],
    ['an earlier complaint of the same text', listed(sent.text, -11), false],
    ['another text', listed('Why?', 1), false],
    ['no complaints', [], false],
  ] as const)
    test(`was ${isFiled ? '' : 'not '}filed: ${name}`, () =>
      assert.equal(isProbablyFiled(sent, complaints), isFiled))
})
