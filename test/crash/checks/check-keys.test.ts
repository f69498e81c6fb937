import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OutcomeAnswer } from '#contract/calls/trading.ts'
import type { StoredOutcome } from '#server/engine/engine-store.ts'
import { judgeKeys } from '#test/crash/checks/check-keys.ts'
import type { Facts, OutcomeRow } from '#test/crash/checks/database-state.ts'
import type { Answer } from '#test/crash/load/call-client.ts'
import type { Note } from '#test/crash/load/key-log.ts'

const key = 'key-000001'
const note: Note = {
  userId: 7,
  token: 'token',
  key,
  action: { kind: 'close_many', input: { ids: '3,1,2' } },
  openedAtMs: 0,
  definite: [],
  unknown: 0,
  busy: 0,
  asked: 0,
  outcomes: [],
}

const closed = (Id: number) => ({ Id, code: 1, reason: null, order: { Id } })
const refused = (Id: number) => ({ Id, code: 0, reason: 'order_not_open', order: null })
const done: Answer = { code: 1, msg: '', data: { results: [refused(3), closed(1), closed(2)] } }
const toldDone: OutcomeAnswer = {
  state: 'decided',
  outcome: { ...done, reason: null, data: { results: [closed(1), closed(2), refused(3)] } },
}
const tooLate: Answer = { code: 0, msg: 'Too late.', data: { reason: 'too_late' } }
const toldLate: OutcomeAnswer = { state: 'decided', outcome: { ...tooLate, reason: 'too_late' } }
const never: OutcomeAnswer = { state: 'never' }

const keptDone = { kind: 'done', orders: [{ id: 1 }, { id: 2 }] } as unknown as StoredOutcome
const keptLate: StoredOutcome = { kind: 'refused', reason: 'too_late' }
const burned: StoredOutcome = { kind: 'burned' }

function judge(heard: Partial<Note>, outcome?: StoredOutcome, row: Partial<OutcomeRow> = {}): string {
  const outcomes = outcome === undefined ? [] : [{ user_id: 7, key, outcome, ...row }]
  const facts = { outcomes } as Partial<Facts> as Facts
  return judgeKeys(facts, [{ ...note, ...heard }]).join('\n')
}

describe('the check of keys', () => {
  const right: readonly (readonly [string, Partial<Note>, StoredOutcome | undefined])[] = [
    ['a lost call of which nothing is known', { unknown: 1 }, undefined],
    ['a lost call that was decided', { unknown: 1 }, keptDone],
    ['a call that was only ever busy', { busy: 2 }, undefined],
    ['equal answers and outcomes', { definite: [done, done], asked: 2, outcomes: [toldDone] }, keptDone],
    ['an outcome in place of an answer', { unknown: 1, asked: 1, outcomes: [toldDone, toldDone] }, keptDone],
    ['a call too late and its outcome', { definite: [tooLate], asked: 1, outcomes: [toldLate] }, keptLate],
    ['never and a repeat', { unknown: 1, asked: 2, outcomes: [never, never], definite: [tooLate] }, burned],
    ['an unanswered question and a repeat', { unknown: 1, asked: 1, definite: [tooLate] }, burned],
  ]
  for (const [name, heard, kept] of right) {
    test(`accepts ${name}`, () => assert.equal(judge(heard, kept), ''))
  }

  const wrong: readonly (readonly [string, Partial<Note>, StoredOutcome | undefined, RegExp])[] = [
    ['two answers', { definite: [done, tooLate] }, keptDone, /answered .*, then/],
    ['an answer that is not kept', { definite: [done] }, undefined, /not in the database/],
    ['an effect of a busy call', { busy: 1 }, keptDone, /said to be busy/],
    ['done but kept as refused', { definite: [done] }, keptLate, /kept as refused/],
    [
      'results in another order',
      { definite: [{ ...done, data: toldDone.outcome?.data }] },
      keptDone,
      /sent 3,1,2/,
    ],
    ['another outcome', { definite: [done], asked: 1, outcomes: [toldLate] }, keptDone, /its outcome is/],
    ['two outcomes', { unknown: 1, asked: 2, outcomes: [toldDone, toldLate] }, keptDone, /its outcome is/],
    [
      'done after never',
      { asked: 1, outcomes: [never], definite: [done] },
      keptDone,
      /never, but it was answered/,
    ],
    ['decided after never', { asked: 2, outcomes: [never, toldDone] }, keptDone, /also never/],
    ['never, kept as done', { unknown: 1, asked: 1, outcomes: [never] }, keptDone, /kept as done/],
    ['never, kept as a refusal', { unknown: 1, asked: 1, outcomes: [never] }, keptLate, /kept as refused/],
    [
      'never that was not kept',
      { unknown: 1, asked: 1, outcomes: [never] },
      undefined,
      /not in the database/,
    ],
    ['a key burned unasked', { unknown: 1 }, burned, /never asked for/],
    ['an answer whose key is burned', { definite: [done], asked: 1 }, burned, /kept as burned/],
  ]
  for (const [name, heard, kept, words] of wrong) {
    test(`finds ${name}`, () => assert.match(judge(heard, kept), words))
  }

  test('finds a key kept for another user, and other orders than were answered', () => {
    assert.match(judge({ definite: [done] }, keptDone, { user_id: 8 }), /somebody else/)
    const other = { kind: 'done', orders: [{ id: 1 }] } as unknown as StoredOutcome
    assert.match(judge({ definite: [done] }, other), /other orders/)
  })
})
