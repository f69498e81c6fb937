// Who sees and touches what of deposits, withdrawals and payout methods, and of the images that belong to them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operatorRoles } from '#core/user/operator-role.ts'
import { openDemo } from '#test/calls/app-users.ts'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type DeskPerson,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

let fixture: DeskFundsFixture
let user: FundsUser
let other: FundsUser
let demo: string
const staff = new Map<string, DeskPerson>()
const images = { voucher: '', document: '', unclaimed: '' }
const ids = { deposit: 0, method: 0, withdrawal: 0 }

const nameOf = (url: string) => new URL(url, 'http://localhost').searchParams.get('name') ?? ''

before(async () => {
  fixture = await createDeskFundsFixture()
  const { app } = fixture
  staff.set('owner', fixture.owner).set('finance', fixture.ann)
  for (const role of operatorRoles) if (!staff.has(role)) staff.set(role, await fixture.person(role))
  await fixture.set('withdraw_needs_identity', '0')
  await fixture.set('payout_method_wait_hours', '0')
  user = await fixture.user()
  other = await fixture.user()
  demo = await openDemo(app)
  await fixture.fund(user, 100)
  const [voucher, front, back, unclaimed] = [
    await fixture.upload(user.token),
    await fixture.upload(user.token),
    await fixture.upload(user.token),
    await fixture.upload(user.token),
  ]
  ids.deposit = await fixture.report(user, '10', voucher)
  const form = { name: 'Ann Example', card_id: 'X1234567', front_pic: front, reverse_pic: back }
  const submitted = await app.call({ url: '/api/user_real/real_name', token: user.token, form })
  assert.equal(submitted.code, 1, submitted.msg)
  Object.assign(images, { voucher: nameOf(voucher), document: nameOf(front), unclaimed: nameOf(unclaimed) })
  ids.method = await fixture.bindAddress(user, tronAddress)
  ids.withdrawal = await fixture.drawn(user, ids.method, '20')
})
after(async () => await fixture.stop())

describe('an image', () => {
  const seenBy: Readonly<Record<keyof typeof images, readonly string[]>> = {
    voucher: ['owner', 'finance'],
    document: ['owner', 'compliance'],
    unclaimed: [],
  }
  for (const [image, roles] of Object.entries(seenBy) as [keyof typeof images, readonly string[]][])
    for (const role of operatorRoles)
      test(`${image} is ${roles.includes(role) ? '' : 'not '}shown to ${role}`, async () => {
        const { token = '', email = '' } = staff.get(role) ?? {}
        const answer = await fixture.app.raw({ url: `/desk/api/image?name=${images[image]}`, token })
        const isShown = roles.includes(role)
        assert.equal(answer.headers['content-type'] === 'image/jpeg', isShown, answer.body.slice(0, 200))
        if (!isShown) assert.match(answer.json().data.reason, /^(not_found|role_forbidden)$/)
        if (image !== 'voucher') return
        const views = (await fixture.audited(`deposit:${ids.deposit}`)).filter(
          ({ action, who }) => action === 'voucher_viewed' && who === email,
        )
        assert.equal(views.length, isShown ? 1 : 0)
      })

  test('is shown to its owner and to no other user, demo user or visitor', async () => {
    for (const name of Object.values(images)) {
      const url = `/api/common/image?name=${name}`
      const own = await fixture.app.raw({ url, token: user.token })
      assert.equal(own.headers['content-type'], 'image/jpeg')
      for (const token of [other.token, demo, undefined, fixture.ann.token])
        assert.notEqual((await fixture.app.raw({ url, token })).headers['content-type'], 'image/jpeg')
    }
  })
})

