import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros, type Rate } from '#core/money/amounts.ts'
import type { Currency } from '#server/funds/funds.ts'
import {
  createFundsFixture,
  type FundsFixture,
  otherTronAddress,
  tronAddress,
} from '#test/funds/funds-fixture.ts'

let fixture: FundsFixture
let tether: Currency
let addressId: number
let wireId: number

before(async () => {
  fixture = await createFundsFixture()
})
after(async () => await fixture.stop())

test('a fresh installation has currencies, all switched off and without a way to pay', async () => {
  const { funds } = fixture
  assert.deepEqual(await funds.addresses(), [])
  assert.deepEqual(await funds.wireCurrencies(), [])
  assert.deepEqual(await funds.wireOptions('USD'), [])
  assert.deepEqual(await funds.payoutCurrencies('coin'), [])
  assert.deepEqual(await funds.payoutCurrencies('bank'), [])
  assert.equal((await fixture.currency('USDT', 'TRC20')).addressCheck, 'tron')
})

describe('a deposit', () => {
  before(async () => {
    const terms = { isDepositOn: true, depositRate: 999_500_000 as Rate, leastDeposit: 10_000_000 }
    tether = await fixture.setTerms('USDT', 'TRC20', terms)
    addressId = await fixture.addAddress(tether.id, tronAddress)
    const yen = { isDepositOn: true, depositRate: 6_500_000 as Rate, leastDeposit: 1000 }
    wireId = await fixture.addWire((await fixture.setTerms('JPY', '', yen)).id)
  })

  async function coin(userId: number, changes: Record<string, unknown> = {}) {
    const voucher = (changes['voucher'] as string | undefined) ?? (await fixture.upload(userId))
    const typed = { userId, amount: '100.5', voucher, addressId, address: tronAddress, ...fixture.key() }
    return await fixture.funds.submitCoin({ ...typed, ...changes })
  }

  test('by coin keeps the amount, the rate and what it would credit', async () => {
    const userId = await fixture.fundedUser(0)
    const result = await coin(userId, { rate: '0.9995' })
    assert.ok(result.kind === 'recorded', JSON.stringify(result))
    const { amount, rate, credited, state, kind, protocol } = result.record
    assert.deepEqual(
      [amount, rate, credited, state, kind, protocol],
      [100_500_000, 999_500_000, 100_449_750, null, 'coin', 'TRC20'],
    )
    const { data, total } = await fixture.funds.deposits(userId, { kind: 'coin', page: 1 })
    assert.deepEqual([data, total], [[result.record], 1])
    assert.equal((await fixture.funds.deposits(userId, { kind: 'bank', page: 1 })).total, 0)
  })

  test('by wire keeps all bank fields', async () => {
    const userId = await fixture.fundedUser(0)
    const voucher = await fixture.upload(userId)
    const typed = { userId, amount: '15000', voucher, wireId, ...fixture.key() }
    const result = await fixture.funds.submitWire(typed)
    assert.ok(result.kind === 'recorded', JSON.stringify(result))
    assert.equal(result.record.credited, 97_500_000)
    const { rows } = await fixture.database.query<{ wire_option: { payeeAccount: string } }>(
      'select wire_option from deposits where id = $1',
      [result.record.id],
    )
    assert.equal(rows[0]?.wire_option.payeeAccount, 'DE89370400440532013000')
  })

  const refusals: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['below the minimum', { amount: '9.999999' }, 'amount_too_small'],
    ['with too many decimals', { amount: '10.0000001' }, 'invalid_input'],
    ['of nothing', { amount: '0' }, 'amount_too_small'],
    ['of less than nothing', { amount: '-100' }, 'amount_too_small'],
    ['that is no number', { amount: '1e3' }, 'invalid_input'],
    ['above the limit of an account', { amount: '1000600000' }, 'amount_too_large'],
    ['beyond exact numbers', { amount: '99999999999999999' }, 'amount_too_large'],
    ['to another address', { address: otherTronAddress }, 'terms_changed'],
    ['at another rate', { rate: '1' }, 'terms_changed'],
    ['at a malformed rate', { rate: 'x' }, 'terms_changed'],
    ['to an unknown address id', { addressId: 999_999 }, 'no_pay_way'],
    ['with an unknown voucher', { voucher: '0'.repeat(32) }, 'image_unknown'],
    ['with a malformed voucher', { voucher: 'x' }, 'image_unknown'],
  ]
  for (const [name, changes, reason] of refusals) {
    test(`${name} is refused with ${reason}`, async () => {
      const result = await coin(await fixture.fundedUser(0), changes)
      assert.equal(result.kind === 'refused' && result.reason, reason)
    })
  }

  test('needs a voucher of its own user, used for nothing else', async () => {
    const [ann, ben] = [await fixture.fundedUser(0), await fixture.fundedUser(0)]
    const voucher = await fixture.upload(ann)
    const stolen = await coin(ben, { voucher })
    assert.equal(stolen.kind === 'refused' && stolen.reason, 'image_unknown')
    assert.equal((await coin(ann, { voucher })).kind, 'recorded')
    const again = await coin(ann, { voucher })
    assert.equal(again.kind === 'refused' && again.reason, 'image_unknown')
  })

  test('is recorded once for one key, also in parallel, and answered again', async () => {
    const userId = await fixture.fundedUser(0)
    const typed = { voucher: await fixture.upload(userId), ...fixture.key('once') }
    const results = await Promise.all(Array.from({ length: 10 }, () => coin(userId, typed)))
    const ids = results.map((result) => (result.kind === 'recorded' ? result.record.id : result.reason))
    assert.equal(new Set(ids).size, 1, JSON.stringify(ids))
    assert.equal((await fixture.funds.deposits(userId, { kind: 'coin', page: 1 })).total, 1)
    const other = await coin(userId, fixture.key('once', 'b'.repeat(64)))
    assert.equal(other.kind === 'refused' && other.reason, 'idempotency_mismatch')
    // The same key of another user is another record.
    assert.equal((await coin(await fixture.fundedUser(0), fixture.key('once'))).kind, 'recorded')
  })

  test('is refused while 20 others are undecided', async () => {
    const userId = await fixture.fundedUser(0)
    for (let made = 0; made < 20; made += 1) {
      assert.equal((await coin(userId)).kind, 'recorded')
      fixture.advance(5_000)
    }
    const refused = await coin(userId)
    assert.equal(refused.kind === 'refused' && refused.reason, 'records_limit')
    const [{ data }, second] = [
      await fixture.funds.deposits(userId, { kind: 'coin', page: 1 }),
      await fixture.funds.deposits(userId, { kind: 'coin', page: 2 }),
    ]
    assert.deepEqual([data.length, second.data.length, second.total], [20, 0, 20])
    await decide(userId, data[0]?.id ?? 0, { result: 'invalid' })
    assert.equal((await coin(userId)).kind, 'recorded')
  })

  async function decide(
    userId: number,
    id: number,
    decision: { readonly result: 'credited' | 'rejected' | 'invalid'; readonly note?: string },
  ) {
    const command = { kind: 'deposit', reference: `deposit:${id}`, amount: micros(100_449_750) } as const
    const owner = { userId, isDemo: false }
    const reply = await fixture.trading.engine.submit(owner, { ...command, operatorId: 1, ...decision })
    assert.equal(reply.kind, 'done', JSON.stringify(reply))
  }

  test('shows what an operator decided, with the remark', async () => {
    const userId = await fixture.fundedUser(0)
    for (const decision of [
      { result: 'credited' },
      { result: 'rejected', note: 'Only 99 USDT arrived' },
      { result: 'invalid' },
    ] as const) {
      const result = await coin(userId)
      assert.ok(result.kind === 'recorded')
      await decide(userId, result.record.id, decision)
      const { data } = await fixture.funds.deposits(userId, { kind: 'coin', page: 1 })
      const { note = '' } = decision as { note?: string }
      assert.deepEqual([data[0]?.state, data[0]?.note], [decision.result, note])
      assert.ok(data[0]?.changedAt instanceof Date)
    }
  })

  test('of another user is not listed', async () => {
    const [ann, ben] = [await fixture.fundedUser(0), await fixture.fundedUser(0)]
    await coin(ann)
    assert.deepEqual(await fixture.funds.deposits(ben, { kind: 'coin', page: 1 }), { data: [], total: 0 })
  })

  test('cannot be changed or deleted, not even by the owner of the tables', async () => {
    for (const sql of [
      'update deposits set amount = 1',
      'delete from deposits',
      'truncate deposits cascade',
    ]) {
      await assert.rejects(fixture.database.query(sql), /append-only/)
    }
  })

  test('is refused when the currency is switched off', async () => {
    const userId = await fixture.fundedUser(0)
    await fixture.setTerms('USDT', 'TRC20', { isDepositOn: false })
    const result = await coin(userId)
    assert.equal(result.kind === 'refused' && result.reason, 'no_pay_way')
    assert.deepEqual(await fixture.funds.addresses(), [])
    await fixture.setTerms('USDT', 'TRC20', { isDepositOn: true })
    assert.equal((await fixture.funds.addresses()).length, 1)
  })
})
