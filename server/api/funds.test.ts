// Funds by HTTP: codes that are really sent, the wire fields, and nothing of other users.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { micros, type Rate } from '#core/money/amounts.ts'
import { readCurrencies, saveCurrency, savePayAddress, saveWireOption } from '#server/funds/funds.ts'
import { inTransaction } from '#server/storage/storage.ts'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { registerUser } from '#test/calls/app-users.ts'
import { eventually } from '#test/eventually.ts'
import { otherTronAddress, tronAddress, wireFields } from '#test/funds/funds-fixture.ts'
import { fileForm, multipartType } from '#test/uploads/multipart.ts'
import { photo } from '#test/uploads/pictures.ts'

let fixture: AppFixture
let ann: { token: string; user: { id: number } }
let ben: { token: string; user: { id: number } }
let currencyId: number
let chargeId: number

before(async () => {
  fixture = await createAppFixture()
  ann = await registerUser(fixture, 'ann@example.com')
  ben = await registerUser(fixture, 'ben@example.com')
  const { pool } = fixture.database
  const tether = (await readCurrencies(pool)).find(({ protocol }) => protocol === 'TRC20')
  assert.ok(tether)
  currencyId = tether.id
  const one = 1_000_000_000 as Rate
  const terms = {
    isDepositOn: true,
    depositRate: one,
    isPayoutOn: true,
    payoutRate: one,
    feeValue: 1_000_000,
  }
  await inTransaction(pool, async (client) => {
    assert.equal((await saveCurrency(client, { ...tether, ...terms })).kind, 'changed')
    const saved = await savePayAddress(client, { currencyId, address: tronAddress, isOn: true })
    assert.ok(saved.kind === 'changed')
    chargeId = saved.after.id
  })
  await fixture.settings.change('withdraw_needs_identity', '0', 'cli:test')
})
after(async () => await fixture.stop())

async function codeFor(email: string, token: string, type: 3 | 4): Promise<string> {
  // Other messages may arrive meanwhile.
  const codes = async () => (await fixture.messagesTo(email)).filter(({ code }) => Boolean(code))
  const before = (await codes()).length
  fixture.advance(61_000)
  const form = { type: String(type), to: 'ignored@example.com' }
  const sent = await fixture.call({ url: '/api/notify/send_email', token, form })
  assert.equal(sent.code, 1, sent.msg)
  await eventually(async () => (await codes()).length > before)
  return (await codes()).at(-1)?.code ?? ''
}

async function uploadBy(token: string): Promise<string> {
  const headers = { 'content-type': multipartType }
  const payload = fileForm(await photo())
  const answer = await fixture.call({
    method: 'POST',
    url: '/api/common/image_upload',
    token,
    headers,
    payload,
  })
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.url
}

test('a deposit is reported by GET, answered again for its key, and hidden from others', async () => {
  const { token } = ann
  const info = await fixture.call({ url: '/api/quickCharge/info', token })
  assert.deepEqual(info.data, [
    {
      id: chargeId,
      currency_code: 'USDT',
      protocol_code: 'TRC20',
      address: tronAddress,
      logo: '',
      rate: '1.000000000',
      min_number: '0.000001',
      decimals: 6,
    },
  ])
  const proofImg = await uploadBy(token)
  const sent = { number: '25.5', proofImg, address: tronAddress, charge_id: String(chargeId) }
  const url = `/api/quickCharge/submit?${new URLSearchParams(sent)}`
  const headers = { 'idempotency-key': 'deposit-1' }
  const stolen = await fixture.call({ url, token: ben.token, headers })
  assert.deepEqual([stolen.code, stolen.data.reason], [0, 'image_unknown'])
  const first = await fixture.call({ url, token, headers })
  assert.equal(first.code, 1, first.msg)
  const { number, type, status, remark, credited, decided_at, proofImg: shown } = first.data
  assert.deepEqual(
    [number, type, status, remark, credited, decided_at, shown],
    ['25.500000', 0, 0, '', '25.500000', null, proofImg],
  )
  assert.deepEqual((await fixture.call({ url, token, headers })).data, first.data)
  const other = await fixture.call({ url: `${url}&rate=1`, token, headers })
  assert.equal(other.data.reason, 'idempotency_mismatch')
  const list = { url: '/api/quickCharge/quick_ist?type=0' }
  assert.deepEqual((await fixture.call({ ...list, token })).data, { data: [first.data], total: 1 })
  assert.deepEqual((await fixture.call({ ...list, token: ben.token })).data, { data: [], total: 0 })
})

