// A start on moved prices must not close out a hedged account: a fresh quote is never combined with a stale one.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { makeDataDir, type RunningServer, startServer } from '#test/process/running-server.ts'

const data = makeDataDir()
const pipe = join(data.dir, 'prices')
execFileSync('mkfifo', [pipe])
after(data.remove)

let running: RunningServer | undefined
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  running = undefined
})

type Started = { readonly server: RunningServer; readonly prices: WriteStream }

/** Starts a server with these prices. Rows written later are overdue, so the feed plays them as they arrive. */
async function start(...rows: readonly string[]): Promise<Started> {
  const environment = { DATA_DIR: data.dir, LOG_LEVEL: 'error', FEED: `replay:${pipe}`, RATE_LIMITS: 'off' }
  const server = startServer(environment)
  running = server
  await server.waitForOutput('Openlot is ready')
  const prices = createWriteStream(pipe)
  prices.on('error', () => undefined)
  await once(prices, 'open')
  write(prices, 'code,time,bid,ask', ...rows)
  while ((await fetch(`${server.address()}/readyz`)).status !== 200) await new Promise(setImmediate)
  return { server, prices }
}

function write(prices: WriteStream, ...rows: readonly string[]): void {
  prices.write(rows.map((row) => `${row}\n`).join(''))
}

type Answer = { readonly code: number; readonly data: Record<string, unknown> }

async function call(server: RunningServer, path: string, token: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', lang: 'en', authorization: token }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await fetch(`${server.address()}${path}`, init)).json()) as Answer
}

async function idOf(server: RunningServer, code: string): Promise<number> {
  const { data: markets } = await call(server, '/v1/api/forex/trade_list', '')
  const rows = markets as unknown as readonly { readonly Id: number; readonly Code: string }[]
  return rows.find((one) => one.Code === code)?.Id ?? 0
}

async function demoToken(server: RunningServer): Promise<string> {
  const login = await call(server, `/api/user/createAccountDemoForU?demo_id=${'ab'.repeat(16)}`, '')
  return String(login.data['token'])
}

async function openOrders(server: RunningServer, token: string) {
  const { data: list } = await call(server, '/v1/api/forex/my_deal?status=1&page=1', token)
  const rows = list['data'] as readonly { readonly Id: number }[]
  return rows.map(({ Id }) => Id).sort()
}

async function marketPrice(server: RunningServer, code: string): Promise<unknown> {
  const { data: markets } = await call(server, '/v1/api/forex/trade_list', '')
  const rows = markets as unknown as readonly { readonly Code: string; readonly Bid: number }[]
  return rows.find((one) => one.Code === code)?.Bid
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(setImmediate)
}

const first = ['EURUSD,0,1.10000,1.10002', 'GBPUSD,0,1.25000,1.25002']
/** Both prices are 80 pips lower. If only EUR/USD were lower, the account would have lost 80,000 of its 100,000 USD. */
const euroLower = 'EURUSD,1,1.09200,1.09202'
const poundLower = 'GBPUSD,1,1.24200,1.24202'

test('a hedge survives a clean restart and kill -9, whichever market quotes first', async () => {
  let { server, prices } = await start(...first)
  const token = await demoToken(server)
  for (const [code, type] of [
    ['EURUSD', 1],
    ['GBPUSD', 2],
  ] as const) {
    const order = { type, forex_id: await idOf(server, code), status: 1, cont: '100', multiple: '500' }
    const { code: answered } = await call(server, '/v1/api/forex/submit', token, order)
    assert.equal(answered, 1)
  }
  const opened = await openOrders(server, token)
  assert.equal(opened.length, 2)

  const ends = [
    ['SIGTERM', euroLower, poundLower],
    ['SIGKILL', poundLower, euroLower],
    // Killed right after a start, before any account was evaluated.
    ['SIGKILL', euroLower, poundLower],
  ] as const
  for (const [at, [signal, before, last]] of ends.entries()) {
    server.child.kill(signal)
    await server.ended
    prices.destroy()
    // Alternates between the lower and the first prices, so that every start finds moved prices.
    const rows = at % 2 === 0 ? [before, last] : [...first].reverse()
    const [one = '', other = ''] = rows.map((row) => row.replace(',1,', ',0,'))
    ;({ server, prices } = await start(one))
    assert.deepEqual(await openOrders(server, token), opened, `after ${signal} and one price`)
    write(prices, other)
    const [code = '', , bid = ''] = other.split(',')
    await until(async () => (await marketPrice(server, code)) === Number(bid))
    assert.deepEqual(await openOrders(server, token), opened, `after ${signal} and both prices`)
  }
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})
