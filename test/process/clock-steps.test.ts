// The system clock of a running server is set back and ahead, as by an administrator or a time service.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, afterEach, test } from 'node:test'
import { WebSocket } from 'ws'
import { eventually } from '#test/eventually.ts'
import {
  type Environment,
  makeDataDir,
  type RunningServer,
  startServer,
} from '#test/process/running-server.ts'

const dataDirs = [makeDataDir(), makeDataDir()] as const
after(() => {
  for (const { remove } of dataDirs) remove()
})

let running: RunningServer | undefined
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
})

const common = { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', SIM_HOURS: 'always' }
const fixed = { ...common, DATA_DIR: dataDirs[0].dir, FEED_SEED: 'steps' }
const drawn = { ...common, DATA_DIR: dataDirs[1].dir }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const settableClock = import.meta.resolve('#test/process/settable-clock.ts')

async function start(environment: Environment): Promise<RunningServer> {
  const command = [process.execPath, '--import', settableClock, 'server/main.ts']
  const server = startServer(environment, command)
  running = server
  await server.waitForOutput('Openlot is ready')
  return server
}

async function stop(server: RunningServer): Promise<void> {
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
}

function assertVerified(environment: Environment): void {
  const verified = spawnSync(process.execPath, ['tools/verify.ts'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  assert.equal(verified.status, 0, verified.stdout + verified.stderr)
}

/** Sets the clock and waits until the server has noticed it. */
async function setClock(server: RunningServer, byMs: number): Promise<void> {
  const noticed = () => server.output().match(/the system clock was set/g)?.length ?? 0
  const before = noticed()
  server.child.send(byMs)
  await eventually(() => noticed() > before, 'the step is logged')
}

type Frame = {
  readonly Now: number
  readonly data?: readonly { readonly Code: string; readonly Bid: number }[]
}

/** Collects the pushes of prices. */
async function watchPrices(server: RunningServer) {
  const socket = new WebSocket(`${server.address().replace('http', 'ws')}/v1/ws?lang=en`)
  await once(socket, 'open')
  const times: number[] = []
  const bids = new Set<number>()
  let [firstBid, lastBid] = [0, 0]
  socket.on('message', (text) => {
    const { Now, data: rows }: Frame = JSON.parse(String(text))
    if (rows === undefined) return
    times.push(Now)
    for (const { Code, Bid } of rows) {
      if (Code !== 'EURUSD') continue
      bids.add(Bid)
      lastBid = Bid
      firstBid ||= Bid
    }
  })
  socket.send('{"cmd":"sub","topic":"DAY_MARKET"}')
  return {
    times,
    firstBid: () => firstBid,
    lastBid: () => lastBid,
    /** Waits until EURUSD has had two new prices. */
    async moves() {
      bids.clear()
      await eventually(() => bids.size >= 2, 'EURUSD moves')
    },
    close: () => socket.terminate(),
  }
}

type Answer = { readonly code: number; readonly msg: string; readonly data: Record<string, unknown> }

async function call(server: RunningServer, path: string, token: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', lang: 'en', authorization: token }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await fetch(`${server.address()}${path}`, init)).json()) as Answer
}

async function demoToken(server: RunningServer): Promise<string> {
  const login = await call(server, `/api/user/createAccountDemoForU?demo_id=${'ab'.repeat(16)}`, '')
  return String(login.data['token'])
}

async function assertTrades(server: RunningServer, token: string): Promise<void> {
  const order = { type: 1, forex_id: 101, status: 1, cont: '0.01', multiple: '100' }
  const { code, msg } = await call(server, '/v1/api/forex/submit', token, order)
  assert.equal(code, 1, msg)
}

test('prices and trading go on when the clock is set back, ahead and back, and after a restart', async () => {
  const server = await start(fixed)
  const token = await demoToken(server)
  const prices = await watchPrices(server)
  await prices.moves()
  await assertTrades(server, token)
  for (const byMs of [-hourMs, 2 * hourMs, -hourMs, -10_000]) {
    await setClock(server, byMs)
    await prices.moves()
    await assertTrades(server, token)
  }
  assert.deepEqual(
    prices.times,
    prices.times.toSorted((one, next) => one - next),
  )
  const metrics = await (await fetch(`${server.address()}/metrics`)).text()
  assert.match(metrics, /openlot_clock_steps_total\{direction="back"\} 3/)
  assert.match(metrics, /openlot_clock_steps_total\{direction="ahead"\} 1/)
  prices.close()
  await stop(server)

  // The system clock of this start is right, an hour behind the time of the first run.
  const again = await start(fixed)
  assert.match(again.output(), /set back since the last run/)
  const later = await watchPrices(again)
  await later.moves()
  assert.ok((later.times[0] ?? 0) >= (prices.times.at(-1) ?? 0))
  await assertTrades(again, token)
  later.close()
  assertVerified(fixed)
  await stop(again)
})

/** Trades, sets the clock ahead, trades again and stops the server. Returns the last bid of EURUSD. */
async function runAhead(server: RunningServer, aheadMs: number): Promise<number> {
  const token = await demoToken(server)
  await assertRefused(server, token)
  await setClock(server, aheadMs)
  const prices = await watchPrices(server)
  await prices.moves()
  await assertTrades(server, token)
  await assertRefused(server, token)
  prices.close()
  await stop(server)
  return prices.lastBid()
}

/** A refusal under an idempotency key is kept for a day, by the time of the server. */
async function assertRefused(server: RunningServer, token: string): Promise<void> {
  const order = { type: 1, forex_id: 101, status: 1, cont: '0.01', multiple: '3', idem: randomUUID() }
  const { code, msg } = await call(server, '/v1/api/forex/submit', token, order)
  assert.notEqual(code, 1, msg)
}

async function assertRight(server: RunningServer, lastBid: number): Promise<void> {
  const prices = await watchPrices(server)
  await prices.moves()
  assert.ok(Math.abs((prices.times[0] ?? 0) - Date.now()) < hourMs)
  assert.ok(Math.abs((prices.firstBid() ?? 0) / lastBid - 1) < 0.003)
  prices.close()
  await assertTrades(server, await demoToken(server))
}

test('a clock that was ahead by hours or days is corrected by CLOCK=system, and everything goes on', async () => {
  const bidOfHours = await runAhead(await start(drawn), 3 * hourMs)
  const forced = await start({ ...drawn, CLOCK: 'system' })
  assert.match(forced.output(), /takes the system time, although later times are recorded/)
  assert.match(forced.output(), /with a new seed/)
  await assertRight(forced, bidOfHours)

  const bidOfDays = await runAhead(forced, 3 * dayMs)
  assertVerified(drawn)
  const refused = startServer(drawn)
  assert.equal(await refused.ended, 1)
  assert.match(refused.output(), /more than a day after the system clock.*start once with CLOCK=system/)
  const corrected = await start({ ...drawn, CLOCK: 'system' })
  assert.match(corrected.output(), /takes the system time, although later times are recorded/)
  assert.match(corrected.output(), /with a new seed/)
  await assertRight(corrected, bidOfDays)
  assertVerified(drawn)
  await stop(corrected)

  const last = await start(drawn)
  assert.doesNotMatch(last.output(), /ahead|set back|new seed/)
  await stop(last)
})
