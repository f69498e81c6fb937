import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros, type Rate } from '#core/money/amounts.ts'
import {
  type Currency,
  readPayAddresses,
  readWireOptions,
  saveCurrency,
  savePayAddress,
  saveWireOption,
} from '#server/funds/funds.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { eventually } from '#test/eventually.ts'
import {
  createFundsFixture,
  type FundsFixture,
  otherTronAddress,
  tronAddress,
  wireFields,
} from '#test/funds/funds-fixture.ts'

let fixture: FundsFixture
let tether: Currency
let euro: Currency

before(async () => {
  fixture = await createFundsFixture()
  tether = await fixture.currency('USDT', 'TRC20')
  euro = await fixture.currency('EUR')
})
after(async () => await fixture.stop())

type Typed = Parameters<typeof saveCurrency>[1]
const currency = (typed: Typed) => inTransaction(fixture.pool, (client) => saveCurrency(client, typed))
const address = (typed: Parameters<typeof savePayAddress>[1]) =>
  inTransaction(fixture.pool, (client) => savePayAddress(client, typed))
const wire = (typed: Parameters<typeof saveWireOption>[1]) =>
  inTransaction(fixture.pool, (client) => saveWireOption(client, typed))

describe('a currency', () => {
  test('returns its old and its new terms, and keeps its code, network and decimals', async () => {
    const typed = { ...tether, depositRate: 1_000_000_000 as Rate, isDepositOn: true }
    const saved = await currency({ ...typed, code: 'OTHER', protocol: 'X', decimals: 2 })
    assert.deepEqual(saved, { kind: 'changed', before: tether, after: typed })
    assert.deepEqual(await fixture.currency('USDT', 'TRC20'), typed)
  })

  test('can be added once', async () => {
    const { id: _, ...typed } = { ...tether, code: 'USDC', isDepositOn: false }
    const saved = await currency(typed)
    assert.ok(saved.kind === 'changed' && saved.before === undefined)
    assert.deepEqual(await currency(typed), { kind: 'refused', reason: 'invalid_input', field: 'code' })
    assert.deepEqual(await currency({ ...typed, id: 999_999 }), { kind: 'refused', reason: 'not_found' })
  })

  const bad: readonly (readonly [keyof Typed, Partial<Typed>])[] = [
    ['code', { code: 'usd' }],
    ['protocol', { protocol: '' }],
    ['addressCheck', { addressCheck: 'x' as 'none' }],
    ['decimals', { decimals: 9 }],
    ['logo', { logo: 'javascript:alert(1)' }],
    ['depositRate', { isDepositOn: true, depositRate: null }],
    ['depositRate', { depositRate: 0 as Rate }],
    ['leastDeposit', { leastDeposit: 0 }],
    ['payoutRate', { isPayoutOn: true, payoutRate: null }],
    ['payoutRate', { payoutRate: 1.5 as Rate }],
    ['feeValue', { feeKind: 'share', feeValue: 1_000_000_001 }],
    ['feeValue', { feeValue: -1 }],
    ['leastPayout', { leastPayout: micros(0) }],
    ['mostPayout', { mostPayout: micros(1) }],
    ['mostPayout', { mostPayout: micros(10 ** 15 + 1) }],
  ]
  for (const [field, changes] of bad) {
    test(`with ${JSON.stringify(changes)} is refused for ${field}`, async () => {
      const { id: _, ...typed } = { ...tether, code: 'NEW', ...changes }
      assert.deepEqual(await currency(typed), { kind: 'refused', reason: 'invalid_input', field })
    })
  }
})

