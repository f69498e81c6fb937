// The system clock of a running server is set back and ahead, as by an administrator or a time service.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { after, afterEach, test } from 'node:test'
import { WebSocket } from 'ws'
import { eventually } from '#test/eventually.ts'
import { makeDataDir, type RunningServer, startServer } from '#test/process/running-server.ts'

const data = makeDataDir()
after(data.remove)

let running: RunningServer | undefined
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
})

const environment = { DATA_DIR: data.dir, LOG_LEVEL: 'warn', RATE_LIMITS: 'off', FEED_SEED: 'steps' }
const hourMs = 3_600_000
const settableClock = import.meta.resolve('#test/process/settable-clock.ts')

async function start(): Promise<RunningServer> {
  const command = [process.execPath, '--import', settableClock, 'server/main.ts']
  const server = startServer(environment, command)
  running = server
  await server.waitForOutput('Openlot is ready')
  return server
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
  socket.on('message', (text) => {
    const { Now, data: rows }: Frame = JSON.parse(String(text))
    if (rows === undefined) return
    times.push(Now)
    for (const { Code, Bid } of rows) if (Code === 'EURUSD') bids.add(Bid)
  })
  socket.send('{"cmd":"sub","topic":"DAY_MARKET"}')
  return {
    times,
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

async function assertTrades(server: RunningServer, token: string): Promise<void> {
  const order = { type: 1, forex_id: 101, status: 1, cont: '0.01', multiple: '100' }
  const { code, msg } = await call(server, '/v1/api/forex/submit', token, order)
  assert.equal(code, 1, msg)
}

test('prices and trading go on when the clock is set back, ahead and back, and after a restart', async () => {
  const server = await start()
  const login = await call(server, `/api/user/createAccountDemoForU?demo_id=${'ab'.repeat(16)}`, '')
  const token = String(login.data['token'])
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
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)

  // The system clock of this start is right, an hour behind the time of the first run.
  const again = await start()
  assert.match(again.output(), /set back since the last run/)
  const later = await watchPrices(again)
  await later.moves()
  assert.ok((later.times[0] ?? 0) >= (prices.times.at(-1) ?? 0))
  await assertTrades(again, token)
  later.close()
  const verified = spawnSync(process.execPath, ['tools/verify.ts'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  assert.equal(verified.status, 0, verified.stdout + verified.stderr)
  again.child.kill('SIGTERM')
  assert.equal(await again.ended, 0)
})
