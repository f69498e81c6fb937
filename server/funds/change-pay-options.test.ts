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

test('a pay address is checked by network and returns its old and its new value', async () => {
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
  const after = { id, currencyId, address: otherTronAddress, isOn: false }
  assert.deepEqual(changed, { kind: 'changed', before: added.after, after })
  assert.deepEqual(await readPayAddresses(fixture.pool), [after])
  const refusals = [
    [{ currencyId, address: otherTronAddress, isOn: true }, 'invalid_input'],
    [{ currencyId, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', isOn: true }, 'invalid_address'],
    [{ currencyId: euro.id, address: tronAddress, isOn: true }, 'invalid_input'],
    [{ id: 999_999, currencyId, address: tronAddress, isOn: true }, 'not_found'],
  ] as const
  for (const [typed, reason] of refusals) {
    const refused = await address(typed)
    assert.equal(refused.kind === 'refused' && refused.reason, reason)
  }
})

test('a bank account is checked and returns its old and its new fields', async () => {
  const typed = { ...wireFields, currencyId: euro.id, isOn: true }
  const added = await wire(typed)
  assert.ok(added.kind === 'changed')
  const { id } = added.after
  const changed = await wire({ ...typed, id, payeeAccount: 'gb82 west 1234 5698 7654 32' })
  const after = { ...typed, id, payeeAccount: 'GB82WEST12345698765432' }
  assert.deepEqual(changed, { kind: 'changed', before: { ...typed, id }, after })
  assert.deepEqual(await readWireOptions(fixture.pool), [after])
  const refusals = [
    [{ ...typed, payeeAccount: 'DE00370400440532013000' }, 'invalid_iban'],
    [{ ...typed, bankSwift: 'X' }, 'invalid_swift'],
    [{ ...typed, bankName: '' }, 'invalid_input'],
    [{ ...typed, bankRemark: 'x'.repeat(201) }, 'invalid_input'],
    [{ ...typed, currencyId: tether.id }, 'invalid_input'],
    [{ ...typed, id: 999_999 }, 'not_found'],
  ] as const
  for (const [wrong, reason] of refusals) {
    const refused = await wire(wrong)
    assert.equal(refused.kind === 'refused' && refused.reason, reason)
  }
})
