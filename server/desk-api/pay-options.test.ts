// Currencies, pay addresses and bank accounts at the console: what takes effect at once, and what a second operator
// approves.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DeskCurrency } from '#contract/desk/funds.ts'
import type { Rate } from '#core/money/amounts.ts'
import { saveCurrency, savePayAddress, saveWireOption } from '#server/funds/funds.ts'
import type { OptionKind } from '#server/funds/review/pay-options.ts'
import { inTransaction } from '#server/storage/storage.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
} from '#test/funds/desk-funds-fixture.ts'
import { otherTronAddress, tronAddress, wireFields } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
let ann: DeskPerson
let ben: DeskPerson
before(async () => {
  fixture = await createDeskFundsFixture()
  ann = fixture.ann
  ben = fixture.ben
})
after(async () => await fixture.stop())

const change = async (table: 'currency' | 'pay_address' | 'wire_option', body: object, by = ann) =>
  (await fixture.desk(by, `funds/${table}_change`, body)).data

async function listed(id: number): Promise<DeskCurrency> {
  const { data } = await fixture.desk(ann, 'funds/currencies')
  const found = data.find((currency: DeskCurrency) => currency.id === id)
  assert.ok(found)
  return found
}

async function changesOf(proposalId: number) {
  const { data } = await fixture.desk(ben, 'proposals')
  return data.data.find(({ id }: { id: number }) => id === proposalId)?.changes
}

async function proposed(table: 'currency' | 'pay_address' | 'wire_option', body: object): Promise<number> {
  const answer = await change(table, body)
  assert.equal(answer.state, 'proposed', JSON.stringify(answer))
  return answer.proposal_id
}

const reject = (id: number) => fixture.desk(ben, 'proposals/reject', { id, remark: 'No' })

async function offered(): Promise<readonly string[]> {
  const user = await fixture.user()
  const { data } = await fixture.app.call({ url: '/api/quickCharge/info', token: user.token })
  return data.map(({ address }: { address: string }) => address)
}

describe('a pay address', () => {
  before(async () => await fixture.wait(1))

  test('is checked at once', async () => {
    const currency_id = fixture.tether.id
    const bad = await change('pay_address', { currency_id, address: `${tronAddress.slice(0, -1)}x` })
    assert.deepEqual(bad, { reason: 'invalid_address', field: 'address' })
    assert.deepEqual(await change('pay_address', { currency_id }), {
      reason: 'invalid_input',
      field: 'address',
    })
    assert.equal(
      (await change('pay_address', { currency_id: 9999, address: tronAddress })).reason,
      'invalid_input',
    )
    assert.equal((await change('pay_address', { id: 9999, currency_id, is_on: 0 })).reason, 'not_found')
    assert.deepEqual((await listed(currency_id)).pay_addresses.length, 1)
  })

  test('that is new is offered after a second operator approves', async () => {
    const { id: currency_id } = await fixture.currencyOf('BTC', 'Bitcoin')
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const id = await proposed('pay_address', { currency_id, address })
    assert.deepEqual((await listed(currency_id)).pay_addresses, [])
    assert.equal((await change('pay_address', { currency_id, address }, ben)).reason, 'proposal_open')
    const [currency, ...rows] = await changesOf(id)
    assert.equal(currency.new, 'BTC Bitcoin')
    assert.deepEqual(rows, [
      { label: 'address', old: '', new: address },
      { label: 'is_on', old: '', new: '1' },
    ])
    assert.equal((await fixture.approve(ann, id)).data.reason, 'same_person')
    assert.equal((await fixture.approve(ben, id)).data.state, 'done')
    const [added] = (await listed(currency_id)).pay_addresses
    assert.deepEqual([added?.address, added?.is_on], [address, 1])
    assert.deepEqual(await fixture.audited(`pay_address:${added?.id}`), [
      {
        action: 'pay_address_changed',
        who: ben.email,
        details: {
          address: { from: null, to: address },
          is_on: { from: null, to: 1 },
          currency_id,
        },
      },
    ])
  })

  const addressId = async () => (await listed(fixture.tether.id)).pay_addresses[0]?.id ?? 0

  test('that is changed shows old and new, and is replaced only after the approval', async () => {
    const { chargeId: id } = fixture
    const currency_id = fixture.tether.id
    const proposal = await proposed('pay_address', { id, currency_id, address: otherTronAddress })
    assert.deepEqual(await changesOf(proposal), [
      { label: 'currency', old: '', new: 'USDT TRC20' },
      { label: 'address', old: tronAddress, new: otherTronAddress },
    ])
    assert.equal((await listed(currency_id)).pay_addresses[0]?.proposal?.proposed_by, ann.email)
    assert.ok((await offered()).includes(tronAddress))
    assert.equal((await fixture.approve(ben, proposal)).data.state, 'done')
    const now = await offered()
    assert.deepEqual([now.includes(otherTronAddress), now.includes(tronAddress)], [true, false])
    const newId = await addressId()
    assert.notEqual(newId, id)
    assert.deepEqual((await fixture.audited(`pay_address:${id}`)).at(-1)?.details, {
      id: { from: id, to: newId },
      address: { from: tronAddress, to: otherTronAddress },
      currency_id,
    })
    for (const body of [{ is_on: 1 }, { is_on: 0 }, { address: tronAddress }])
      assert.equal((await change('pay_address', { id, currency_id, ...body })).reason, 'not_found')
  })

  test('that was replaced can be added again by two operators', async () => {
    const currency_id = fixture.tether.id
    const proposal = await proposed('pay_address', { currency_id, address: tronAddress })
    assert.equal((await fixture.approve(ben, proposal)).data.state, 'done')
    const added = (await listed(currency_id)).pay_addresses.find(({ address }) => address === tronAddress)
    assert.ok(added !== undefined && added.id !== fixture.chargeId)
    assert.equal((await change('pay_address', { id: added.id, currency_id, is_on: 0 })).state, 'changed')
  })

  test('is switched off at once, and a proposal for the address changes only the address', async () => {
    const id = await addressId()
    const currency_id = fixture.tether.id
    const address = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH'
    const proposal = await proposed('pay_address', { id, currency_id, address })
    assert.equal((await change('pay_address', { id, currency_id, is_on: 0 }, ben)).state, 'changed')
    assert.ok(!(await offered()).includes(otherTronAddress))
    assert.deepEqual((await fixture.audited(`pay_address:${id}`)).at(-1), {
      action: 'pay_address_changed',
      who: ben.email,
      details: { is_on: { from: 1, to: 0 }, currency_id },
    })
    assert.equal((await fixture.approve(ben, proposal)).data.state, 'done')
    const row = (await listed(currency_id)).pay_addresses.find((one) => one.address === address)
    assert.equal(row?.is_on, 0)
  })
})

