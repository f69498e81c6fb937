import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { riskText } from '#desk/screens/withdrawals/risk-text.ts'

const t = (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')

describe('the text of a risk mark', () => {
  const at = '2026-03-05T08:00:00.000Z'
  const table = [
    ['first_withdrawal', '', 'risk.first_withdrawal', undefined],
    ['new_method', at, 'risk.new_method', { kind: 'time', at }],
    ['shared_destination', '3', 'risk.shared_destination.count 3', undefined],
    ['shared_destination', '', 'risk.shared_destination', undefined],
    ['shared_voucher', '2', 'risk.shared_voucher.count 2', undefined],
    ['large_share', '92%', 'risk.large_share', { kind: 'text', text: '92%' }],
    ['brand_new', '7', 'brand_new', { kind: 'text', text: '7' }],
  ] as const
  for (const [kind, figure, text, shown] of table) {
    test(`${kind} with “${figure}”`, () => {
      assert.deepEqual(riskText({ kind, figure }, t), { text, figure: shown })
    })
  }
})
