import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WithdrawalStep } from '#core/decision/command.ts'
import type { PayoutTerms } from '#core/funds/payout.ts'
import type { Movement } from '#core/ledger/movement.ts'
import { type Micros, micros, rate } from '#core/money/amounts.ts'
import { decidedOf, reasonOf, refusalOf } from '#test/trading/decisions.ts'
import { createTrader, type Trader, usd } from '#test/trading/trader.ts'

const prices = { EURUSD: ['1.08420', '1.08430'] } as const
const deposit = (trader: Trader, amount: Micros, known: Movement | null = null) =>
  trader.submit({ kind: 'deposit', amount, reference: 'deposit:1', known })
const withdraw = (trader: Trader, amount: Micros, known: Movement | null = null) =>
  trader.submit({ kind: 'request_withdrawal', amount, reference: 'withdrawal:1', known })

describe('a deposit', () => {
  test('is credited at once', () => {
    const trader = createTrader({ cash: '0', prices })
    const { effects } = decidedOf(deposit(trader, usd('12.5')))
    const shared = { amount: 12_500_000, reference: 'deposit:1' }
    assert.deepEqual(effects.movement, { ...shared, kind: 'deposit', state: 'credited' })
    assert.deepEqual(effects.transfers, [
      { ...shared, source: 'deposits', destination: 'cash', type: 'deposit', orderId: null },
    ])
    assert.equal(trader.account().cash, 12_500_000)
  })

  test('is refused for a demo account, then a bad amount, then a known reference, then the balance limit', () => {
    const known: Movement = { reference: 'deposit:1', kind: 'deposit', amount: micros(1), state: 'credited' }
    const full = createTrader({ cash: '1000000000', prices })
    assert.equal(
      reasonOf(deposit(createTrader({ book: 'demo', prices }), micros(0), known)),
      'demo_forbidden',
    )
    for (const amount of [0, -1])
      assert.equal(reasonOf(deposit(full, micros(amount), known)), 'invalid_amount')
    for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      assert.equal(reasonOf(deposit(full, amount as Micros, known)), 'invalid_amount')
    assert.equal(reasonOf(deposit(full, micros(1), known)), 'movement_exists')
    assert.equal(reasonOf(deposit(full, micros(1))), 'notional_limit')
    assert.equal(reasonOf(deposit(createTrader({ cash: '999999999', prices }), usd('1'))), 'decided')
  })

  test('counts locked money towards the balance limit, because it may be returned', () => {
    const trader = createTrader({ cash: '1000000000', prices })
    const all = { amount: usd('1000000000'), reference: 'withdrawal:all', known: null }
    decidedOf(trader.submit({ kind: 'request_withdrawal', ...all }))
    assert.equal(trader.account().cash, 0)
    assert.equal(reasonOf(deposit(trader, micros(1))), 'notional_limit')
  })

  const operators = { operatorId: 1, approverId: 2 }
  const decisions = [
    // result, note, reason
    ['credited', undefined, 'decided'],
    ['credited', 'Thanks', 'invalid_request'],
    ['rejected', 'The amount differs', 'decided'],
    ['rejected', undefined, 'invalid_request'],
    ['rejected', '', 'invalid_request'],
    ['rejected', ' blanks ', 'invalid_request'],
    ['rejected', 'x'.repeat(501), 'invalid_request'],
    ['rejected', 'a\0b', 'invalid_request'],
    ['rejected', 'a\ud800b', 'invalid_request'],
    ['invalid', undefined, 'decided'],
    ['invalid', 'No', 'invalid_request'],
  ] as const
  for (const [result, note, reason] of decisions)
    test(`${result} with the note ${JSON.stringify(note)?.slice(0, 30)} is ${reason}`, () => {
      const trader = createTrader({ cash: '0', prices })
      const command = { kind: 'deposit', reference: 'deposit:1', amount: usd('5'), known: null } as const
      const more = note === undefined ? {} : { note }
      const decision = trader.submit({ ...command, result, ...operators, ...more })
      assert.equal(reasonOf(decision), reason)
      if (reason !== 'decided') return
      const { movement, transfers } = decidedOf(decision).effects
      const by = { reviewerId: 1, approverId: 2 }
      const shared = { reference: 'deposit:1', kind: 'deposit', amount: usd('5') }
      assert.deepEqual(movement, { ...shared, state: result, ...more, ...by })
      const acts = transfers.map(({ operatorId, secondOperatorId, memo }) => [
        ...[operatorId, secondOperatorId, memo],
      ])
      assert.deepEqual(acts, result === 'credited' ? [[1, 2, undefined]] : [])
      assert.equal(trader.account().cash, result === 'credited' ? 5_000_000 : 0)
    })

  for (const result of ['credited', 'rejected', 'invalid'] as const)
    test(`${result} by the same operator twice is refused, unless the rule is waived`, () => {
      const trader = createTrader({ cash: '0', prices })
      const command = { kind: 'deposit', reference: 'deposit:1', amount: usd('5'), known: null } as const
      const note = result === 'rejected' ? { note: 'The amount differs' } : {}
      const twice = { ...command, result, ...note, operatorId: 1, approverId: 1 }
      assert.equal(reasonOf(trader.submit(twice)), 'same_operator')
      assert.equal(reasonOf(trader.submit({ ...twice, isWaived: false })), 'same_operator')
      const { movement } = decidedOf(trader.submit({ ...twice, isWaived: true })).effects
      assert.deepEqual([movement?.reviewerId, movement?.approverId], [1, 1])
    })

  test('by the same operator twice is refused before the balance limit, after an invalid note', () => {
    const trader = createTrader({ cash: '1000000000', prices })
    const command = { kind: 'deposit', reference: 'deposit:1', amount: usd('5'), known: null } as const
    const twice = { ...command, operatorId: 1, approverId: 1 }
    assert.equal(reasonOf(trader.submit(twice)), 'same_operator')
    assert.equal(reasonOf(trader.submit({ ...twice, note: 'Thanks' })), 'invalid_request')
  })

  test('is rejected or invalid also above the balance limit', () => {
    const full = createTrader({ cash: '1000000000', prices })
    const command = { kind: 'deposit', reference: 'deposit:1', amount: usd('5'), known: null } as const
    assert.equal(reasonOf(full.submit({ ...command, result: 'invalid', operatorId: 1 })), 'decided')
    const alone = full.submit({ ...command, reference: 'b', result: 'invalid', approverId: 1 })
    assert.equal(reasonOf(alone), 'invalid_request')
    for (const operatorId of [0, -1, 1.5])
      assert.equal(
        reasonOf(full.submit({ ...command, result: 'invalid', operatorId })),
        'invalid_request',
        `operator ${operatorId}`,
      )
  })
})

