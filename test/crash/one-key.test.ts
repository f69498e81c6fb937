import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { submit } from '#contract/calls/trading.ts'
import { createCallClient, logInDemo } from '#test/crash/load/call-client.ts'
import { createPricePipe } from '#test/crash/load/price-pipe.ts'
import { endOf, launchServer, untilReady } from '#test/crash/machines/priced-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeDataDir, type RunningServer } from '#test/process/running-server.ts'
import { createSeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

const times = 100
const order = { type: '1', forex_id: '101', status: '1', cont: '0.10', multiple: '100' }

const data = makeDataDir()
const client = createCallClient()
const prices = createPricePipe(join(data.dir, 'prices'), createSeededRandom(1))
let database: TestDatabase
let server: RunningServer

async function start(): Promise<void> {
  server = launchServer({ DATA_DIR: data.dir, DATABASE_URL: database.url }, prices)
  await untilReady(server, prices)
}

before(async () => {
  database = await createTestDatabase()
  await start()
})
after(async () => {
  client.close()
  prices.end()
  server.child.kill('SIGTERM')
  await endOf(server)
  await database.drop()
  data.remove()
})

async function countOrders(): Promise<number | undefined> {
  const { rows } = await database.query<{ count: number }>('select count(*)::integer as count from orders')
  return rows[0]?.count
}

test('creates one order for a key sent a hundred times at once, and repeats its answer after kill -9', async () => {
  const { token } = await logInDemo(client, server.address(), 'ab'.repeat(16))
  const call = { path: submit.path, input: order, token, key: 'the-same-key-again' }
  const sendAll = () => Promise.all(Array.from({ length: times }, () => client.call(server.address(), call)))

  const [first, ...others] = await sendAll()
  assert.equal(first?.code, 1, first?.msg)
  for (const other of others) assert.deepEqual(other, first)
  assert.equal(await countOrders(), 1)

  server.child.kill('SIGKILL')
  await endOf(server)
  await start()
  for (const again of await sendAll()) assert.deepEqual(again, first)
  assert.equal(await countOrders(), 1)
  const other = await client.call(server.address(), { ...call, key: 'another-key' })
  assert.equal(other?.code, 1, other?.msg)
  assert.equal(await countOrders(), 2)
})
