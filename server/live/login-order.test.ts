// Commands sent together with a login, before its token has been looked up.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import { type Frame, type LiveClient, sendTogether } from '#test/live/live-client.ts'
import { createLiveHarness } from '#test/live/live-harness.ts'

const owner = 41
const loggedIn = { cmd: 'login', code: 1 }
const sessionEnded = 'Your session has ended. Please log in again.'
const subscribed = (topic: string) => ({ cmd: 'sub', topic, code: 1 })
const refused = (topic: string) => ({ cmd: 'sub', topic, code: 999, msg: sessionEnded })
const snapshot = { topic: 'FOREX_CLOSED', data: [], snapshot: true, QuoteSeq: 0, Now: 0 }

/** A client whose login is looked up when the test says so. Only the token `owner` is valid. */
async function createSlowLogin(context: Parameters<typeof createLiveHarness>[0]) {
  const lookups: (() => void)[] = []
  const authenticate = (token: string) =>
    new Promise<{ userId: number; sessionId: number } | undefined>((resolve) => {
      lookups.push(() => resolve(token === 'owner' ? { userId: owner, sessionId: 7 } : undefined))
    })
  const harness = await createLiveHarness(context, { authenticate })
  const client = await harness.connect()
  return {
    ...harness,
    client,
    lookups,
    async finishLookup() {
      await eventually(() => lookups.length > 0)
      lookups.shift()?.()
    },
  }
}

async function nextFrames(client: LiveClient, count: number): Promise<readonly Frame[]> {
  const frames: Frame[] = []
  while (frames.length < count) frames.push(await client.next())
  return frames
}

describe('commands right after a login', () => {
  const login = { cmd: 'login', token: 'owner' }
  const subClosed = { cmd: 'sub', topic: 'FOREX_CLOSED' }

  test('a private topic waits for the login and belongs to its user', async (context) => {
    const { client, finishLookup, accounts } = await createSlowLogin(context)
    sendTogether(client, [login, { cmd: 'sub', topic: 'FOREX_TRADE' }, subClosed])
    assert.deepEqual(await client.framesSoFar(), [], 'nothing is answered before the lookup')
    await finishLookup()
    assert.deepEqual(await nextFrames(client, 4), [
      loggedIn,
      subscribed('FOREX_TRADE'),
      subscribed('FOREX_CLOSED'),
      snapshot,
    ])
    assert.equal(accounts.subscriberCount(owner), 1)
    accounts.closeOrders(owner, [12])
    assert.deepEqual((await client.next())['data'], [12])
  })

  test('a private topic after a failed login is refused as for a visitor', async (context) => {
    const { client, finishLookup, metric } = await createSlowLogin(context)
    sendTogether(client, [{ cmd: 'login', token: 'stranger' }, subClosed])
    await finishLookup()
    assert.deepEqual(await nextFrames(client, 2), [
      { cmd: 'login', code: 999, msg: sessionEnded },
      refused('FOREX_CLOSED'),
    ])
    assert.equal(await metric('liveSubscriptions'), 0)
  })

  test('a logout in between refuses the private topic', async (context) => {
    const { client, finishLookup } = await createSlowLogin(context)
    sendTogether(client, [login, { cmd: 'logout' }, subClosed])
    await finishLookup()
    assert.deepEqual(await nextFrames(client, 3), [
      loggedIn,
      { cmd: 'logout', code: 1 },
      refused('FOREX_CLOSED'),
    ])
  })

  test('public topics and invalid frames keep their position, and a ping overtakes', async (context) => {
    const { client, finishLookup } = await createSlowLogin(context)
    sendTogether(client, [login, { cmd: 'sub', topic: 'KLINE.EURUSD' }, { cmd: 'fly' }, { cmd: 'ping' }])
    assert.equal((await client.next())['cmd'], 'pong')
    await finishLookup()
    const answers = await nextFrames(client, 3)
    assert.deepEqual(
      answers.map(({ cmd }) => cmd),
      ['login', 'sub', 'error'],
    )
  })

  test('an unsubscription that waits removes the topic again', async (context) => {
    const { client, finishLookup, metric } = await createSlowLogin(context)
    sendTogether(client, [login, subClosed, { cmd: 'unsub', topic: 'FOREX_CLOSED' }])
    await finishLookup()
    const expected = [loggedIn, subscribed('FOREX_CLOSED'), snapshot]
    assert.deepEqual(await nextFrames(client, 4), [
      ...expected,
      { cmd: 'unsub', topic: 'FOREX_CLOSED', code: 1 },
    ])
    assert.equal(await metric('liveSubscriptions'), 0)
  })

  test('a session that ends during its lookup gives no access to the waiting topic', async (context) => {
    const { client, finishLookup, live } = await createSlowLogin(context)
    sendTogether(client, [login, subClosed])
    await client.framesSoFar()
    live.endSession(7)
    await finishLookup()
    assert.deepEqual(
      (await nextFrames(client, 2)).map(({ code }) => code),
      [999, 999],
    )
  })

  test('a socket that closes while commands wait leaves nothing behind', async (context) => {
    const { client, finishLookup, metric, accounts, faults } = await createSlowLogin(context)
    sendTogether(client, [login, { cmd: 'sub', topic: 'FOREX_TRADE' }, { cmd: 'sub', topic: 'DAY_MARKET' }])
    await client.framesSoFar()
    client.socket.terminate()
    await eventually(async () => (await metric('sockets')) === 0)
    await finishLookup()
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([await metric('liveSubscriptions'), accounts.subscriberCount(owner)], [0, 0])
    assert.deepEqual(faults, [])
  })

  test('a client may send all its topics with the login', async (context) => {
    const { client, finishLookup } = await createSlowLogin(context)
    const topics = Array.from({ length: 149 }, (_, index) => `KLINE.EURUSD.x${index}`)
    sendTogether(client, [login, ...topics.map((topic) => ({ cmd: 'sub', topic })), subClosed])
    await finishLookup()
    const [first, ...answers] = await nextFrames(client, 151)
    assert.deepEqual(first, loggedIn)
    assert.deepEqual(
      answers.map(({ topic }) => topic),
      [...topics, 'FOREX_CLOSED'],
    )
  })

  test('more waiting commands than any client sends close the connection', async (context) => {
    const { client, metric } = await createSlowLogin(context)
    sendTogether(
      client,
      Array.from({ length: 152 }, (_, index) => (index === 0 ? login : subClosed)),
    )
    assert.equal(await client.closed(), 1008)
    assert.equal(await metric('liveSubscriptions'), 0)
  })
})
