import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Rate } from '#core/money/amounts.ts'
import {
  createFundsFixture,
  type FundsFixture,
  otherTronAddress,
  tronAddress,
  wireFields,
} from '#test/funds/funds-fixture.ts'

let fixture: FundsFixture
let tether: number
let euro: number
let ann: number

const bank = { ...wireFields, bankBranch: 'Main', payeeName: 'Ann Lee' }
const payout = { isPayoutOn: true, payoutRate: 1_000_000_000 as Rate }

before(async () => {
  fixture = await createFundsFixture()
  tether = (await fixture.setTerms('USDT', 'TRC20', payout)).id
  euro = (await fixture.setTerms('EUR', '', payout)).id
  ann = await fixture.fundedUser(0)
})
after(async () => await fixture.stop())

async function bind(changes: Record<string, unknown> = {}) {
  const userId = (changes['userId'] as number | undefined) ?? ann
  fixture.codes.set(`${userId} payout_method`, '123456')
  const typed = { userId, kind: 'coin' as const, currencyId: tether, address: tronAddress, bank }
  return await fixture.funds.bindMethod({ ...typed, code: '123456', ...fixture.key(), ...changes })
}

async function reasonOf(result: ReturnType<typeof bind>): Promise<string> {
  const settled = await result
  return settled.kind === 'refused' ? settled.reason : settled.kind
}