describe('a currency', () => {
  before(async () => await fixture.wait(1))

  test('gets a new rate after a second operator approves, and sees it as a decimal', async () => {
    const { id } = fixture.tether
    const proposal = await proposed('currency', { id, deposit_rate: '0.75', fee: '2' })
    assert.deepEqual(await changesOf(proposal), [
      { label: 'currency', old: '', new: 'USDT TRC20' },
      { label: 'deposit_rate', old: '0.500000000', new: '0.750000000' },
      { label: 'fee', old: '1.000000', new: '2.000000' },
    ])
    assert.equal((await listed(id)).deposit_rate, '0.500000000')
    assert.equal((await fixture.approve(ben, proposal)).data.state, 'done')
    const { deposit_rate, fee } = await listed(id)
    assert.deepEqual([deposit_rate, fee], ['0.750000000', '2.000000'])
    assert.deepEqual((await fixture.audited(`currency:${id}`)).at(-1)?.details, {
      deposit_rate: { from: '0.500000000', to: '0.750000000' },
      fee: { from: '1.000000', to: '2.000000' },
    })
  })

  test('loses its rate in the same way, after it is switched off', async () => {
    const { id } = fixture.euro
    assert.deepEqual(await change('currency', { id, payout_rate: '' }), {
      reason: 'invalid_input',
      field: 'payout_rate',
    })
    const proposal = await proposed('currency', { id, payout_rate: '', is_payout_on: 0 })
    const row = (await changesOf(proposal)).find(({ label }: { label: string }) => label === 'payout_rate')
    assert.deepEqual([row.old, row.new], ['0.500000000', ''])
    await reject(proposal)
    assert.equal((await listed(id)).payout_rate, '0.500000000')
  })

  test('gets a lower fee, limits and an end of payouts at once', async () => {
    const { id } = fixture.tether
    const body = {
      id,
      fee: '1.5',
      least_payout: '20',
      most_payout: '5000',
      least_deposit: '3',
      is_payout_on: 0,
    }
    assert.equal((await change('currency', body)).state, 'changed')
    const { fee, least_payout, most_payout, least_deposit, is_payout_on } = await listed(id)
    assert.deepEqual(
      [fee, least_payout, most_payout, least_deposit, is_payout_on],
      ['1.500000', '20.000000', '5000.000000', '3.000000', 0],
    )
    const entry = (await fixture.audited(`currency:${id}`)).at(-1)
    assert.deepEqual([entry?.action, entry?.who], ['currency_changed', ann.email])
    assert.deepEqual(entry?.details, {
      fee: { from: '2.000000', to: '1.500000' },
      least_payout: { from: '10.000000', to: '20.000000' },
      most_payout: { from: '100000.000000', to: '5000.000000' },
      least_deposit: { from: '0.000001', to: '3.000000' },
      is_payout_on: { from: 1, to: 0 },
    })
  })

  for (const [field, value, more] of [
    ['deposit_rate', 'x'],
    ['deposit_rate', '0'],
    ['deposit_rate', '-1'],
    ['payout_rate', '0.0000000001'],
    ['fee', '-1'],
    ['fee', '1.1', { fee_type: 2 }],
    ['least_deposit', '0'],
    ['least_payout', '5001'],
    ['most_payout', '1000000000.1'],
    ['decimals', 7],
  ] as const)
    test(`refuses ${field} ${value}`, async () => {
      const { id } = fixture.tether
      const before = await listed(id)
      const answer = await change('currency', { id, ...more, [field]: value })
      assert.equal(answer.reason, 'invalid_input')
      assert.ok(
        answer.field === field || (field === 'least_payout' && answer.field === 'most_payout'),
        answer.field,
      )
      assert.deepEqual(await listed(id), before)
    })

  test('is added switched off and without rates, once', async () => {
    const body = { code: 'TRX', protocol: 'TRON', kind: 'coin', decimals: 6 }
    const added = await fixture.desk(ann, 'funds/currency_add', body)
    assert.equal(added.code, 1, added.msg)
    const { is_deposit_on, is_payout_on, deposit_rate } = await listed(added.data.id)
    assert.deepEqual([is_deposit_on, is_payout_on, deposit_rate], [0, 0, ''])
    assert.equal((await fixture.desk(ben, 'funds/currency_add', body)).data.reason, 'invalid_input')
    assert.equal((await change('currency', { id: added.data.id, is_deposit_on: 1 })).field, 'deposit_rate')
    const address = await change('pay_address', { currency_id: added.data.id, address: 'nonsense' })
    assert.equal(address.reason, 'invalid_address')
  })
})

