import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, describe, it, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { createLog } from '#server/platform/log.ts'
import { loginConfig } from '#server/storage/connection-pool.ts'
import { createListener } from '#server/storage/listener.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})

after(() => database.drop())

describe('listening to the database', () => {
  async function listener(t: TestContext) {
    const created = await createListener(loginConfig(database.logins.app), createLog('silent'))
    t.after(created.stop)
    return created
  }

  function notify(channel: string, payload: string) {
    return database.query('select pg_notify($1, $2)', [channel, payload])
  }

  /** Recognises listening connections by their last statement. */
  function killListeningConnections() {
    return database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
     where query like 'listen %' and datname = current_database() and pid <> pg_backend_pid()`,
    )
  }

  it('receives notifications on its channel until it unsubscribes', async (t) => {
    const { listen } = await listener(t)
    const received = Promise.withResolvers<string>()
    const others: string[] = []
    const stop = await listen('other', {
      onMessage: (text) => others.push(text),
      onReconnect: () => undefined,
    })
    await listen('one', { onMessage: received.resolve, onReconnect: () => undefined })
    stop()
    await notify('other', 'ignored')
    await notify('one', 'hello')
    assert.equal(await received.promise, 'hello')
    assert.deepEqual(others, [])
  })

  it('reconnects after its connection is killed, calls onReconnect and receives again', async (t) => {
    const { listen } = await listener(t)
    const back = Promise.withResolvers<void>()
    const received = Promise.withResolvers<string>()
    await listen('two', { onMessage: received.resolve, onReconnect: back.resolve })
    await killListeningConnections()
    await back.promise
    await notify('two', 'again')
    assert.equal(await received.promise, 'again')
  })

  it('listens after a reconnect on a channel added while disconnected', async (t) => {
    const { listen } = await listener(t)
    await listen('three', { onMessage: () => undefined, onReconnect: () => undefined })
    const back = Promise.withResolvers<void>()
    const received = Promise.withResolvers<string>()
    await killListeningConnections()
    await listen('four', { onMessage: received.resolve, onReconnect: back.resolve })
    await back.promise
    await notify('four', 'new')
    assert.equal(await received.promise, 'new')
  })
})

/** Selects listening connections, recognised by their last statement. */
const listening = `from pg_stat_activity
where query like 'listen %' and datname = current_database() and pid <> pg_backend_pid()`

const longerThanAnyRetryMs = 6000

/** A proxy that can cut the next connections as soon as they send LISTEN. */
async function cuttingProxy() {
  const { host, port, user, password, database: name } = new Client(database.logins.app.config)
  const real = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  let left = 0
  let begun = 0
  const proxy = createServer((near) => {
    begun += 1
    const far = connect(real)
    near.on('data', (chunk) => {
      if (left > 0 && chunk.includes('listen')) {
        left -= 1
        near.end()
        far.destroy()
      } else far.write(chunk)
    })
    far.pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  function cutNext(count: number): void {
    left = count
  }
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address() as AddressInfo
  const config = {
    host: '127.0.0.1',
    port: address.port,
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(name ? { database: name } : {}),
  }
  return { config, proxy, cutNext, sessions: () => begun }
}

test('replaces a connection that fails repeatedly during LISTEN by exactly one', async (t) => {
  const { config, proxy, cutNext, sessions } = await cuttingProxy()
  // With mocked timers the test can fire every scheduled retry.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const listener = await createListener(config, createLog('silent'))
  let isBack = false
  const onReconnect = () => {
    isBack = true
  }
  await listener.listen('cut', { onMessage: () => undefined, onReconnect })
  cutNext(4)
  await database.query(`select pg_terminate_backend(pid) ${listening}`)
  while (!isBack) {
    // In small steps with a round trip each, because a client that is connecting has a timeout of its own.
    t.mock.timers.tick(5)
    await database.pool.query('select 1')
  }
  t.mock.timers.tick(longerThanAnyRetryMs)
  for (let trip = 0; trip < 5; trip++) await database.query('select 1')
  assert.equal(sessions(), 1 + 4 + 1, 'the first, four cut off, and the one that stays')
  const { rows } = await database.query<{ count: number }>(`select count(*)::int as count ${listening}`)
  assert.equal(rows[0]?.count, 1)
  await listener.stop()
  proxy.close()
})