const terms: PayoutTerms = {
  currency: 'USDT',
  decimals: 2,
  fee: usd('2'),
  rate: rate(1_000_000_000),
}

const locked: Movement = {
  reference: 'withdrawal:1',
  kind: 'withdrawal',
  amount: usd('40'),
  state: 'locked',
  terms,
}

/** A trader with 100 USD, 40 of them locked. */
function withdrawing(): Trader {
  const trader = createTrader({ cash: '100', prices })
  decidedOf(trader.submit({ kind: 'request_withdrawal', ...pick(locked), terms, known: null }))
  return trader
}

function pick({ reference, amount }: Movement) {
  return { reference, amount }
}

describe('a withdrawal request', () => {
  test('locks the amount and keeps its terms', () => {
    const trader = createTrader({ cash: '100', prices })
    const command = { kind: 'request_withdrawal', ...pick(locked), terms, known: null } as const
    assert.deepEqual(decidedOf(trader.submit(command)).effects.movement, locked)
    assert.deepEqual([trader.account().cash, trader.account().locked], [60_000_000, 40_000_000])
  })

  test('is limited to the smaller of balance and free margin', () => {
    const trader = createTrader({ cash: '2000', prices })
    trader.place('EURUSD', {})
    // Free margin: balance 2,000 − fee 3 − loss 10 − margin 1,084.30 = 902.70.
    assert.deepEqual(refusalOf(withdraw(trader, usd('902.700001'))).figures, { available: '902.700000' })
    trader.quote('EURUSD', '1.18420', '1.18430')
    assert.deepEqual(refusalOf(withdraw(trader, usd('1997.000001'))).figures, { available: '1997.000000' })
    assert.equal(reasonOf(withdraw(trader, usd('1997'))), 'decided')
    trader.quote('EURUSD', '1.06500', '1.06510')
    assert.deepEqual(refusalOf(withdraw(trader, micros(1))).figures, { available: '0.000000' })
  })

  const cases: readonly (readonly [string, Partial<PayoutTerms>, string])[] = [
    ['a fee of the whole amount', { fee: usd('40') }, 'payout_too_small'],
    ['a payout below one cent', { fee: usd('39.990001') }, 'payout_too_small'],
    ['a payout of one cent', { fee: usd('39.99') }, 'decided'],
    ['a payout beyond exact numbers', { decimals: 8, rate: rate(2 ** 53 - 1) }, 'payout_too_small'],
    ['no fee', { fee: micros(0) }, 'decided'],
    ['a fee above the amount', { fee: usd('40.000001') }, 'invalid_request'],
    ['a negative fee', { fee: micros(-1) }, 'invalid_request'],
    ['no rate', { rate: rate(0) }, 'invalid_request'],
    ['too many decimals', { decimals: 9 }, 'invalid_request'],
    ['half a decimal', { decimals: 0.5 }, 'invalid_request'],
    ['no currency', { currency: '' }, 'invalid_request'],
    ['a long currency', { currency: 'X'.repeat(17) }, 'invalid_request'],
  ]
  for (const [name, change, reason] of cases)
    test(`with ${name} is ${reason}`, () => {
      const trader = createTrader({ cash: '100', prices })
      const command = { kind: 'request_withdrawal', ...pick(locked), known: null } as const
      assert.equal(reasonOf(trader.submit({ ...command, terms: { ...terms, ...change } })), reason)
    })

  test('is refused for a demo account, then a bad amount, then a known reference, then too little free margin', () => {
    const empty = createTrader({ cash: '0', prices })
    const demo = createTrader({ book: 'demo', prices })
    assert.equal(reasonOf(withdraw(demo, micros(0), locked)), 'demo_forbidden')
    assert.equal(reasonOf(withdraw(empty, micros(0), locked)), 'invalid_amount')
    assert.equal(reasonOf(withdraw(empty, micros(1), locked)), 'movement_exists')
    assert.equal(reasonOf(withdraw(empty, micros(1))), 'insufficient_balance')
  })

  test('is voided once, if it was not decided, and moves no money', () => {
    const trader = createTrader({ cash: '100', prices })
    const command = { kind: 'void_withdrawal', ...pick(locked), note: 'timeout', known: null } as const
    const { movement, transfers } = decidedOf(trader.submit(command)).effects
    assert.deepEqual(movement, { ...pick(locked), kind: 'withdrawal', state: 'void', note: 'timeout' })
    assert.deepEqual(transfers, [])
    assert.equal(reasonOf(trader.submit({ ...command, known: locked })), 'movement_exists')
    assert.equal(reasonOf(trader.submit({ ...command, note: '' })), 'invalid_request')
    assert.equal(reasonOf(trader.submit({ ...command, amount: micros(0) })), 'invalid_amount')
    const demo = createTrader({ book: 'demo', prices })
    assert.equal(reasonOf(demo.submit(command)), 'demo_forbidden')
  })
})

