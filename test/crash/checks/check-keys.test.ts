import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OutcomeAnswer } from '#contract/calls/trading.ts'
import type { StoredOutcome } from '#server/engine/engine-store.ts'
import { checkKeys } from '#test/crash/checks/check-keys.ts'
import type { DatabaseState, OutcomeRow } from '#test/crash/checks/database-state.ts'
import type { Answer } from '#test/crash/load/call-client.ts'
import type { KeyRecord } from '#test/crash/load/key-log.ts'

const key = 'key-000001'
const record: KeyRecord = {
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

function check(answers: Partial<KeyRecord>, outcome?: StoredOutcome, row: Partial<OutcomeRow> = {}): string {
  const outcomes = outcome === undefined ? [] : [{ user_id: 7, key, outcome, ...row }]
  const state = { outcomes } as Partial<DatabaseState> as DatabaseState
  return checkKeys(state, [{ ...record, ...answers }]).join('\n')
}

describe('the check of keys', () => {
  const right: readonly (readonly [string, Partial<KeyRecord>, StoredOutcome | undefined])[] = [
    ['a lost call without an outcome', { unknown: 1 }, undefined],
    ['a lost call that was decided', { unknown: 1 }, keptDone],
    ['a call that was always busy', { busy: 2 }, undefined],
    ['equal answers and outcomes', { definite: [done, done], asked: 2, outcomes: [toldDone] }, keptDone],
    ['an outcome in place of an answer', { unknown: 1, asked: 1, outcomes: [toldDone, toldDone] }, keptDone],
    ['a late call and its outcome', { definite: [tooLate], asked: 1, outcomes: [toldLate] }, keptLate],
    [
      'an outcome never, then a repeat',
      { unknown: 1, asked: 2, outcomes: [never, never], definite: [tooLate] },
      burned,
    ],
    ['an unanswered outcome call, then a repeat', { unknown: 1, asked: 1, definite: [tooLate] }, burned],
  ]
  for (const [name, answers, stored] of right) {
    test(`accepts ${name}`, () => assert.equal(check(answers, stored), ''))
  }

  const wrong: readonly (readonly [string, Partial<KeyRecord>, StoredOutcome | undefined, RegExp])[] = [
    ['two different answers', { definite: [done, tooLate] }, keptDone, /answered .*, then/],
    ['an answer without a stored outcome', { definite: [done] }, undefined, /not in the database/],
    ['an effect of a busy call', { busy: 1 }, keptDone, /answered as busy/],
    ['done, but stored as refused', { definite: [done] }, keptLate, /stored as refused/],
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
    ['never, but stored as done', { unknown: 1, asked: 1, outcomes: [never] }, keptDone, /stored as done/],
    [
      'never, but stored as a refusal',
      { unknown: 1, asked: 1, outcomes: [never] },
      keptLate,
      /stored as refused/,
    ],
    [
      'never without a stored outcome',
      { unknown: 1, asked: 1, outcomes: [never] },
      undefined,
      /not in the database/,
    ],
    ['a key burned without an outcome call', { unknown: 1 }, burned, /never requested/],
    ['an answer whose key is burned', { definite: [done], asked: 1 }, burned, /stored as burned/],
  ]
  for (const [name, answers, stored, words] of wrong) {
    test(`finds ${name}`, () => assert.match(check(answers, stored), words))
  }

  test('finds an outcome of another user, and one with other orders than the answer', () => {
    assert.match(check({ definite: [done] }, keptDone, { user_id: 8 }), /another user/)
    const other = { kind: 'done', orders: [{ id: 1 }] } as unknown as StoredOutcome
    assert.match(check({ definite: [done] }, other), /the orders in its answer/)
  })
})