test('a pay address is checked by network, and another address replaces it in a new row', async () => {
  const currencyId = tether.id
  const added = await address({ currencyId, address: ` ${tronAddress} `, isOn: true })
  assert.ok(added.kind === 'changed')
  const { id } = added.after
  assert.deepEqual(added, {
    kind: 'changed',
    before: undefined,
    after: { id, currencyId, address: tronAddress, isOn: true },
  })
  const changed = await address({ id, currencyId: euro.id, address: otherTronAddress, isOn: false })
  assert.ok(changed.kind === 'changed' && changed.after.id !== id)
  const after = { id: changed.after.id, currencyId, address: otherTronAddress, isOn: false }
  assert.deepEqual(changed, { kind: 'changed', before: added.after, after })
  assert.deepEqual(await readPayAddresses(fixture.pool), [after])
  const switched = await address({ ...after, isOn: true })
  assert.deepEqual(switched, { kind: 'changed', before: after, after: { ...after, isOn: true } })
  const refusals = [
    [{ currencyId, address: otherTronAddress, isOn: true }, 'invalid_input'],
    [{ currencyId, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', isOn: true }, 'invalid_address'],
    [{ currencyId: euro.id, address: tronAddress, isOn: true }, 'invalid_input'],
    [{ id: 999_999, currencyId, address: tronAddress, isOn: true }, 'not_found'],
    [{ ...added.after, isOn: false }, 'not_found'],
  ] as const
  for (const [typed, reason] of refusals) {
    const refused = await address(typed)
    assert.equal(refused.kind === 'refused' && refused.reason, reason)
  }
  const again = await address({ currencyId, address: tronAddress, isOn: true })
  assert.ok(again.kind === 'changed' && again.after.id !== id)
})

test('a bank account is checked, and other fields replace it in a new row', async () => {
  const typed = { ...wireFields, currencyId: euro.id, isOn: true }
  const added = await wire(typed)
  assert.ok(added.kind === 'changed')
  const { id } = added.after
  const changed = await wire({ ...typed, id, payeeAccount: 'gb82 west 1234 5698 7654 32' })
  assert.ok(changed.kind === 'changed' && changed.after.id !== id)
  const after = { ...typed, id: changed.after.id, payeeAccount: 'GB82WEST12345698765432' }
  assert.deepEqual(changed, { kind: 'changed', before: { ...typed, id }, after })
  assert.deepEqual(await readWireOptions(fixture.pool), [after])
  const switched = await wire({ ...after, isOn: false })
  assert.deepEqual(switched, { kind: 'changed', before: after, after: { ...after, isOn: false } })
  const refusals = [
    [{ ...typed, payeeAccount: 'DE00370400440532013000' }, 'invalid_iban'],
    [{ ...typed, bankSwift: 'X' }, 'invalid_swift'],
    [{ ...typed, bankName: '' }, 'invalid_input'],
    [{ ...typed, bankRemark: 'x'.repeat(201) }, 'invalid_input'],
    [{ ...typed, currencyId: tether.id }, 'invalid_input'],
    [{ ...typed, id: 999_999 }, 'not_found'],
    [{ ...typed, id }, 'not_found'],
  ] as const
  for (const [wrong, reason] of refusals) {
    const refused = await wire(wrong)
    assert.equal(refused.kind === 'refused' && refused.reason, reason)
  }
})

describe('the database', () => {
  const statements = [
    `update pay_addresses set address = 'x'`,
    'update pay_addresses set currency_id = currency_id + 1',
    `update wire_options set payee_account = 'x'`,
    `update wire_options set bank_remark = bank_remark || 'x'`,
    'update pay_addresses set is_on = true, off_since = null, replaced_by = null where replaced_by is not null',
    'update wire_options set is_on = true, off_since = null, replaced_by = null where replaced_by is not null',
    'delete from pay_addresses',
    'delete from wire_options',
  ]
  for (const sql of statements)
    test(`refuses, also to its owner: ${sql}`, async () => {
      await assert.rejects(
        fixture.database.query(sql),
        /only be switched or replaced|append-only|never deleted/,
      )
    })
})

test('an address that two operators add at once is added once, and the other is refused', async () => {
  const { id: currencyId } = await fixture.currency('USDT', 'ERC20')
  const typed = { currencyId, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', isOn: true }
  let isSecondOver = false
  const isSaved = Promise.withResolvers<void>()
  const first = inTransaction(fixture.pool, async (client) => {
    const saved = await savePayAddress(client, typed)
    isSaved.resolve()
    // The other one begins before this one is committed.
    await eventually(async () => isSecondOver || (await isAnyWaiting()))
    return saved
  })
  await isSaved.promise
  const second = address(typed).finally(() => {
    isSecondOver = true
  })
  const results = await Promise.all([first, second])
  assert.equal(results[0].kind, 'changed')
  assert.deepEqual(results[1], { kind: 'refused', reason: 'invalid_input', field: 'address' })
})

async function isAnyWaiting(): Promise<boolean> {
  const { rows } = await fixture.database.query(
    'select 1 from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())',
  )
  return rows.length > 0
}