test('earlier addresses and bank accounts are listed after the others, for clients that ask', async () => {
  const { token } = ann
  const { pool } = fixture.database
  const list = async (call: string) =>
    (await fixture.call({ url: `/api/quickCharge/${call}`, token })).data.map(
      ({ id, code, is_off }: { id?: number; code?: string; is_off?: 1 }) => [id ?? code, is_off],
    )
  const euro = (await readCurrencies(pool)).find(({ code }) => code === 'EUR')
  assert.ok(euro)
  const [off, account] = await inTransaction(pool, async (client) => {
    await saveCurrency(client, { ...euro, isDepositOn: true, depositRate: 1_080_000_000 as Rate })
    const other = { currencyId, address: otherTronAddress }
    const address = await savePayAddress(client, { ...other, isOn: true })
    const wire = await saveWireOption(client, { ...wireFields, currencyId: euro.id, isOn: true })
    assert.ok(address.kind === 'changed' && wire.kind === 'changed')
    await savePayAddress(client, { ...other, id: address.after.id, isOn: false })
    await saveWireOption(client, { ...wire.after, isOn: false })
    return [address.after.id, wire.after.id]
  })
  const shown = [chargeId, undefined]
  assert.deepEqual(await list('info'), [shown])
  assert.deepEqual(await list('info?earlier=0'), [shown])
  assert.deepEqual(await list('info?earlier=1'), [shown, [off, 1]])
  assert.deepEqual(await list('symbols'), [])
  assert.deepEqual(await list('symbols?earlier=1'), [['EUR', 1]])
  assert.deepEqual(await list('wire_info?bank_coin=EUR'), [])
  assert.deepEqual(await list('wire_info?bank_coin=EUR&earlier=1'), [[account, 1]])
})

describe('payout methods and withdrawals', () => {
  const bind = (token: string, auth_code: string) =>
    fixture.call({
      url: '/api/wallet/bind_draw_method',
      token,
      form: { type: '1', draw_id: String(currencyId), dc_address: tronAddress, auth_code },
    })
  const draw = (token: string, form: Record<string, string>) =>
    fixture.call({
      url: '/api/account/draw',
      token,
      form: { draw_currency_id: String(currencyId), number: '50', ...form },
    })

  test('need codes of their own purpose, which expire and work once', async () => {
    const { token, user } = ann
    assert.equal((await bind(token, '000000')).data.reason, 'wrong_code')
    const expired = await codeFor('ann@example.com', token, 3)
    fixture.advance(600_000)
    assert.equal((await bind(token, expired)).data.reason, 'wrong_code')
    const forDraw = await codeFor('ann@example.com', token, 4)
    assert.equal((await bind(token, forDraw)).data.reason, 'wrong_code')
    const code = await codeFor('ann@example.com', token, 3)
    assert.equal((await bind(ben.token, code)).data.reason, 'wrong_code')
    const bound = await bind(token, code)
    assert.equal(bound.code, 1, bound.msg)
    assert.equal(bound.data.dc_address, tronAddress)
    const draw_method_id = String(bound.data.id)
    const owner = { userId: user.id, isDemo: false }
    const deposit = { kind: 'deposit', reference: 'deposit:test', amount: micros(80_000_000) } as const
    assert.equal((await fixture.trading.engine.submit(owner, deposit)).kind, 'done')

    const early = await draw(token, { draw_method_id })
    assert.equal(early.data.reason, 'method_not_usable')
    assert.equal(early.data.figures.usable_at, bound.data.usable_at)
    fixture.advance(24 * 3_600_000)
    assert.equal((await draw(token, { draw_method_id })).data.reason, 'code_required')
    const auth_code = await codeFor('ann@example.com', token, 4)
    assert.equal((await draw(token, { draw_method_id, auth_code: code })).data.reason, 'wrong_code')
    const drawn = await draw(token, { draw_method_id, auth_code, fee: '1', usd_price: '1' })
    assert.equal(drawn.code, 1, drawn.msg)
    const { id, number, real_number, fee, status, status_name, address, missing } = drawn.data
    assert.deepEqual(
      [number, real_number, fee, status, status_name, address, missing],
      ['50.000000', '49.000000', '1.000000', 0, 'Requested', tronAddress, null],
    )
    assert.equal((await draw(token, { draw_method_id, auth_code, number: '20' })).data.reason, 'wrong_code')
    const conditions = await fixture.call({ url: '/api/account/draw_conditions', token })
    assert.equal(conditions.data.available, '30.000000')
    await checkOthers(id, bound.data.id)
    const cancelled = await fixture.call({ url: '/api/account/draw_cancel', token, form: { id: String(id) } })
    assert.deepEqual([cancelled.data.status, cancelled.data.status_name], [4, 'Cancelled'])
  })

  /** Another user sees and touches nothing. */
  async function checkOthers(drawId: number, methodId: number): Promise<void> {
    const { token } = ben
    const form = { id: String(drawId) }
    const cancel = await fixture.call({ url: '/api/account/draw_cancel', token, form })
    assert.equal(cancel.data.reason, 'not_found')
    const list = await fixture.call({ url: '/api/account/draw_list?type=1', token })
    assert.deepEqual(list.data, { data: [], total: 0 })
    const methods = await fixture.call({ url: '/api/wallet/get_draw_method?draw_type=1', token })
    assert.deepEqual(methods.data, [])
    const deleted = await fixture.call({
      url: '/api/wallet/del_draw_method',
      token,
      form: { id: String(methodId) },
    })
    assert.equal(deleted.data.reason, 'not_found')
  }
})
