import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareNotices } from '#test/crash/checks/check-notices.ts'
import type { DatabaseState } from '#test/crash/checks/database-state.ts'

const at = '2026-01-05T10:00:01.000Z'
const row = {
  id: 1,
  user_id: 7,
  kind: 'limit',
  parent_id: null,
  opened_at: at,
  end_cause: null,
  ended_at: null,
}
const closed = { ...row, end_cause: 'stop_loss', ended_at: at }
const notice = {
  user_id: 7,
  kind: 'order_filled',
  parameters: { order: 1 },
  created_at: at,
}
const stopped = { ...notice, kind: 'stop_loss' }
const call = { ...notice, kind: 'margin_call', parameters: { level: '99.00' } }

function compare(
  orders: readonly object[],
  notices: readonly object[],
  calls: readonly object[] = [],
): string {
  const state = { orders, notices, margin_notices: calls } as unknown as DatabaseState
  return compareNotices(state).join('\n')
}

describe('the check of notices', () => {
  test('accepts one notice for each event of an order and for each margin call', () => {
    assert.equal(compare([row], [notice]), '')
    assert.equal(compare([closed], [notice, stopped]), '')
    assert.equal(compare([{ ...closed, kind: 'market' }], [stopped]), '')
    assert.equal(compare([{ ...row, parent_id: 3, end_cause: 'user' }], []), '')
    assert.equal(compare([], [call], [{ user_id: 7, risk_rate: 9900, created_at: at }]), '')
    const cancelled = { ...row, opened_at: null, end_cause: 'insufficient_margin', ended_at: at }
    const parameters = { order: 1, reason: 'insufficient_margin' }
    const told = { ...notice, kind: 'order_cancelled', parameters }
    assert.equal(compare([cancelled], [told]), '')
    const credited = { ...notice, kind: 'deposit_credited', parameters: { amount: '5.00' } }
    assert.equal(compare([row], [notice, credited]), '')
  })

  test('finds a missing, a repeated and a wrong notice', () => {
    assert.match(compare([closed], [notice]), /stop_loss 1 .*stored 0 times instead of 1/)
    assert.match(compare([row], [notice, notice]), /stored 2 times instead of 1/)
    assert.match(compare([row], [notice, stopped]), /stored 1 times instead of 0/)
    assert.match(compare([row], [{ ...notice, user_id: 8 }]), /"8 order_filled .*instead of 0/)
    assert.match(compare([], [call], []), /margin_call .*instead of 0/)
  })
})
