import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { micros } from '#core/money/amounts.ts'
import type { CommandRequest } from '#server/engine/engine.ts'
import { eventually } from '#test/eventually.ts'
import { createFundsFixture, type FundsFixture } from '#test/funds/funds-fixture.ts'

let fixture: FundsFixture

before(async () => {
  fixture = await createFundsFixture()
})
after(async () => await fixture.stop())

// The app reads the records when it is told of a change. A decision without one would stay unseen.
test('every decision about money changes the version of the account, also one that moves nothing', async () => {
  const userId = await fixture.fundedUser(500)
  const { engine, portfolio } = fixture.trading
  const account = portfolio.subscribe(userId)
  const version = () => account.latest()?.funds.version ?? 0
  await eventually(() => version() > 0)
  const amount = micros(100_000_000)
  const reference = 'withdrawal:1'
  const step = { kind: 'advance_withdrawal', reference, operatorId: 1 } as const
  const people = { operatorId: 1, approverId: 2 }
  const decisions: readonly CommandRequest[] = [
    {
      kind: 'deposit',
      reference: 'deposit:1',
      amount,
      result: 'rejected',
      note: 'Nothing arrived',
      operatorId: 1,
    },
    { kind: 'deposit', reference: 'deposit:2', amount, result: 'invalid', operatorId: 1 },
    { kind: 'deposit', reference: 'deposit:3', amount, result: 'credited', operatorId: 1 },
    { kind: 'request_withdrawal', reference, amount },
    { ...step, to: 'reviewing' },
    { ...step, to: 'paying' },
    { ...step, to: 'sent', payment: 'tx-1' },
    { kind: 'void_withdrawal', reference: 'withdrawal:2', amount, note: 'not_decided' },
    { kind: 'adjust', reference: 'adjustment:1', amount, direction: 'up', memo: 'Paid twice', ...people },
  ]
  for (const decision of decisions) {
    const seen = version()
    const reply = await engine.submit({ userId, isDemo: false }, decision)
    assert.equal(reply.kind, 'done', JSON.stringify([decision, reply]))
    await eventually(() => version() > seen, JSON.stringify(decision))
  }
  account.unsubscribe()
})