describe('a payout method', () => {
  test('is usable after the waiting time and is listed for its user only', async () => {
    const bound = await bind()
    assert.ok(bound.kind === 'bound', JSON.stringify(bound))
    assert.equal(bound.method.usableAt.getTime(), fixture.nowMs() + 24 * 3_600_000)
    assert.deepEqual(await fixture.funds.methods(ann, { kind: 'coin' }), [bound.method])
    assert.deepEqual(await fixture.funds.methods(ann, { kind: 'coin', currencyId: euro }), [])
    assert.deepEqual(await fixture.funds.methods(ann, { kind: 'bank' }), [])
    const ben = await fixture.fundedUser(0)
    assert.deepEqual(await fixture.funds.methods(ben, { kind: 'coin' }), [])
    assert.equal(await reasonOf(bind()), 'method_exists')
    assert.equal(await reasonOf(bind({ userId: ben })), 'bound')
  })

  test('to a bank is normalised, and found again in another spelling', async () => {
    const typed = { kind: 'bank', currencyId: euro, address: '' }
    const bound = await bind({ ...typed, bank: { ...bank, payeeAccount: 'de89 3704 0044 0532 0130 00' } })
    assert.ok(bound.kind === 'bound', JSON.stringify(bound))
    assert.equal(bound.method.payeeAccount, 'DE89370400440532013000')
    assert.equal(bound.method.address, '')
    assert.equal(await reasonOf(bind({ ...typed, bank })), 'method_exists')
  })

  const refusals: readonly (readonly [string, () => Record<string, unknown>, string])[] = [
    ['an address of another network', () => ({ address: 'bc1q' }), 'invalid_address'],
    ['a coin as a bank account', () => ({ kind: 'bank' }), 'invalid_input'],
    ['a bank account as a coin', () => ({ currencyId: euro }), 'invalid_input'],
    ['a currency that is off', () => ({ currencyId: tether + 1 }), 'currency_off'],
    ['an unknown currency', () => ({ currencyId: 999_999 }), 'currency_off'],
    ['a wrong code', () => ({ code: '000000', address: otherTronAddress }), 'wrong_code'],
    [
      'a wrong IBAN',
      () => ({ kind: 'bank', currencyId: euro, bank: { ...bank, payeeAccount: 'DE00370400440532013000' } }),
      'invalid_iban',
    ],
    [
      'a wrong SWIFT code',
      () => ({ kind: 'bank', currencyId: euro, bank: { ...bank, bankSwift: 'X' } }),
      'invalid_swift',
    ],
  ]
  for (const [name, changes, reason] of refusals) {
    test(`with ${name} is refused with ${reason}`, async () =>
      assert.equal(await reasonOf(bind(changes())), reason))
  }

  test('is added once for one key, also in parallel, and one code adds one method', async () => {
    const userId = await fixture.fundedUser(0)
    const key = fixture.key('method')
    const same = await Promise.all(Array.from({ length: 5 }, () => reasonOf(bind({ userId, ...key }))))
    assert.deepEqual(new Set(same), new Set(['bound']))
    assert.equal((await fixture.funds.methods(userId, { kind: 'coin' })).length, 1)
    assert.equal(await reasonOf(bind({ userId, ...key, code: 'x' })), 'bound')
    const mismatch = bind({ userId, ...fixture.key('method', 'b'.repeat(64)) })
    assert.equal(await reasonOf(mismatch), 'idempotency_mismatch')
  })

  test('that is not added leaves nothing when its code was used by another request', async () => {
    const userId = await fixture.fundedUser(0)
    fixture.codes.set(`${userId} payout_method`, '123456')
    const typed = { userId, kind: 'coin' as const, currencyId: tether, bank, code: '123456' }
    const results = await Promise.all(
      [tronAddress, otherTronAddress].map((address) =>
        fixture.funds.bindMethod({ ...typed, address, ...fixture.key() }),
      ),
    )
    assert.deepEqual(results.map(({ kind }) => kind).sort(), ['bound', 'refused'])
    assert.equal((await fixture.funds.methods(userId, { kind: 'coin' })).length, 1)
  })

  test('can be deleted by its user only, and added again with a new wait', async () => {
    const [userId, other] = [await fixture.fundedUser(0), await fixture.fundedUser(0)]
    const bound = await bind({ userId })
    assert.ok(bound.kind === 'bound')
    assert.equal(await fixture.funds.deleteMethod(other, bound.method.id), false)
    assert.equal((await fixture.funds.methods(userId, { kind: 'coin' })).length, 1)
    assert.equal(await fixture.funds.deleteMethod(userId, bound.method.id), true)
    assert.equal(await fixture.funds.deleteMethod(userId, bound.method.id), true)
    assert.deepEqual(await fixture.funds.methods(userId, { kind: 'coin' }), [])
    fixture.advance(48 * 3_600_000)
    const again = await bind({ userId })
    assert.ok(again.kind === 'bound')
    assert.notEqual(again.method.id, bound.method.id)
    assert.equal(again.method.usableAt.getTime(), fixture.nowMs() + 24 * 3_600_000)
  })

  test('tells its owner when it is added and when it is deleted, once each', async () => {
    const userId = await fixture.fundedUser(0)
    const key = fixture.key('told')
    const bound = await bind({ userId, ...key })
    assert.ok(bound.kind === 'bound')
    await bind({ userId, ...key })
    for (let times = 0; times < 2; times += 1) await fixture.funds.deleteMethod(userId, bound.method.id)
    const own = fixture.told.filter((notice) => notice.userId === userId)
    const destination = 'TR7N****Lj6t'
    const { id, usableAt } = bound.method
    const common = { userId, atMs: fixture.nowMs() }
    assert.deepEqual(own, [
      {
        ...common,
        source: `payout_method_added:${id}`,
        content: { kind: 'payout_method_added', destination, usableAtMs: usableAt.getTime() },
      },
      {
        ...common,
        source: `payout_method_deleted:${id}`,
        content: { kind: 'payout_method_deleted', destination },
      },
    ])
  })

  test('is refused when the user has 20', async () => {
    const userId = await fixture.fundedUser(0)
    for (let made = 0; made < 20; made += 1) {
      const account = { ...bank, payeeAccount: `1000${made}` }
      assert.equal(await reasonOf(bind({ userId, kind: 'bank', currencyId: euro, bank: account })), 'bound')
    }
    assert.equal(await reasonOf(bind({ userId })), 'methods_limit')
  })

  test('cannot be changed, only deleted once, not even by the owner of the tables', async () => {
    const { database } = fixture
    const change = `update payout_methods set address = 'x', deleted_at = now() where deleted_at is null`
    await assert.rejects(database.query(change), /can only be deleted/)
    await assert.rejects(database.query('delete from payout_methods'), /append-only/)
    const undelete = 'update payout_methods set deleted_at = null where deleted_at is not null'
    await assert.rejects(database.query(undelete), /can only be deleted/)
  })
})
