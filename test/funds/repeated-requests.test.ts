import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createDeskFundsFixture,
  type DeskFundsFixture,
  type FundsUser,
} from '#test/funds/desk-funds-fixture.ts'
import { otherTronAddress, tronAddress } from '#test/funds/funds-fixture.ts'

let team: DeskFundsFixture
let ann: FundsUser

before(async () => {
  team = await createDeskFundsFixture()
  await team.set('withdraw_needs_identity', '0')
  await team.set('payout_method_wait_hours', '0')
  ann = await team.user()
})
after(async () => await team.stop())

const keyed = (key: string) => ({ 'idempotency-key': key })

async function bind(key: string, dc_address: string, auth_code?: string) {
  const form = {
    type: '1',
    draw_id: String(team.tether.id),
    dc_address,
    ...(auth_code === undefined ? {} : { auth_code }),
  }
  return await team.app.call({
    url: '/api/wallet/bind_draw_method',
    token: ann.token,
    form,
    headers: keyed(key),
  })
}

test('a payout method is added once, whichever code its repeats carry', async () => {
  const code = await team.codeFor(ann, 3)
  assert.equal((await bind('method-1', tronAddress)).data.reason, 'code_required')
  const first = await bind('method-1', tronAddress, code)
  assert.equal(first.code, 1, first.msg)
  const newer = await team.codeFor(ann, 3)
  for (const repeated of [newer, '000000', undefined]) {
    const again = await bind('method-1', tronAddress, repeated)
    assert.deepEqual([again.code, again.data.id], [1, first.data.id])
  }
  assert.equal((await bind('method-1', otherTronAddress, newer)).data.reason, 'idempotency_mismatch')
  // The repeats have not used up the newer code.
  assert.equal((await bind('method-2', otherTronAddress, newer)).code, 1)
})

test('a withdrawal is recorded once, whichever code its repeats carry', async () => {
  await team.fund(ann, 500)
  const methodId = await team.bindAddress(ann, 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj')
  const draw = async (key: string, auth_code?: string) => {
    const input = {
      draw_currency_id: String(team.tether.id),
      number: '100',
      draw_method_id: String(methodId),
    }
    return await team.app.call({
      url: '/api/account/draw',
      token: ann.token,
      form: { ...input, ...(auth_code === undefined ? {} : { auth_code }) },
      headers: keyed(key),
    })
  }
  const code = await team.codeFor(ann, 4)
  assert.equal((await draw('draw-0001')).data.reason, 'code_required')
  const first = await draw('draw-0001', code)
  assert.equal(first.code, 1, first.msg)
  const newer = await team.codeFor(ann, 4)
  for (const repeated of [newer, '000000', undefined]) {
    const again = await draw('draw-0001', repeated)
    assert.deepEqual([again.code, again.data.id], [1, first.data.id])
  }
  assert.deepEqual(await team.balance(ann), ['400.000000', '100.000000'])
  const second = await draw('draw-0002', newer)
  assert.equal(second.code, 1, second.msg)
  assert.notEqual(second.data.id, first.data.id)
})
