import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messages } from '#i18n/server/en.ts'
import { eventually } from '#test/eventually.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'

describe('the session of a socket', () => {
  const invalid = { cmd: 'login', code: 999, msg: 'Your session has ended. Please log in again.' }
  const loggedIn = { cmd: 'login', code: 1 }

  /** Identifies tokens that begin with `user`. The test resolves the lookups in any order. */
  function slowAuthenticate() {
    const lookups = new Map<string, () => void>()
    return {
      lookups,
      authenticate: (token: string) =>
        new Promise<{ userId: number; sessionId: number } | undefined>((resolve) => {
          lookups.set(token, () =>
            resolve(token.startsWith('user') ? { userId: 1, sessionId: 7 } : undefined),
          )
        }),
    }
  }

  async function knowsUsers(token: string) {
    return token.startsWith('user') ? { userId: token.length, sessionId: token.length } : undefined
  }

  test('a valid token allows private topics, without a snapshot before the account is loaded', async (context) => {
    const { connect } = await createLiveHarness(context, { authenticate: knowsUsers })
    const client = await connect()
    assert.deepEqual(await client.request({ cmd: 'login', token: 'user' }), loggedIn)
    const closed = { topic: 'FOREX_CLOSED', data: [], snapshot: true, QuoteSeq: 0, Now: 0 }
    for (const [topic, follows] of [['FOREX_TRADE', []] as const, ['FOREX_CLOSED', [closed]] as const]) {
      assert.deepEqual(await client.request({ cmd: 'sub', topic }), { cmd: 'sub', topic, code: 1 })
      assert.deepEqual(await client.framesSoFar(), follows)
    }
  })

  test('an unknown token gets code 999', async (context) => {
    const { connect } = await createLiveHarness(context, { authenticate: knowsUsers })
    const client = await connect()
    assert.deepEqual(await client.request({ cmd: 'login', token: 'stranger' }), invalid)
    assert.equal((await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('an invalid token gets code 999 without a lookup', async (context) => {
    const lookups: string[] = []
    const authenticate = async (token: string) => {
      lookups.push(token)
      return { userId: 1, sessionId: 1 }
    }
    const { connect } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    for (const token of [undefined, null, 5, true, ['user'], { user: 1 }, 'x'.repeat(257)]) {
      assert.deepEqual(await client.request({ cmd: 'login', token }), invalid)
    }
    assert.deepEqual(lookups, [])
    assert.deepEqual(await client.request({ cmd: 'login', token: 'x'.repeat(256) }), loggedIn)
  })

  test('a logout removes only the user and the private topics', async (context) => {
    const { connect, metric: figure } = await createLiveHarness(context, { authenticate: knowsUsers })
    const client = await connect()
    await client.request({ cmd: 'login', token: 'user' })
    for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED', 'KLINE.EURUSD'])
      await client.request({ cmd: 'sub', topic })
    assert.equal(await figure('liveSubscriptions'), 3)
    assert.deepEqual(await client.request({ cmd: 'logout' }), { cmd: 'logout', code: 1 })
    assert.equal(await figure('liveSubscriptions'), 1)
    assert.equal((await client.request({ cmd: 'sub', topic: 'FOREX_CLOSED' }))['code'], 999)
  })

  test('the last of several logins counts, and all get answers in order', async (context) => {
    const { lookups, authenticate } = slowAuthenticate()
    const { connect } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    for (const token of ['user A', 'unknown B', 'user C']) client.send({ cmd: 'login', token })
    // A ping is answered during a lookup, which `framesSoFar` relies on.
    assert.deepEqual(await client.framesSoFar(), [])
    for (const [token, answer] of [
      ['user A', loggedIn],
      ['unknown B', invalid],
      ['user C', loggedIn],
    ] as const) {
      await eventually(() => lookups.has(token))
      lookups.get(token)?.()
      assert.deepEqual(await client.next(), answer)
    }
    assert.deepEqual([...lookups.keys()], ['user A', 'unknown B', 'user C'])
    assert.equal((await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 1)
  })

  test('a failed login after a successful one leaves the socket logged out', async (context) => {
    const { connect } = await createLiveHarness(context, { authenticate: knowsUsers })
    const client = await connect()
    client.send({ cmd: 'login', token: 'user A' })
    client.send({ cmd: 'login', token: 'unknown B' })
    assert.deepEqual([await client.next(), await client.next()], [loggedIn, invalid])
    assert.equal((await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('a logout during a lookup is answered after it and leaves the socket logged out', async (context) => {
    const { lookups, authenticate } = slowAuthenticate()
    const { connect } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    client.send({ cmd: 'login', token: 'user' })
    client.send({ cmd: 'logout' })
    assert.deepEqual(await client.framesSoFar(), [])
    lookups.get('user')?.()
    assert.deepEqual([await client.next(), await client.next()], [loggedIn, { cmd: 'logout', code: 1 }])
    assert.equal((await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('another login removes the private topics of the previous user at once', async (context) => {
    const { lookups, authenticate } = slowAuthenticate()
    const { connect, metric: figure } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    client.send({ cmd: 'login', token: 'user A' })
    await eventually(() => lookups.size === 1)
    lookups.get('user A')?.()
    await client.next()
    await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' })
    client.send({ cmd: 'login', token: 'user B' })
    assert.deepEqual(await client.framesSoFar(), [])
    assert.equal(await figure('liveSubscriptions'), 0)
  })

  test('a failed lookup gets a fault code and is logged', async (context) => {
    const authenticate = () => Promise.reject(new Error('the database is away'))
    const { connect, faults } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    const msg = messages['reason.busy']
    assert.deepEqual(await client.request({ cmd: 'login', token: 'user' }), { cmd: 'login', code: 500, msg })
    assert.equal(faults.length, 1)
    assert.equal((await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('the end of a session logs out all its sockets and no other', async (context) => {
    const { connect, live, metric: figure } = await createLiveHarness(context, { authenticate: knowsUsers })
    const clients = await Promise.all([connect(), connect(), connect()])
    const tokens = ['user A', 'user A', 'user BB']
    for (const [index, client] of clients.entries()) {
      await client.request({ cmd: 'login', token: tokens[index] })
      await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' })
    }
    live.endSession('user A'.length)
    live.endSession('user A'.length)
    const received = await Promise.all(clients.map((client) => client.framesSoFar()))
    const ended = [{ cmd: 'logout', code: 999 }]
    assert.deepEqual(received, [ended, ended, []])
    assert.equal(await figure('liveSubscriptions'), 1)
    assert.equal((await clients[0]?.request({ cmd: 'sub', topic: 'FOREX_TRADE' }))?.['code'], 999)
    assert.deepEqual(await clients[0]?.request({ cmd: 'login', token: 'user CCC' }), loggedIn)
  })

  test('a session that ends during its lookup is not logged in', async (context) => {
    const { lookups, authenticate } = slowAuthenticate()
    const { connect, live } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    client.send({ cmd: 'login', token: 'user' })
    await eventually(() => lookups.size === 1)
    live.endSession(7)
    lookups.get('user')?.()
    assert.deepEqual(await client.next(), invalid)
    assert.equal((await client.request({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('too frequent logins close the connection', async (context) => {
    const { connect } = await createLiveHarness(context, { authenticate: knowsUsers })
    const client = await connect()
    for (let count = 0; count < 10; count++) {
      assert.equal((await client.request({ cmd: 'login', token: 'stranger' }))['code'], 999)
    }
    client.send({ cmd: 'login', token: 'user' })
    assert.equal(await client.closed(), 1008)
  })

  test('a login that resolves after the socket closed does nothing', async (context) => {
    const { lookups, authenticate } = slowAuthenticate()
    const { connect, metric: figure, faults } = await createLiveHarness(context, { authenticate })
    const client = await connect()
    client.send({ cmd: 'login', token: 'user' })
    await eventually(() => lookups.size === 1)
    client.socket.terminate()
    await eventually(async () => (await figure('sockets')) === 0)
    lookups.get('user')?.()
    await eventually(() => true)
    assert.deepEqual(faults, [])
  })
})
