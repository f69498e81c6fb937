// An approved proposal is applied to the row as it is by then.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros, type Rate } from '#core/money/amounts.ts'
import { type Currency, type PayAddress, saveCurrency, savePayAddress } from '#server/funds/funds.ts'
import { applyOption, hasNewRate, type OptionPayload } from '#server/funds/review/pay-options.ts'
import { inTransaction } from '#server/storage/storage.ts'
import {
  createFundsFixture,
  type FundsFixture,
  otherTronAddress,
  tronAddress,
} from '#test/funds/funds-fixture.ts'

let fixture: FundsFixture
let tether: Currency
const approver = { operatorId: 1, email: 'ben@desk.example' }

before(async () => {
  fixture = await createFundsFixture()
  tether = await fixture.currency('USDT', 'TRC20')
  await fixture.pool.query(
    `insert into operators (email, password_hash, role, must_change_password, created_at)
     values ($1, '', 'finance', false, now())`,
    [approver.email],
  )
})
after(async () => await fixture.stop())

const apply = (payload: OptionPayload) =>
  inTransaction(fixture.pool, (client) => applyOption(client, payload, approver))

/** The terms before the proposal, the proposed ones, those that one operator sets meanwhile, and the result. */
type Case = readonly [string, Partial<Currency>, Partial<Currency>, Partial<Currency> | 'terms_changed']
const [half, one] = [500_000_000 as Rate, 1_000_000_000 as Rate]

const cases: readonly Case[] = [
  ['another field', { payoutRate: half }, { isDepositOn: false }, { payoutRate: half, isDepositOn: false }],
  [
    'a limit',
    { payoutRate: half },
    { mostPayout: micros(5e9) },
    { payoutRate: half, mostPayout: micros(5e9) },
  ],
  ['a lower fee beside a rate', { payoutRate: half }, { feeValue: 1 }, { payoutRate: half, feeValue: 1 }],
  ['the same field', { feeValue: 9 }, { feeValue: 1 }, 'terms_changed'],
  ['the value of a fee of another kind', { feeKind: 'share' }, { feeValue: 1 }, 'terms_changed'],
  ['nothing', { payoutRate: half, isDepositOn: true }, {}, { payoutRate: half, isDepositOn: true }],
]

describe('an approved change of a currency', () => {
  for (const [meanwhile, proposed, alone, expected] of cases)
    test(`after a change of ${meanwhile}`, async () => {
      const before: Currency = {
        ...tether,
        ...{ depositRate: one, payoutRate: one, isDepositOn: true, isPayoutOn: true },
        ...{ feeKind: 'fixed', feeValue: 5 },
      }
      const current = { ...before, ...alone }
      for (const row of [before, current])
        await inTransaction(fixture.pool, (client) => saveCurrency(client, row))
      const payload = {
        table: 'currency',
        currency: 'USDT',
        before,
        after: { ...before, ...proposed },
      } as const
      const refusal = await apply(payload)
      assert.equal(refusal?.reason, expected === 'terms_changed' ? expected : undefined)
      const wanted = expected === 'terms_changed' ? current : { ...before, ...expected }
      assert.deepEqual(await fixture.currency('USDT', 'TRC20'), wanted)
    })
})

test('an approved address does not switch on what was switched off meanwhile', async () => {
  const added = await inTransaction(fixture.pool, (client) =>
    savePayAddress(client, { currencyId: tether.id, address: tronAddress, isOn: true }),
  )
  assert.ok(added.kind === 'changed')
  const before: PayAddress = added.after
  await inTransaction(fixture.pool, (client) => savePayAddress(client, { ...before, isOn: false }))
  const after = { ...before, address: otherTronAddress }
  const payload: OptionPayload<'pay_address'> = { table: 'pay_address', currency: 'USDT', before, after }
  assert.equal(await apply(payload), undefined)
  const read = await fixture.pool.query('select is_on from pay_addresses where address = $1', [
    otherTronAddress,
  ])
  assert.deepEqual(read.rows, [{ is_on: false }])
  assert.equal((await apply(payload))?.reason, 'terms_changed', 'the row was replaced')
})

test('a proposal of a rate waits for less time', () => {
  const isHurried = (change: Partial<Currency>) => {
    const after: Currency = { ...tether, ...change }
    return hasNewRate({ table: 'currency', currency: 'USDT', before: tether, after })
  }
  assert.equal(isHurried({ payoutRate: half }), true)
  assert.equal(isHurried({ depositRate: half }), true)
  assert.equal(isHurried({ isPayoutOn: true, feeValue: 7 }), false)
})
