import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import { type RiskMark, riskMarks, type WithdrawalFacts } from '#server/funds/review/risk-marks.ts'

const requestedAt = new Date('2026-11-18T12:00:00Z')
const daysBefore = (days: number) => new Date(requestedAt.getTime() - days * 86_400_000)

const usual: WithdrawalFacts = {
  requestedAt,
  sentBefore: 3,
  methodCreatedAt: daysBefore(90),
  sharedBy: 0,
  payeeName: '',
  verifiedName: 'Anna Müller',
  passwordChangedAt: null,
  lastDeposit: { at: daysBefore(30), amount: micros(50_000_000) },
  endedOrders: 12,
  samePayment: [],
}

const table: readonly (readonly [string, Partial<WithdrawalFacts>, readonly RiskMark[]])[] = [
  ['nothing for a usual withdrawal', {}, []],
  ['the first withdrawal', { sentBefore: 0 }, [{ kind: 'first_withdrawal', figure: '' }]],
  [
    'a payout method of six days',
    { methodCreatedAt: daysBefore(6) },
    [{ kind: 'new_method', figure: daysBefore(6).toISOString() }],
  ],
  ['no payout method of eight days', { methodCreatedAt: daysBefore(8) }, []],
  ['a destination of two other users', { sharedBy: 2 }, [{ kind: 'shared_destination', figure: '2' }]],
  [
    'an account holder with another name',
    { payeeName: 'Boris Miller' },
    [{ kind: 'payee_name_differs', figure: 'Anna Müller' }],
  ],
  ['no name in another order, case and without accents', { payeeName: 'MULLER, anna' }, []],
  ['no name without a verified identity', { payeeName: 'Boris', verifiedName: '' }, []],
  [
    'a password changed yesterday',
    { passwordChangedAt: daysBefore(1) },
    [{ kind: 'recent_password_change', figure: daysBefore(1).toISOString() }],
  ],
  ['no password changed last month', { passwordChangedAt: daysBefore(30) }, []],
  [
    'a deposit of yesterday',
    { lastDeposit: { at: daysBefore(1), amount: micros(250_500_000) } },
    [{ kind: 'recent_deposit', figure: '250.500000' }],
  ],
  ['no deposit without one', { lastDeposit: null }, []],
  [
    'two others with the same payment',
    { samePayment: [4, 17] },
    [{ kind: 'same_payment', figure: '#4, #17' }],
  ],
  ['an account that never traded', { endedOrders: 0 }, [{ kind: 'no_trades', figure: '' }]],
]

describe('riskMarks', () => {
  for (const [name, facts, expected] of table)
    it(`marks ${name}`, () => assert.deepEqual(riskMarks({ ...usual, ...facts }), expected))
})
