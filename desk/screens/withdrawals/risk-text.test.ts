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
    ['same_payment', '#4, #17', 'risk.same_payment', { kind: 'text', text: '#4, #17' }],
    ['brand_new', '7', 'brand_new', { kind: 'text', text: '7' }],
  ] as const
  for (const [kind, figure, text, shown] of table) {
    test(`${kind} with “${figure}”`, () => {
      assert.deepEqual(riskText({ kind, figure }, t), { text, figure: shown })
    })
  }
})