describe('a bank account', () => {
  before(async () => await fixture.wait(1))

  const fields = {
    bank_name: 'Second Bank',
    bank_address: '',
    bank_swift: wireFields.bankSwift,
    payee_name: 'Openlot Ltd',
    payee_account: 'GB33BUKB20201555555555',
    bank_remark: '',
  }

  test('that is new is offered after a second operator approves', async () => {
    const currency_id = fixture.euro.id
    const bad = await change('wire_option', {
      currency_id,
      ...fields,
      payee_account: 'GB34BUKB20201555555555',
    })
    assert.deepEqual(bad, { reason: 'invalid_iban', field: 'payee_account' })
    const id = await proposed('wire_option', { currency_id, ...fields })
    assert.equal((await listed(currency_id)).wire_options.length, 1)
    assert.equal((await fixture.approve(ben, id)).data.state, 'done')
    assert.equal((await listed(currency_id)).wire_options[1]?.payee_account, 'GB33BUKB20201555555555')
  })

  test('that is changed shows old and new, and is switched off at once', async () => {
    const { wireId: id } = fixture
    const currency_id = fixture.euro.id
    const proposal = await proposed('wire_option', {
      id,
      currency_id,
      payee_account: 'GB33BUKB20201555555555',
    })
    assert.deepEqual((await changesOf(proposal)).slice(1), [
      { label: 'payee_account', old: wireFields.payeeAccount, new: 'GB33BUKB20201555555555' },
    ])
    assert.equal((await change('wire_option', { id, currency_id, is_on: 0 }, ben)).state, 'changed')
    await reject(proposal)
    const [wire] = (await listed(currency_id)).wire_options
    assert.deepEqual([wire?.payee_account, wire?.is_on], [wireFields.payeeAccount, 0])
  })
})

