// A user who has traded and moved money, beside another one, with a complaint about all of it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeskFundsFixture, type FundsUser } from '#test/funds/desk-funds-fixture.ts'
import { tronAddress } from '#test/funds/funds-fixture.ts'

export type TradedComplaint = Awaited<ReturnType<typeof createTradedComplaint>>

export async function createTradedComplaint() {
  const fixture = await createDeskFundsFixture({
    withdraw_needs_identity: '0',
    withdraw_needs_code: '0',
    payout_method_wait_hours: '0',
  })
  const { app } = fixture
  const dataDir = mkdtempSync(join(tmpdir(), 'openlot-packs-'))
  const [user, other] = [await fixture.user(), await fixture.user()]
  for (const one of [user, other]) await fixture.fund(one, 2000)
  app.trading.quote('EURUSD', 114_500, 114_510)

  async function trade({ token }: FundsUser, path: string, body: object) {
    app.advance(10)
    const answer = await app.call({ url: `/v1/api/forex/${path}`, token, body })
    assert.equal(answer.code, 1, answer.msg)
    return answer.data
  }
  const open = (by: FundsUser, changes: object = {}) =>
    trade(by, 'submit', {
      ...{ type: 1, forex_id: app.trading.idOf('EURUSD'), status: 1, cont: '0.20', multiple: '100' },
      ...changes,
    })
  const [{ Id: position }, { Id: foreign }] = await Promise.all([open(user), open(other)])
  await trade(user, 'set_stop_price', { id: position, stop_loss_price: '1.10000' })
  await trade(user, 'close', { id: position, cont: '0.10' })
  const { Id: pending } = await open(user, { status: 0, target_price: '1.10000' })
  const amended = await trade(user, 'amend_order', { id: pending, target_price: '1.11000', cont: '0.30' })
  await trade(user, 'cancel_trade', { id: amended.Id })
  await trade(other, 'close', { id: foreign })
  const method = await fixture.bindAddress(user, tronAddress)
  const withdrawal = await fixture.drawn(user, method, '100')
  const deposit = await only(
    app.database.query,
    'select min(id) as id from deposits where user_id = $1',
    user.id,
  )
  const { data } = await app.call({
    url: '/api/complaint/file',
    token: user.token,
    body: {
      text: 'The price was wrong.',
      orders: `${position},${amended.Id}`,
      ...{ deposits: `${deposit}`, withdrawals: `${withdrawal}` },
    },
  })
  return {
    ...{ fixture, user, other, position, foreign, pending, dataDir, complaintId: data.id },
    amended: amended.Id,
    ...{ open, trade },
    /** A pack that waits again, as when the server was killed. It is due in a second: the fixture must not make it. */
    async forgetPack(attempts: number): Promise<void> {
      await app.database.query('alter table evidence_packs disable trigger made_once')
      await app.database.query(
        `update evidence_packs set state = 'waiting', content = null, sha256 = null, ended_at = null, problem = null,
           attempts = $1, next_try_at = $2`,
        [attempts, new Date(app.nowMs() + 1000)],
      )
      await app.database.query('alter table evidence_packs enable trigger made_once')
    },
    async stop(): Promise<void> {
      await fixture.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

type Query = Awaited<ReturnType<typeof createDeskFundsFixture>>['app']['database']['query']

async function only(query: Query, sql: string, value: number): Promise<number> {
  const { rows } = await query<{ id: string }>(sql, [value])
  return Number(rows[0]?.id)
}
