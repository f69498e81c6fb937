import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSteps } from '#desk/screens/withdrawals/withdrawal-steps.ts'

const usual = { reviewer: '', needs_second: 0, is_own_payment: 0, proposal: null }
const own = 'anna@example.com'
const proposal = { id: 1, action: 'withdrawal_return', proposed_by: own, proposed_at: '' }

describe('the open steps of a withdrawal', () => {
  const table = [
    ['requested', {}, '', 'locking'],
    ['locked', {}, 'returned reviewing', undefined],
    ['reviewing', { reviewer: own }, 'returned paying', undefined],
    ['reviewing', { reviewer: own, needs_second: 1 }, 'returned', 'own_review'],
    ['reviewing', { reviewer: 'ben@example.com', needs_second: 1 }, 'returned approved', undefined],
    ['approved', { needs_second: 1 }, 'returned paying', undefined],
    ['paying', { is_own_payment: 1 }, 'returned sent', undefined],
    ['paying', {}, 'returned', 'other_payer'],
    ['paying', { is_own_payment: 1, proposal }, '', 'proposed'],
    ['sent', {}, '', undefined],
    ['returned', {}, '', undefined],
    ['cancelled', {}, '', undefined],
    ['void', {}, '', undefined],
    ['brand_new', {}, '', undefined],
  ] as const
  for (const [state, change, steps, hindrance] of table) {
    test(`${state} ${JSON.stringify(change)}: ${steps || 'none'}`, () => {
      const open = openSteps({ ...usual, ...change, state }, own)
      assert.equal(open.steps.join(' '), steps)
      assert.equal(open.hindrance, hindrance)
    })
  }
})
