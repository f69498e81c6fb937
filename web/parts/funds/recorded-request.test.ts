import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProbablyRecorded } from '#web/parts/funds/recorded-request.ts'

const sentAtMs = Date.parse('2026-11-15T08:00:00.000Z')
const sent = {
  key: 'key-000001',
  userId: 7,
  sentAtMs,
  kind: 'withdrawal',
  sends: 1,
  currency: 'USDT',
  input: { number: '100', draw_currency_id: 1, draw_method_id: 2 },
} as const
const record = { number: '100.000000', currency: 'USDT', created_at: '2026-11-15T08:00:01.000Z' }

const table: readonly (readonly [string, Partial<typeof record>, boolean])[] = [
  ['the same amount, just after', {}, true],
  ['a little before, by another clock', { created_at: '2026-11-15T07:51:00.000Z' }, true],
  ['long before', { created_at: '2026-11-15T07:49:00.000Z' }, false],
  ['another amount', { number: '100.01' }, false],
  ['another currency', { currency: 'BTC' }, false],
]
for (const [name, change, isRecorded] of table)
  test(`${name} is ${isRecorded ? '' : 'not '}the request`, () =>
    assert.equal(isProbablyRecorded(sent, [{ ...record, ...change }]), isRecorded))

test('a payout method has no record', () => {
  const method = {
    ...sent,
    kind: 'payout_method',
    input: { type: 1, draw_id: 2 },
  } as const
  assert.equal(isProbablyRecorded(method, [record]), false)
})
