import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros, type Rate } from '#core/money/amounts.ts'
import {
  type Currency,
  readCurrencies,
  readWireOptions,
  savePayAddress,
  saveWireOption,
} from '#server/funds/funds.ts'
import { inTransaction } from '#server/storage/storage.ts'
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

  async function wire(userId: number, id: number) {
    const voucher = await fixture.upload(userId)
    return await fixture.funds.submitWire({ userId, amount: '15000', voucher, wireId: id, ...fixture.key() })
  }

  async function savedWire(changes: object, which = wireId) {
    const saved = await inTransaction(fixture.pool, async (client) => {
      const option = (await readWireOptions(client)).find(({ id }) => id === which)
      assert.ok(option)
      return await saveWireOption(client, { ...option, ...changes })
    })
    assert.ok(saved.kind === 'changed', JSON.stringify(saved))
    return saved.after.id
  }

  async function recordedAccount(result: Awaited<ReturnType<typeof wire>>) {
    assert.ok(result.kind === 'recorded', JSON.stringify(result))
    const { rows } = await fixture.pool.query(
      `select wire_option->'id' as id, wire_option->>'payeeAccount' as account from deposits where id = $1`,
      [result.record.id],
    )
    return rows[0]
  }

  test('by wire names the bank account that its user saw, also after it was replaced', async () => {
    const userId = await fixture.fundedUser(0)
    const seen = wireId
    wireId = await savedWire({ payeeAccount: 'GB82WEST12345698765432' })
    assert.deepEqual(
      (await fixture.funds.wireOptions('JPY')).map(({ id, payeeAccount }) => [id, payeeAccount]),
      [[wireId, 'GB82WEST12345698765432']],
    )
    assert.deepEqual(await recordedAccount(await wire(userId, seen)), {
      id: seen,
      account: 'DE89370400440532013000',
    })
    assert.deepEqual(await recordedAccount(await wire(userId, wireId)), {
      id: wireId,
      account: 'GB82WEST12345698765432',
    })
  })

  test('by wire is recorded after the bank account was switched off', async () => {
    const userId = await fixture.fundedUser(0)
    await savedWire({ isOn: false })
    assert.deepEqual(await fixture.funds.wireOptions('JPY'), [])
    assert.equal((await recordedAccount(await wire(userId, wireId))).id, wireId)
    await savedWire({ isOn: true })
  })

  test('by coin is recorded after the address was replaced, and names the address that was seen', async () => {
    const userId = await fixture.fundedUser(0)
    const seen = addressId
    const typed = { id: seen, currencyId: tether.id, address: otherTronAddress, isOn: true }
    const saved = await inTransaction(fixture.pool, (client) => savePayAddress(client, typed))
    assert.ok(saved.kind === 'changed')
    addressId = saved.after.id
    const result = await coin(userId, { addressId: seen })
    assert.ok(result.kind === 'recorded', JSON.stringify(result))
    const { rows } = await fixture.pool.query('select address from deposits where id = $1', [
      result.record.id,
    ])
    assert.deepEqual(rows, [{ address: tronAddress }])
    const mixed = await coin(userId, { addressId: seen, address: otherTronAddress })
    assert.equal(mixed.kind === 'refused' && mixed.reason, 'terms_changed')
    // The following tests use the address of before.
    addressId = await fixture.addAddress(tether.id, tronAddress)
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

  test('is recorded at the last rate for 30 days after its currency was switched off', async () => {
    const userId = await fixture.fundedUser(0)
    await fixture.setTerms('USDT', 'TRC20', { isDepositOn: false })
    assert.deepEqual(await fixture.funds.addresses(), [])
    const recorded = await coin(userId)
    assert.equal(recorded.kind === 'recorded' && recorded.record.rate, 999_500_000)
    // Another change of the currency does not begin the time again.
    await outSince('currencies', tether.id, '31 days')
    await fixture.setTerms('USDT', 'TRC20', { isPayoutOn: false })
    const refused = await coin(userId)
    assert.equal(refused.kind === 'refused' && refused.reason, 'no_pay_way')
    assert.deepEqual(await earlierAddresses(), [])
    await fixture.setTerms('USDT', 'TRC20', { isDepositOn: true })
    assert.equal((await fixture.funds.addresses()).length, 2)
    assert.equal((await coin(userId)).kind, 'recorded')
  })

  test('of a currency that was never on is refused', async () => {
    const { id } = await fixture.setTerms('USDT', 'ERC20', { depositRate: 999_500_000 as Rate })
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const result = await coin(await fixture.fundedUser(0), {
      addressId: await fixture.addAddress(id, address),
      address,
    })
    assert.equal(result.kind === 'refused' && result.reason, 'no_pay_way')
    assert.ok(!(await earlierAddresses()).includes(address))
  })

  async function outSince(table: string, id: number, age: string) {
    const column = table === 'currencies' ? 'deposits_off_since' : 'off_since'
    await fixture.database.query(`update ${table} set ${column} = now() - $2::interval where id = $1`, [
      id,
      age,
    ])
  }

  async function earlierAddresses() {
    return (await fixture.funds.earlier.addresses()).map(({ option }) => option.address)
  }

  let currency: Currency
  async function saveAddress(typed: { id?: number; address: string; isOn: boolean }) {
    const saved = await inTransaction(fixture.pool, (client) =>
      savePayAddress(client, { currencyId: currency.id, ...typed }),
    )
    assert.ok(saved.kind === 'changed', JSON.stringify(saved))
    return saved.after.id
  }

  describe('to what was offered before', () => {
    const [first, second] = [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ]
    let id: number
    const listed = async () =>
      (await earlierAddresses()).filter((address) => [first, second].includes(address))

    before(async () => {
      const btc = (await readCurrencies(fixture.pool)).find(({ code }) => code === 'BTC')
      assert.ok(btc)
      const terms = { isDepositOn: true, depositRate: 60_000_000_000_000 as Rate }
      currency = await fixture.setTerms('BTC', btc.protocol, terms)
      id = await fixture.addAddress(currency.id, first)
    })

    test('an address is listed while it is off, for 30 days, with the current terms', async () => {
      assert.deepEqual(await listed(), [])
      await saveAddress({ id, address: first, isOn: false })
      await fixture.setTerms('BTC', currency.protocol, { depositRate: 61_000_000_000_000 as Rate })
      const found = (await fixture.funds.earlier.addresses()).find(({ option }) => option.id === id)
      assert.equal(found?.currency.depositRate, 61_000_000_000_000)
      await outSince('pay_addresses', id, '29 days')
      assert.deepEqual(await listed(), [first])
      await outSince('pay_addresses', id, '31 days')
      assert.deepEqual(await listed(), [])
      await saveAddress({ id, address: first, isOn: true })
      assert.deepEqual(await listed(), [])
    })

    test('a replaced address is listed, unless it was added again', async () => {
      const next = await saveAddress({ id, address: second, isOn: true })
      assert.deepEqual(await listed(), [first])
      await fixture.addAddress(currency.id, first)
      assert.deepEqual(await listed(), [])
      id = next
    })

    test('an address that never was on is not listed, and hides no earlier one', async () => {
      const never = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'
      const added = await saveAddress({ address: never, isOn: false })
      assert.ok(!(await earlierAddresses()).includes(never))
      await saveAddress({
        id: added,
        address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
        isOn: false,
      })
      assert.ok(!(await earlierAddresses()).includes(never))
      const replaced = await fixture.addAddress(currency.id, never)
      const other = '17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem'
      await saveAddress({ id: replaced, address: other, isOn: false })
      await saveAddress({ address: never, isOn: false })
      assert.deepEqual(
        (await earlierAddresses()).filter((address) => [never, other].includes(address)),
        [never],
      )
    })

    test('every address of a currency that was switched off is listed', async () => {
      await fixture.setTerms('BTC', currency.protocol, { isDepositOn: false })
      assert.deepEqual(await listed(), [second, first])
      await outSince('currencies', currency.id, '31 days')
      assert.deepEqual(await listed(), [])
      await fixture.setTerms('BTC', currency.protocol, { isDepositOn: true })
    })

    test('the only bank account of a currency is listed with its currency', async () => {
      const { earlier } = fixture.funds
      const codes = async () => (await earlier.wireCurrencies()).map(({ code }) => code)
      const terms = { isDepositOn: true, depositRate: 1_080_000_000 as Rate }
      const euro = await fixture.setTerms('EUR', '', terms)
      const account = await fixture.addWire(euro.id)
      assert.ok(!(await codes()).includes('EUR'))
      await savedWire({ isOn: false }, account)
      assert.ok((await codes()).includes('EUR'))
      assert.deepEqual(
        (await earlier.wireOptions('EUR')).map(({ id }) => id),
        [account],
      )
      await outSince('wire_options', account, '31 days')
      assert.ok(!(await codes()).includes('EUR'))
      assert.deepEqual(await earlier.wireOptions('EUR'), [])
    })

    test('a bank account with another remark is the same account', async () => {
      await savedWire({ isOn: true })
      const before = (await fixture.funds.earlier.wireOptions('JPY')).map(({ id }) => id)
      wireId = await savedWire({ bankRemark: 'Another reference' })
      assert.deepEqual(
        (await fixture.funds.earlier.wireOptions('JPY')).map(({ id }) => id),
        before,
      )
    })
  })
})
