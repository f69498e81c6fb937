import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { createLog } from '#server/platform/log.ts'
import { appConfig } from '#server/storage/app-pool.ts'
import { urlAddress } from '#server/storage/database-address.ts'
import { createListener } from '#server/storage/listener.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

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
