import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, describe, it, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { createLog } from '#server/platform/log.ts'
import { appConfig } from '#server/storage/connection-pool.ts'
import { urlAddress } from '#server/storage/database-connection.ts'
import { createListener } from '#server/storage/listener.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

describe('listener', () => {
  describe('listening to the database', () => {
    let database: TestDatabase
    before(async () => {
      database = await createTestDatabase()
    })
    after(async () => await database.drop())

    async function listener(t: TestContext) {
      const created = await createListener(appConfig(urlAddress(database.url)), createLog('silent'))
      t.after(created.stop)
      return created
    }

    function notify(channel: string, payload: string) {
      return database.query('select pg_notify($1, $2)', [channel, payload])
    }

    /** The sessions that listen are those whose last statement says so. */
    function killListeningSessions() {
      return database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where query like 'listen %' and datname = current_database() and pid <> pg_backend_pid()`,
      )
    }

    it('hears what is sent on its channel, until it ends that', async (t) => {
      const { listen } = await listener(t)
      const heard = Promise.withResolvers<string>()
      const others: string[] = []
      const stop = await listen('other', {
        onMessage: (text) => others.push(text),
        onReconnect: () => undefined,
      })
      await listen('one', { onMessage: heard.resolve, onReconnect: () => undefined })
      stop()
      await notify('other', 'nobody wants this')
      await notify('one', 'hello')
      assert.equal(await heard.promise, 'hello')
      assert.deepEqual(others, [])
    })

    it('reconnects when its session is ended, says so, and hears again', async (t) => {
      const { listen } = await listener(t)
      const back = Promise.withResolvers<void>()
      const heard = Promise.withResolvers<string>()
      await listen('two', { onMessage: heard.resolve, onReconnect: back.resolve })
      await killListeningSessions()
      await back.promise
      await notify('two', 'again')
      assert.equal(await heard.promise, 'again')
    })

    it('begins to listen after the reconnection to what was asked for meanwhile', async (t) => {
      const { listen } = await listener(t)
      await listen('three', { onMessage: () => undefined, onReconnect: () => undefined })
      const back = Promise.withResolvers<void>()
      const heard = Promise.withResolvers<string>()
      await killListeningSessions()
      await listen('four', { onMessage: heard.resolve, onReconnect: back.resolve })
      await back.promise
      await notify('four', 'new')
      assert.equal(await heard.promise, 'new')
    })
  })
})

describe('listener cut off', () => {
  /** The sessions that listen are those whose last statement says so. */
  const listening = `from pg_stat_activity
  where query like 'listen %' and datname = current_database() and pid <> pg_backend_pid()`

  const longerThanAnyRetryMs = 6000

  let database: TestDatabase

  before(async () => {
    database = await createTestDatabase()
  })

  after(() => database.drop())

  /** A network in front of the database that lets sessions begin and cuts the first few the moment they listen. */
  async function cuttingProxy() {
    const { host, port, user, database: name } = new Client({ connectionString: database.url })
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
      ...(name ? { database: name } : {}),
    }
    return { config, proxy, cutNext, sessions: () => begun }
  }

  test('a session that is lost again and again while it begins is replaced by one, not by many', async (t) => {
    const { config, proxy, cutNext, sessions } = await cuttingProxy()
    // Retries wait on these timers, so that every one that was ever set can be made to fire.
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
      // In small steps: a connection under way has a time limit of its own.
      t.mock.timers.tick(1)
      await new Promise(setImmediate)
    }
    t.mock.timers.tick(longerThanAnyRetryMs)
    for (let trip = 0; trip < 5; trip++) await database.query('select 1')
    assert.equal(sessions(), 1 + 4 + 1, 'the first, those that were cut off, and the one that stays')
    const { rows } = await database.query<{ count: number }>(`select count(*)::int as count ${listening}`)
    assert.equal(rows[0]?.count, 1)
    await listener.stop()
    proxy.close()
  })
})
