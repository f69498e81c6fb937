// How approved proposals of money are carried out, whatever the engine answers.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Payload, Proposal } from '#server/approvals/approvals.ts'
import type { CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import { fundsProposalHandlers } from '#server/funds/funds.ts'
import { createDeskFundsFixture, type DeskFundsFixture } from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
let payloads: Readonly<Record<string, Payload>>
before(async () => {
  fixture = await createDeskFundsFixture()
  await fixture.set('withdraw_needs_identity', '0')
  await fixture.set('payout_method_wait_hours', '0')
  const user = await fixture.user()
  await fixture.fund(user, 100)
  const depositId = await fixture.report(user, '8')
  const withdrawalId = await fixture.drawn(user, await fixture.bindAddress(user, tronAddress), '60')
  payloads = {
    deposit_credit: { depositId, uid: user.uid, credit: '4000000' },
    withdrawal_return: { withdrawalId, uid: user.uid, amount: '60000000', note: 'Sent back' },
    adjustment: { userId: user.id, uid: user.uid, direction: 'up', micros: '5', memo: 'Paid twice' },
  }
})
after(async () => await fixture.stop())

const kinds = ['deposit_credit', 'withdrawal_return', 'adjustment'] as const
const ann = { operatorId: 2, email: 'ann@desk.example' }
const ben = { operatorId: 3, email: 'ben@desk.example' }

type Run = {
  readonly reply: SubmitResult
  readonly approver?: typeof ben
  readonly isWaived?: boolean
}

/** Runs an approved proposal of Ann, and returns what the engine was asked as well. */
async function run(kind: (typeof kinds)[number], { reply, approver = ben, isWaived = false }: Run) {
  const requests: CommandRequest[] = []
  const submit = async (_: unknown, request: CommandRequest) => {
    requests.push(request)
    return reply
  }
  const clock = { now: fixture.app.nowMs, elapsed: fixture.app.nowMs }
  const handlers = fundsProposalHandlers({ pool: fixture.pool, clock, engine: { submit } })
  const handler = handlers.find((one) => one.kind === kind)
  assert.ok(handler !== undefined && 'run' in handler)
  const at = new Date(fixture.app.nowMs())
  const proposal: Proposal = {
    ...{ id: 9_000, kind, subject: 'test:1', payload: payloads[kind] ?? {}, note: '', remark: '' },
    ...{ proposedBy: ann, proposedAt: at, lapsesAt: at, decidedBy: approver, decidedAt: at },
    ...{ state: 'approved', isWaived, result: undefined },
  }
  return { result: await handler.run(proposal, approver), requests }
}

describe('a proposed address', () => {
  const clock = { now: () => 0, elapsed: () => 0 }
  const engine = { submit: async () => assert.fail('the engine was asked') }
  const after = { currencyId: 1, address: tronAddress, isOn: true }
  const labels = (payload: Payload) => {
    const handlers = fundsProposalHandlers({ pool: fixture.pool, clock, engine })
    const handler = handlers.find(({ kind }) => kind === 'pay_address')
    return handler?.describe({ table: 'pay_address', before: null, after, ...payload }) ?? []
  }

  test('shows its currency, and of a proposal without one nothing instead', () => {
    const rows = labels({})
    assert.ok(rows.length > 0)
    assert.ok(rows.every(({ label, new: value }) => label !== 'currency' && value !== 'undefined'))
    const currency = { label: 'currency', old: '', new: 'USDT TRC20' }
    assert.deepEqual(labels({ currency: 'USDT TRC20' }), [currency, ...rows])
  })
})

describe('an approved proposal', () => {
  for (const kind of kinds) {
    test(`of kind ${kind} ends as failed if the engine fails at it`, async () => {
      const { result, requests } = await run(kind, { reply: { kind: 'fault' } })
      assert.deepEqual([result, requests.length], [{ kind: 'failed', reason: 'engine_failed' }, 1])
    })

    test(`of kind ${kind} is asked again while the account is frozen or the engine is busy`, async () => {
      for (const reply of [{ kind: 'frozen' }, { kind: 'busy' }, { kind: 'unknown' }] as const)
        assert.deepEqual((await run(kind, { reply })).result, { kind: 'unknown' })
    })
  }

  // The engine refuses one operator twice without `isWaived`. Who the two are does not tell whether the rule was waived.
  for (const kind of kinds)
    for (const isWaived of [true, false])
      for (const approver of [ann, ben])
        test(`of kind ${kind} by ${approver === ann ? 'one' : 'two'} tells the engine that it was ${isWaived ? '' : 'not '}waived`, async () => {
          const { requests } = await run(kind, { reply: { kind: 'done', orders: [] }, approver, isWaived })
          const sent = requests.map((request) => 'isWaived' in request && request.isWaived)
          assert.deepEqual(sent, [isWaived])
        })

  test('of a credit shows at the deposit that the engine failed', async () => {
    await run('deposit_credit', { reply: { kind: 'fault' } })
    const id = payloads['deposit_credit']?.['depositId']
    const { data } = await fixture.desk(fixture.ann, `funds/deposit?id=${id}`)
    assert.deepEqual([data.state, data.failure.reason], ['waiting', 'engine_failed'])
  })
})
