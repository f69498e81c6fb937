import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { messages } from '#i18n/server/en.ts'
import { createOrderedAnswers } from '#server/live/session.ts'
import { createLiveHarness, eventually } from '#test/live/live-harness.ts'

describe('session', () => {
  const invalid = { cmd: 'login', code: 999, msg: 'Your session has ended. Please log in again.' }
  const loggedIn = { cmd: 'login', code: 1 }

  /** Knows tokens that begin with `user`; answers only when told, in whatever order. */
  function slowIdentify() {
    const asked = new Map<string, () => void>()
    return {
      asked,
      identify: (token: string) =>
        new Promise<{ userId: number; sessionId: number } | undefined>((resolve) => {
          asked.set(token, () => resolve(token.startsWith('user') ? { userId: 1, sessionId: 7 } : undefined))
        }),
    }
  }

  async function knowsUsers(token: string) {
    return token.startsWith('user') ? { userId: token.length, sessionId: token.length } : undefined
  }

  test('a known token opens the private topics; of an account that is not read yet no snapshot follows', async (context) => {
    const { connect } = await createLiveHarness(context, { identify: knowsUsers })
    const client = await connect()
    assert.deepEqual(await client.ask({ cmd: 'login', token: 'user' }), loggedIn)
    const closed = { topic: 'FOREX_CLOSED', data: [], snapshot: true, QuoteSeq: 0, Now: 0 }
    for (const [topic, follows] of [['FOREX_TRADE', []] as const, ['FOREX_CLOSED', [closed]] as const]) {
      assert.deepEqual(await client.ask({ cmd: 'sub', topic }), { cmd: 'sub', topic, code: 1 })
      assert.deepEqual(await client.heardByNow(), follows)
    }
  })

  test('a token nobody has is answered 999', async (context) => {
    const { connect } = await createLiveHarness(context, { identify: knowsUsers })
    const client = await connect()
    assert.deepEqual(await client.ask({ cmd: 'login', token: 'stranger' }), invalid)
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('what cannot be a token is answered 999 without asking anyone', async (context) => {
    const asked: string[] = []
    const identify = async (token: string) => {
      asked.push(token)
      return { userId: 1, sessionId: 1 }
    }
    const { connect } = await createLiveHarness(context, { identify })
    const client = await connect()
    for (const token of [undefined, null, 5, true, ['user'], { user: 1 }, 'x'.repeat(257)]) {
      assert.deepEqual(await client.ask({ cmd: 'login', token }), invalid)
    }
    assert.deepEqual(asked, [])
    assert.deepEqual(await client.ask({ cmd: 'login', token: 'x'.repeat(256) }), loggedIn)
  })

  test('a logout forgets the user and the private topics, and nothing else', async (context) => {
    const { connect, figure } = await createLiveHarness(context, { identify: knowsUsers })
    const client = await connect()
    await client.ask({ cmd: 'login', token: 'user' })
    for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED', 'KLINE.EURUSD'])
      await client.ask({ cmd: 'sub', topic })
    assert.equal(await figure('liveSubscriptions'), 3)
    assert.deepEqual(await client.ask({ cmd: 'logout' }), { cmd: 'logout', code: 1 })
    assert.equal(await figure('liveSubscriptions'), 1)
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_CLOSED' }))['code'], 999)
  })

  test('of several logins the last one counts, and each is answered in its turn', async (context) => {
    const { asked, identify } = slowIdentify()
    const { connect } = await createLiveHarness(context, { identify })
    const client = await connect()
    for (const token of ['user A', 'nobody B', 'user C']) client.say({ cmd: 'login', token })
    await eventually(() => asked.size === 3)
    asked.get('user C')?.()
    asked.get('nobody B')?.()
    // Nobody is answered before the first is, and a ping does not wait for any of them.
    assert.deepEqual(await client.heardByNow(), [])
    asked.get('user A')?.()
    const answers = [await client.next(), await client.next(), await client.next()]
    assert.deepEqual(answers, [loggedIn, invalid, loggedIn])
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 1)
  })

  test('an earlier login that is found later does not bring its user back', async (context) => {
    const { asked, identify } = slowIdentify()
    const { connect } = await createLiveHarness(context, { identify })
    const client = await connect()
    client.say({ cmd: 'login', token: 'user A' })
    client.say({ cmd: 'login', token: 'nobody B' })
    await eventually(() => asked.size === 2)
    asked.get('nobody B')?.()
    asked.get('user A')?.()
    assert.deepEqual([await client.next(), await client.next()], [loggedIn, invalid])
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('a logout while a login is looked up is answered after it, and leaves nobody logged in', async (context) => {
    const { asked, identify } = slowIdentify()
    const { connect } = await createLiveHarness(context, { identify })
    const client = await connect()
    client.say({ cmd: 'login', token: 'user' })
    client.say({ cmd: 'logout' })
    assert.deepEqual(await client.heardByNow(), [])
    asked.get('user')?.()
    assert.deepEqual([await client.next(), await client.next()], [loggedIn, { cmd: 'logout', code: 1 }])
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('another login takes the private topics of the user before away at once', async (context) => {
    const { asked, identify } = slowIdentify()
    const { connect, figure } = await createLiveHarness(context, { identify })
    const client = await connect()
    client.say({ cmd: 'login', token: 'user A' })
    await eventually(() => asked.size === 1)
    asked.get('user A')?.()
    await client.next()
    await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' })
    client.say({ cmd: 'login', token: 'user B' })
    assert.deepEqual(await client.heardByNow(), [])
    assert.equal(await figure('liveSubscriptions'), 0)
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('a lookup that fails is neither yes nor no, and is logged', async (context) => {
    const identify = () => Promise.reject(new Error('the database is away'))
    const { connect, faults } = await createLiveHarness(context, { identify })
    const client = await connect()
    const msg = messages['reason.busy']
    assert.deepEqual(await client.ask({ cmd: 'login', token: 'user' }), { cmd: 'login', code: 500, msg })
    assert.equal(faults.length, 1)
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('a session that ends is over on all its sockets and on no other', async (context) => {
    const { connect, live, figure } = await createLiveHarness(context, { identify: knowsUsers })
    const clients = await Promise.all([connect(), connect(), connect()])
    const tokens = ['user A', 'user A', 'user BB']
    for (const [index, client] of clients.entries()) {
      await client.ask({ cmd: 'login', token: tokens[index] })
      await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' })
    }
    live.endSession('user A'.length)
    live.endSession('user A'.length)
    const heard = await Promise.all(clients.map((client) => client.heardByNow()))
    const ended = [{ cmd: 'logout', code: 999 }]
    assert.deepEqual(heard, [ended, ended, []])
    assert.equal(await figure('liveSubscriptions'), 1)
    assert.equal((await clients[0]?.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))?.['code'], 999)
    assert.deepEqual(await clients[0]?.ask({ cmd: 'login', token: 'user CCC' }), loggedIn)
  })

  test('a session that ends while its login is looked up is not logged in', async (context) => {
    const { asked, identify } = slowIdentify()
    const { connect, live } = await createLiveHarness(context, { identify })
    const client = await connect()
    client.say({ cmd: 'login', token: 'user' })
    await eventually(() => asked.size === 1)
    live.endSession(7)
    asked.get('user')?.()
    assert.deepEqual(await client.next(), invalid)
    assert.equal((await client.ask({ cmd: 'sub', topic: 'FOREX_TRADE' }))['code'], 999)
  })

  test('more logins at once than any client needs end the connection', async (context) => {
    const { identify } = slowIdentify()
    const { connect } = await createLiveHarness(context, { identify })
    const client = await connect()
    for (let count = 0; count < 10; count++) client.say({ cmd: 'login', token: `user ${count}` })
    assert.deepEqual(await client.heardByNow(), [])
    client.say({ cmd: 'login', token: 'user' })
    assert.equal(await client.closed(), 1008)
  })

  test('logins one after the other are answered at the pace of a person, and end the connection beyond it', async (context) => {
    const { connect } = await createLiveHarness(context, { identify: knowsUsers })
    const client = await connect()
    for (let count = 0; count < 10; count++) {
      assert.equal((await client.ask({ cmd: 'login', token: 'stranger' }))['code'], 999)
    }
    client.say({ cmd: 'login', token: 'user' })
    assert.equal(await client.closed(), 1008)
  })

  test('a login that is found after its socket has gone does nothing', async (context) => {
    const { asked, identify } = slowIdentify()
    const { connect, figure, faults } = await createLiveHarness(context, { identify })
    const client = await connect()
    client.say({ cmd: 'login', token: 'user' })
    await eventually(() => asked.size === 1)
    client.socket.terminate()
    await eventually(async () => (await figure('sockets')) === 0)
    asked.get('user')?.()
    await eventually(() => true)
    assert.deepEqual(faults, [])
  })
})

describe('answers in order', () => {
  test('in whatever order answers become known, they leave in the order of their places', () => {
    const orders = fc
      .nat(20)
      .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }))
    fc.assert(
      fc.property(orders, (order) => {
        const out: (number | undefined)[] = []
        const answers = createOrderedAnswers((answer) => out.push('code' in answer ? answer.code : undefined))
        const fill = order.map(() => answers.reserve())
        for (const [known, place] of order.entries()) {
          fill[place]?.({ cmd: 'login', code: place })
          assert.equal(out.length + answers.pendingCount(), order.length)
          const isKnown = new Set(order.slice(0, known + 1))
          const first = order.findIndex((_, index) => !isKnown.has(index))
          assert.equal(out.length, first === -1 ? order.length : first)
        }
        assert.deepEqual(out, [...order.keys()])
      }),
    )
  })
})