describe('records of a user', () => {
  const lists = [
    '/api/quickCharge/quick_ist?type=0',
    '/api/account/draw_list?type=1',
    '/api/wallet/get_draw_method?draw_type=1',
  ]
  for (const url of lists)
    test(`${url} shows them to their owner only`, async () => {
      const rowsOf = async (token: string) => {
        const { data } = await fixture.app.call({ url, token })
        return Array.isArray(data) ? data : data.data
      }
      assert.ok((await rowsOf(user.token)).length > 0)
      assert.deepEqual(await rowsOf(other.token), [])
      assert.equal((await fixture.app.call({ url, token: demo })).data.reason, 'demo_forbidden')
      for (const token of [undefined, 'x'.repeat(43), fixture.ann.token])
        assert.equal((await fixture.app.call({ url, token })).code, 999)
    })

  test('cannot be touched by another user, a demo user, a visitor or an operator', async () => {
    const acts = [
      ['/api/account/draw_cancel', { id: String(ids.withdrawal) }],
      ['/api/wallet/del_draw_method', { id: String(ids.method) }],
    ] as const
    for (const [url, form] of acts) {
      assert.equal((await fixture.app.call({ url, token: other.token, form })).code, 0, url)
      assert.equal((await fixture.app.call({ url, token: demo, form })).data.reason, 'demo_forbidden')
      for (const token of [undefined, fixture.ann.token])
        assert.equal((await fixture.app.call({ url, token, form })).code, 999)
    }
    await fixture.fund(other, 50)
    const drawn = await fixture.draw(other, ids.method, '20')
    assert.equal(drawn.data.reason, 'method_unknown')
    const { data } = await fixture.desk(fixture.ann, `funds/withdrawal?id=${ids.withdrawal}`)
    assert.equal(data.state, 'locked')
    const methods = await fixture.app.call({
      url: '/api/wallet/get_draw_method?draw_type=1',
      token: user.token,
    })
    assert.equal(methods.data.length, 1)
  })
})

describe('operators without the role', () => {
  const acts: readonly (readonly [string, (() => object)?])[] = [
    ['funds/deposit?id=1'],
    ['funds/withdrawal?id=1'],
    ['funds/deposit_decide', () => ({ id: ids.deposit, result: 'credited' })],
    ['funds/withdrawal_step', () => ({ id: ids.withdrawal, to: 'reviewing' })],
    ['funds/adjustment_propose', () => ({ uid: user.uid, amount: '5', memo: 'x', totp: '000000' })],
    ['funds/currency_change', () => ({ id: fixture.tether.id, fee: '9' })],
    ['funds/currency_add', () => ({ code: 'ABC', protocol: 'ABC', kind: 'coin', decimals: 6 })],
    ['funds/pay_address_change', () => ({ id: fixture.chargeId, currency_id: fixture.tether.id, is_on: 0 })],
    ['funds/wire_option_change', () => ({ id: fixture.wireId, currency_id: fixture.euro.id, is_on: 0 })],
  ]
  for (const [path, body] of acts)
    test(`cannot ${path.replace(/\?.*/, '')}, nor can a user or a visitor`, async () => {
      const url = `/desk/api/${path}`
      const before = await state()
      for (const role of ['compliance', 'support', 'viewer']) {
        const person = staff.get(role)
        assert.ok(person)
        assert.equal((await fixture.desk(person, path, body?.())).data.reason, 'role_forbidden', role)
      }
      const sent = body === undefined ? {} : { body: body() }
      for (const token of [user.token, demo, undefined])
        assert.equal((await fixture.app.call({ url, token, ...sent })).code, 999)
      assert.deepEqual(await state(), before)
    })

  /** Everything that the calls above could change. */
  async function state() {
    const { rows } = await fixture.app.database.query(
      `select (select json_agg(m order by reference) from movements m) as movements,
         (select json_agg(c order by id) from currencies c) as currencies,
         (select json_agg(a order by id) from pay_addresses a) as addresses,
         (select json_agg(w order by id) from wire_options w) as wires, (select count(*) from proposals) as proposals`,
    )
    return rows
  }
})

test('an owner of a method is told by mail when it is added and when it is deleted', async () => {
  const third = await fixture.user()
  const id = await fixture.bindAddress(third, tronAddress)
  const url = '/api/wallet/del_draw_method'
  const deleted = await fixture.app.call({ url, token: third.token, form: { id: String(id) } })
  assert.equal(deleted.code, 1, deleted.msg)
  const { rows } = await fixture.app.database.query<{ kind: string; recipient: string }>(
    `select kind, recipient from outgoing_messages where user_id = $1 and kind like 'payout_method%' order by id`,
    [third.id],
  )
  assert.deepEqual(rows, [
    { kind: 'payout_method_added', recipient: third.email },
    { kind: 'payout_method_deleted', recipient: third.email },
  ])
})