describe('a step of a withdrawal', () => {
  const reviewing: Movement = { ...locked, state: 'reviewing', reviewerId: 1 }
  const approved: Movement = { ...reviewing, state: 'approved', approverId: 2 }
  const paying: Movement = { ...reviewing, state: 'paying', payerId: 1 }
  const known = { locked, reviewing, approved, paying }
  const note = 'The name differs'
  const payment = 'tx 0x1'
  const full: Readonly<Record<WithdrawalStep['to'], WithdrawalStep>> = {
    reviewing: { to: 'reviewing', operatorId: 1 },
    approved: { to: 'approved', operatorId: 2 },
    paying: { to: 'paying', operatorId: 1 },
    sent: { to: 'sent', operatorId: 1, payment },
    returned: { to: 'returned', operatorId: 1, secondOperatorId: 2, note },
    cancelled: { to: 'cancelled', operatorId: null },
  }
  const goals = Object.keys(full) as readonly WithdrawalStep['to'][]
  const states = [
    'locked',
    'reviewing',
    'approved',
    'paying',
    'sent',
    'returned',
    'cancelled',
    'void',
  ] as const

  function advance(from: Movement | null, step: WithdrawalStep) {
    return withdrawing().submit({
      kind: 'advance_withdrawal',
      reference: 'withdrawal:1',
      known: from,
      ...step,
    })
  }

  const allowed: readonly string[] = [
    ...['locked reviewing', 'locked returned', 'locked cancelled'],
    ...['reviewing approved', 'reviewing paying', 'reviewing returned'],
    ...['approved paying', 'approved returned', 'paying sent', 'paying returned'],
  ]
  for (const from of states)
    for (const to of goals) {
      const isAllowed = allowed.includes(`${from} ${to}`)
      test(`from ${from} to ${to} is ${isAllowed ? 'decided' : 'refused'}`, () => {
        const before = { ...locked, ...(from in known ? known[from as keyof typeof known] : {}), state: from }
        assert.equal(reasonOf(advance(before, full[to])), isAllowed ? 'decided' : 'movement_exists')
      })
    }

  const rules: readonly (readonly [string, Movement, WithdrawalStep, string])[] = [
    ['the owner does not review', locked, { to: 'reviewing', operatorId: null }, 'invalid_request'],
    ['an operator does not cancel', locked, { to: 'cancelled', operatorId: 1 }, 'invalid_request'],
    ['operator 0 does not exist', locked, { to: 'reviewing', operatorId: 0 }, 'invalid_request'],
    ['a review has no note', locked, { ...full.reviewing, note }, 'invalid_request'],
    ['a review has no payment', locked, { ...full.reviewing, payment }, 'invalid_request'],
    ['a review has no second', locked, { ...full.reviewing, secondOperatorId: 2 }, 'invalid_request'],
    ['the reviewer does not approve', reviewing, { to: 'approved', operatorId: 1 }, 'same_operator'],
    ['unless waived', reviewing, { to: 'approved', operatorId: 1, isWaived: true }, 'decided'],
    ['above the limit', reviewing, { ...full.paying, needsApproval: true }, 'needs_approval'],
    ['below the limit', reviewing, { ...full.paying, needsApproval: false }, 'decided'],
    ['after the approval', approved, { ...full.paying, needsApproval: true }, 'decided'],
    ['another operator may pay', approved, { to: 'paying', operatorId: 3 }, 'decided'],
    ['only the payer sends', paying, { ...full.sent, operatorId: 2 }, 'not_payer'],
    ['also when waived', paying, { ...full.sent, operatorId: 2, isWaived: true }, 'not_payer'],
    ['with a payment', paying, { to: 'sent', operatorId: 1 }, 'invalid_request'],
    ['a payment is not empty', paying, { ...full.sent, payment: '' }, 'invalid_request'],
    ['nor long', paying, { ...full.sent, payment: 'x'.repeat(201) }, 'invalid_request'],
    ['one returns before paying', approved, { to: 'returned', operatorId: 1, note }, 'decided'],
    ['with a note', reviewing, { to: 'returned', operatorId: 1 }, 'invalid_request'],
    ['two return after', paying, { to: 'returned', operatorId: 1, note }, 'same_operator'],
    ['two different ones', paying, { ...full.returned, secondOperatorId: 1 }, 'same_operator'],
    ['or one if waived', paying, { to: 'returned', operatorId: 1, note, isWaived: true }, 'decided'],
  ]
  for (const [name, before, step, reason] of rules)
    test(`${name}: ${before.state} to ${step.to} is ${reason}`, () => {
      assert.equal(reasonOf(advance(before, step)), reason)
    })

  test('to sent posts the fee and the rest, with the operator', () => {
    const { movement, transfers, cash, locked: left } = decidedOf(advance(paying, full.sent)).effects
    assert.deepEqual(movement, { ...paying, state: 'sent', payment })
    const shared = { source: 'locked', reference: 'withdrawal:1', orderId: null, operatorId: 1 }
    assert.deepEqual(transfers, [
      { ...shared, destination: 'fees', type: 'fee', amount: usd('2') },
      { ...shared, destination: 'withdrawals', type: 'withdrawal', amount: usd('38') },
    ])
    assert.deepEqual([cash, left], [60_000_000, 0])
  })

  test('to sent without a fee posts one transfer', () => {
    const free = { ...paying, terms: { ...terms, fee: micros(0) } }
    const { transfers } = decidedOf(advance(free, full.sent)).effects
    assert.deepEqual(
      transfers.map(({ type, amount }) => [type, amount]),
      [['withdrawal', usd('40')]],
    )
  })

  test('to returned gives the money back, with both operators and the note', () => {
    const { movement, transfers, cash } = decidedOf(advance(paying, full.returned)).effects
    assert.deepEqual(movement, { ...paying, state: 'returned', note })
    const [{ type, operatorId, secondOperatorId, memo } = assert.fail()] = transfers
    assert.deepEqual([type, operatorId, secondOperatorId, memo], ['withdrawal_returned', 1, 2, note])
    assert.equal(cash, 100_000_000)
  })

  test('to cancelled gives the money back and names no operator', () => {
    const { movement, transfers, cash } = decidedOf(advance(locked, full.cancelled)).effects
    assert.deepEqual(movement, { ...locked, state: 'cancelled' })
    assert.deepEqual(Object.keys(transfers[0] ?? {}).sort(), [
      ...['amount', 'destination', 'orderId', 'reference', 'source', 'type'],
    ])
    assert.equal(cash, 100_000_000)
  })

  test('keeps no field of the stored record that is not part of a movement', () => {
    const record = { ...locked, userId: 7, atMs: 5 }
    const { movement } = decidedOf(advance(record, full.reviewing)).effects
    assert.deepEqual(movement, reviewing)
  })

  test('is refused for a demo account, an unknown reference, a deposit, and more than is locked', () => {
    const demo = createTrader({ book: 'demo', prices })
    const command = { kind: 'advance_withdrawal', reference: 'withdrawal:1', ...full.reviewing } as const
    assert.equal(reasonOf(demo.submit({ ...command, known: locked })), 'demo_forbidden')
    assert.equal(reasonOf(advance(null, full.reviewing)), 'movement_unknown')
    const credited = { ...locked, kind: 'deposit', state: 'credited' } as const
    assert.equal(reasonOf(advance(credited, full.reviewing)), 'movement_unknown')
    const larger = { ...locked, amount: usd('40.000001') }
    assert.equal(reasonOf(advance(larger, full.reviewing)), 'movement_unknown')
  })
})

