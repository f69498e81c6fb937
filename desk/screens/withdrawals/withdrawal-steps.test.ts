import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { needsCode, openSteps, type Step } from '#desk/screens/withdrawals/withdrawal-steps.ts'

const usual = {
  reviewer: '',
  approver: '',
  needs_second: 0,
  identity_missing: 0,
  is_own_payment: 0,
  can_payer_act: 1,
  proposal: null,
}
const own = 'anna@example.com'
const proposal = { id: 1, action: 'withdrawal_return', proposed_by: own, proposed_at: '' }

describe('the open steps of a withdrawal', () => {
  const table = [
    ['requested', {}, '', 'locking'],
    ['locked', {}, 'returned reviewing', undefined],
    ['reviewing', { reviewer: own }, 'returned paying', undefined],
    ['reviewing', { reviewer: own, needs_second: 1 }, 'returned', 'own_review'],
    ['reviewing', { reviewer: 'ben@example.com', needs_second: 1 }, 'returned approved', undefined],
    ['approved', { needs_second: 1, approver: 'ben@example.com' }, 'returned paying', undefined],
    ['approved', { needs_second: 1, approver: own }, 'returned', 'own_approval'],
    ['approved', { needs_second: 0, approver: own }, 'returned paying', undefined],
    ['reviewing', { identity_missing: 1 }, 'returned', 'not_verified'],
    [
      'reviewing',
      { reviewer: 'ben@example.com', needs_second: 1, identity_missing: 1 },
      'returned approved',
      undefined,
    ],
    ['approved', { needs_second: 1, identity_missing: 1 }, 'returned', 'not_verified'],
    ['paying', { is_own_payment: 1, identity_missing: 1 }, 'returned sent', undefined],
    ['paying', { is_own_payment: 1 }, 'returned sent', undefined],
    ['paying', {}, 'returned', 'other_payer'],
    ['paying', { can_payer_act: 0 }, 'returned', 'payer_gone'],
    ['paying', { is_own_payment: 1, proposal }, '', 'proposed'],
    ['sent', {}, '', undefined],
    ['returned', {}, '', undefined],
    ['cancelled', {}, '', undefined],
    ['void', {}, '', undefined],
    ['brand_new', {}, '', undefined],
  ] as const
  for (const [state, change, steps, hindrance] of table) {
    test(`${state} ${JSON.stringify(change)}: ${steps || 'none'}`, () => {
      const open = openSteps({ ...usual, ...change, state }, { ownEmail: own, isTwoPersonWaived: false })
      assert.equal(open.steps.join(' '), steps)
      assert.equal(open.hindrance, hindrance)
    })
  }

  test('are all open to one operator while the two-person rule is waived', () => {
    const alone = { ownEmail: own, isTwoPersonWaived: true }
    const large = { ...usual, reviewer: own, approver: own, needs_second: 1 }
    assert.deepEqual(openSteps({ ...large, state: 'reviewing' }, alone).steps, ['returned', 'approved'])
    assert.deepEqual(openSteps({ ...large, state: 'approved' }, alone).steps, ['returned', 'paying'])
  })
})

describe('a step of a withdrawal', () => {
  const table: readonly (readonly [Step, needsSecond: number, isAsked: boolean])[] = [
    ['reviewing', 1, false],
    ['approved', 0, true],
    ['approved', 1, true],
    ['paying', 0, false],
    ['paying', 1, true],
    ['sent', 1, false],
    ['returned', 1, false],
  ]
  for (const [to, needs_second, isAsked] of table)
    test(`to ${to} with needs_second ${needs_second} asks for ${isAsked ? 'a' : 'no'} code`, () => {
      assert.equal(needsCode(to, { needs_second }), isAsked)
    })
})