describe('a change', () => {
  before(async () => await fixture.wait(1))

  const [half, double] = [500_000_000 as Rate, 2_000_000_000 as Rate]
  const [cheap, dear] = [1_000_000, 2_000_000]
  const offers = { depositRate: half, payoutRate: double, isDepositOn: true, isPayoutOn: true }
  const fixed = { feeKind: 'fixed', feeValue: cheap } as const
  const share = { feeKind: 'share', feeValue: 5_000_000 } as const

  /** What changes, the row before, the change, and whether a second operator approves it. */
  const table = [
    ['currency', 'deposits on', { ...offers, isDepositOn: false }, { is_deposit_on: 1 }, true],
    ['currency', 'deposits off', offers, { is_deposit_on: 0 }, false],
    ['currency', 'payouts on', { ...offers, isPayoutOn: false }, { is_payout_on: 1 }, true],
    ['currency', 'payouts off', offers, { is_payout_on: 0 }, false],
    [
      'currency',
      'one off and the other on',
      { ...offers, isPayoutOn: false },
      { is_deposit_on: 0, is_payout_on: 1 },
      true,
    ],
    ['currency', 'a higher deposit rate', offers, { deposit_rate: '0.6' }, true],
    ['currency', 'a lower deposit rate', offers, { deposit_rate: '0.4' }, true],
    ['currency', 'a higher payout rate', offers, { payout_rate: '2.1' }, true],
    ['currency', 'a lower payout rate', offers, { payout_rate: '1.9' }, true],
    ['currency', 'a higher fixed fee', { ...offers, ...fixed }, { fee: '1.000001' }, true],
    ['currency', 'a lower fixed fee', { ...offers, ...fixed, feeValue: dear }, { fee: '1.999999' }, false],
    ['currency', 'a higher share as the fee', { ...offers, ...share }, { fee: '0.005000001' }, true],
    ['currency', 'a lower share as the fee', { ...offers, ...share }, { fee: '0.004999999' }, false],
    [
      'currency',
      'a share instead of a fixed fee',
      { ...offers, ...fixed },
      { fee_type: 2, fee: '0.000001' },
      true,
    ],
    [
      'currency',
      'a fixed fee instead of a share',
      { ...offers, ...share },
      { fee_type: 1, fee: '0.000001' },
      true,
    ],
    [
      'currency',
      'payouts off with a higher fee',
      { ...offers, ...fixed },
      { is_payout_on: 0, fee: '2' },
      true,
    ],
    [
      'currency',
      'other limits',
      offers,
      { least_deposit: '7', least_payout: '30', most_payout: '40' },
      false,
    ],
    ['pay_address', 'on', { isOn: false }, { is_on: 1 }, true],
    ['pay_address', 'off', { isOn: true }, { is_on: 0 }, false],
    ['wire_option', 'on', { isOn: false }, { is_on: 1 }, true],
    ['wire_option', 'off', { isOn: true }, { is_on: 0 }, false],
  ] as const

  const rowOf = async (kind: OptionKind) => {
    const { tether, euro, wireId } = fixture
    const currency = await listed(kind === 'wire_option' ? euro.id : tether.id)
    const { pay_addresses, wire_options, ...terms } = currency
    if (kind === 'currency') return terms
    const rows: readonly { readonly id: number }[] = kind === 'pay_address' ? pay_addresses : wire_options
    return kind === 'pay_address' ? rows[0] : rows.find(({ id }) => id === wireId)
  }

  async function prepare(kind: OptionKind, before: object): Promise<object> {
    const { pool, tether, euro, wireId } = fixture
    const [first] = (await listed(tether.id)).pay_addresses
    assert.ok(first)
    const { id, address } = first
    const saved = await inTransaction(pool, async (client) => {
      if (kind === 'currency') return await saveCurrency(client, { ...tether, ...before })
      const isOn = 'isOn' in before && Boolean(before.isOn)
      return kind === 'pay_address'
        ? await savePayAddress(client, { id, currencyId: tether.id, address, isOn })
        : await saveWireOption(client, { id: wireId, currencyId: euro.id, ...wireFields, isOn })
    })
    assert.equal(saved.kind, 'changed', JSON.stringify(saved))
    if (kind === 'currency') return { id: tether.id }
    return kind === 'pay_address' ? { id, currency_id: tether.id } : { id: wireId, currency_id: euro.id }
  }

  for (const [kind, name, before, body, needsTwo] of table)
    test(`of a ${kind}, ${name}: ${needsTwo ? 'two operators' : 'one operator'}`, async () => {
      const row = await prepare(kind, before)
      const had = await rowOf(kind)
      const answer = await change(kind, { ...row, ...body })
      assert.equal(answer.state, needsTwo ? 'proposed' : 'changed', JSON.stringify(answer))
      if (needsTwo) {
        assert.deepEqual({ ...(await rowOf(kind)), proposal: null }, { ...had, proposal: null })
        assert.equal((await fixture.approve(ann, answer.proposal_id)).data.reason, 'same_person')
        assert.equal((await fixture.approve(ben, answer.proposal_id)).data.state, 'done')
      }
      assert.notDeepEqual(await rowOf(kind), had)
    })
})