describe('an adjustment', () => {
  const adjust = {
    kind: 'adjust',
    reference: 'adjustment:1',
    amount: usd('5'),
    direction: 'down',
    operatorId: 1,
    approverId: 2,
    memo: 'Corrects deposit 7',
    known: null,
  } as const
  const done: Movement = {
    reference: 'adjustment:1',
    kind: 'adjustment',
    amount: usd('5'),
    state: 'adjusted',
  }

  for (const [direction, source, destination, cash] of [
    ['up', 'adjustments', 'cash', '15'],
    ['down', 'cash', 'adjustments', '5'],
  ] as const)
    test(`${direction} moves money between the balance and the house, with both operators`, () => {
      const trader = createTrader({ cash: '10', prices })
      const { movement, transfers } = decidedOf(trader.submit({ ...adjust, direction })).effects
      const { memo } = adjust
      assert.deepEqual(movement, { ...done, note: memo, reviewerId: 1, approverId: 2 })
      assert.deepEqual(transfers, [
        {
          ...{ source, destination, type: 'adjustment', amount: usd('5') },
          ...{ reference: 'adjustment:1', orderId: null, operatorId: 1, secondOperatorId: 2, memo },
        },
      ])
      assert.equal(trader.account().cash, usd(cash))
    })

  const rules: readonly (readonly [string, object, string])[] = [
    ['the same operator twice', { approverId: 1 }, 'same_operator'],
    ['the same operator twice, waived', { approverId: 1, isWaived: true }, 'decided'],
    ['more than the balance', { amount: usd('10.000001') }, 'insufficient_balance'],
    ['the whole balance', { amount: usd('10') }, 'decided'],
    ['no memo', { memo: '' }, 'invalid_request'],
    ['a long memo', { memo: 'x'.repeat(501) }, 'invalid_request'],
    ['operator 0', { operatorId: 0 }, 'invalid_request'],
    ['no amount', { amount: micros(0) }, 'invalid_amount'],
    ['a used reference', { known: done }, 'movement_exists'],
    ['more than an account may hold', { direction: 'up', amount: usd('1000000000') }, 'notional_limit'],
  ]
  for (const [name, change, reason] of rules)
    test(`with ${name} is ${reason}`, () => {
      const trader = createTrader({ cash: '10', prices })
      assert.equal(reasonOf(trader.submit({ ...adjust, ...change })), reason)
    })

  test('is refused for a demo account', () => {
    assert.equal(reasonOf(createTrader({ book: 'demo', prices }).submit(adjust)), 'demo_forbidden')
  })

  test('never takes money that open trades need', () => {
    const trader = createTrader({ cash: '2000', prices })
    trader.place('EURUSD', {})
    const refusal = refusalOf(trader.submit({ ...adjust, amount: usd('902.700001') }))
    assert.deepEqual(refusal.figures, { available: '902.700000' })
    assert.equal(reasonOf(trader.submit({ ...adjust, amount: usd('902.7') })), 'decided')
  })
})

describe('a withdrawal of an earlier version', () => {
  const asked: Movement = {
    reference: 'withdrawal:1',
    kind: 'withdrawal',
    amount: usd('40'),
    state: 'locked',
  }
  for (const [isSent, state, type, cash] of [
    [true, 'sent', 'withdrawal', 60_000_000],
    [false, 'returned', 'withdrawal_returned', 100_000_000],
  ] as const)
    test(`is still decided as ${state}`, () => {
      const trader = createTrader({ cash: '100', prices })
      withdraw(trader, usd('40'))
      const finish = { kind: 'finish_withdrawal', reference: 'withdrawal:1', isSent } as const
      const { movement, transfers } = decidedOf(trader.submit({ ...finish, known: asked })).effects
      assert.deepEqual(movement, { ...asked, state })
      assert.equal(transfers[0]?.type, type)
      assert.deepEqual([trader.account().cash, trader.account().locked], [cash, 0])
      assert.equal(reasonOf(trader.submit({ ...finish, known: { ...asked, state } })), 'movement_exists')
      assert.equal(reasonOf(trader.submit({ ...finish, known: null })), 'movement_unknown')
    })
})
