import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'
import { insertUser } from '#test/engine/insert-users.ts'
import { eventually } from '#test/eventually.ts'
import { plainTicket } from '#test/trading/trader.ts'

let app: AppFixture
before(async () => {
  app = await createAppFixture()
})
after(async () => await app.stop())

test('a stop loss that a quote has reached becomes a notice of its user', async () => {
  const { database, trading } = app
  const userId = await insertUser(database, 'demo')
  trading.quote('EURUSD', 108_420, 108_430)
  const ticket = { ...plainTicket, marketId: trading.idOf('EURUSD'), lots: '0.10', stopLoss: '1.08400' }
  const placed = await trading.engine.submit({ userId, isDemo: true }, { kind: 'open_order', ticket })
  assert.equal(placed.kind, 'done')
  app.advance(1000)
  trading.quote('EURUSD', 108_390, 108_400)
  const notices = async () =>
    (
      await database.query(
        `select kind, (parameters->>'order')::integer as "orderId" from notices where user_id = $1`,
        [userId],
      )
    ).rows
  await eventually(async () => (await notices()).length > 0, 'the notice is stored')
  const [order] = placed.kind === 'done' ? placed.orders : []
  assert.deepEqual(await notices(), [{ kind: 'stop_loss', orderId: order?.id }])
})
