import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, describe, test } from 'node:test'
import { WebSocket } from 'ws'
import type { KlinePoint, TradeItem } from '#contract/calls/market.ts'
import { makeDataDir, type RunningServer, startServer } from '#test/process/running-server.ts'

const data = makeDataDir()
after(data.remove)

/** Servers to kill after each test, so that a failed test does not affect the next. */
const started: RunningServer[] = []
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.child.kill('SIGKILL')
    await server.ended
  }
})

async function ready(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  const server = startServer({ DATA_DIR: data.dir, LOG_LEVEL: 'error', ...environment })
  started.push(server)
  await server.waitForOutput('Openlot is ready')
  return server
}

async function stop({ child, ended }: RunningServer): Promise<void> {
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
}

async function get<Data>({ address }: RunningServer, path: string): Promise<Data> {
  const response = await fetch(`${address()}/v1/api/forex/${path}`, { headers: { lang: 'en' } })
  const { code, data: answer } = (await response.json()) as { code: number; data: Data }
  assert.equal(code, 1)
  return answer
}

async function listed(server: RunningServer, code: string): Promise<TradeItem> {
  const item = (await get<readonly TradeItem[]>(server, 'trade_list')).find(({ Code }) => Code === code)
  assert.ok(item)
  return item
}

const candles = (server: RunningServer, id: number, query: string) =>
  get<readonly KlinePoint[]>(server, `kline?forex_id=${id}&${query}`)

async function statusOf(server: RunningServer): Promise<number> {
  return (await fetch(`${server.address()}/readyz`)).status
}

/** Polls until the condition holds; the runner's timeout ends a hopeless wait. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(setImmediate)
}

describe('simulated prices', () => {
  test('are available at once, and after kill -9 the chart has no gap and the same past', async () => {
    const before = await ready({ FEED_SEED: 'kill' })
    const euro = await listed(before, 'EURUSD')
    assert.equal(euro.MarketStatus, 1)
    assert.ok((euro.Bid ?? 0) > 0 && (euro.Ask ?? 0) > (euro.Bid ?? 0))
    const minutes = await candles(before, euro.Id, 'period=1min')
    const hours = await candles(before, euro.Id, 'period=60min')
    const days = await candles(before, euro.Id, 'period=1day')
    assert.deepEqual([minutes.length, hours.length], [500, 500])
    assert.ok(days.length >= 400)
    before.child.kill('SIGKILL')
    await before.ended

    const again = await ready({ FEED_SEED: 'kill' })
    const later = await candles(again, euro.Id, 'period=1min')
    const known = new Map(later.map((candle) => [candle.Time, candle]))
    // Leaves out the minute in progress, whose candle has changed, and those that are too old for the later answer.
    const same = minutes.slice(0, -1).filter(({ Time }) => Time >= (later[0]?.Time ?? 0))
    assert.ok(same.length > 300)
    for (const candle of same) assert.deepEqual(known.get(candle.Time), candle)
    const steps = new Set(later.slice(1).map(({ Time }, at) => Time - (later[at]?.Time ?? 0)))
    assert.deepEqual([...steps], [60_000])
    assert.deepEqual((await candles(again, euro.Id, 'period=1day')).slice(-300, -1), days.slice(-300, -1))
    await stop(again)

    const other = await ready({ FEED_SEED: 'another' })
    assert.notDeepEqual((await candles(other, euro.Id, 'period=60min')).slice(0, 400), hours.slice(0, 400))
    await stop(other)
  })
})

describe('replayed prices', () => {
  test('come from a pipe, which also closes a market and marks it stale', async () => {
    const pipe = join(data.dir, 'prices')
    execFileSync('mkfifo', [pipe])
    const server = await ready({ FEED: `replay:${pipe}` })
    assert.equal(await statusOf(server), 503)
    const writer: WriteStream = createWriteStream(pipe)
    await once(writer, 'open')
    const write = (...rows: readonly string[]) => writer.write(`${rows.join('\n')}\n`)
    write('code,time,bid,ask', 'EURUSD,0,1.08420,1.08428', 'AAPL,0,228.01,228.05')
    await until(async () => (await statusOf(server)) === 200)
    const euro = await listed(server, 'EURUSD')
    assert.deepEqual([euro.Bid, euro.Ask, euro.MarketStatus], [1.0842, 1.08428, 1])
    assert.equal((await listed(server, 'GBPUSD')).MarketStatus, 0)

    const socket = new WebSocket(`${server.address().replace('http', 'ws')}/v1/ws?lang=en`)
    await once(socket, 'open')
    const states: number[] = []
    socket.on('message', (frame) => {
      const { topic, data: rows } = JSON.parse(String(frame))
      // The reply to the subscription also names the topic.
      if (topic !== 'DAY_MARKET' || rows === undefined) return
      for (const { Code, MarketStatus } of rows) if (Code === 'EURUSD') states.push(MarketStatus)
    })
    socket.send('{"cmd":"sub","topic":"DAY_MARKET"}')
    await until(async () => states.at(-1) === 1)
    write('EURUSD,1,stale,')
    await until(async () => states.at(-1) === 2)
    write('EURUSD,2,,')
    await until(async () => states.at(-1) === 0)
    write('EURUSD,3,1.08421,1.08429')
    await until(async () => states.at(-1) === 1)
    assert.equal((await listed(server, 'EURUSD')).Bid, 1.08421)
    socket.terminate()
    writer.end()
    await once(writer, 'close')
    assert.equal((await listed(server, 'AAPL')).MarketStatus, 1, 'after the last row prices stay fresh')
    server.child.kill('SIGKILL')
    await server.ended
  })

  test('after a restart hold a first price far from the last one until others confirm it', async () => {
    const file = join(data.dir, 'prices.csv')
    // Without rate limits, because the test polls.
    const environment = { FEED: `replay:${file}`, RATE_LIMITS: 'off' }
    const write = (...rows: readonly string[]) =>
      writeFileSync(file, ['code,time,bid,ask', ...rows].join('\n'))
    write('EURUSD,0,1.1,1.1001', 'EURUSD,1,1.2,1.2001')
    const server = await ready(environment)
    const { Id } = await listed(server, 'EURUSD')
    await until(async () => (await statusOf(server)) === 200)
    const written = await candles(server, Id, 'period=1day')
    assert.equal(written[0]?.Volume, 1, 'the jump to 1.2 is held back')
    await until(async () => (await listed(server, 'EURUSD')).MarketStatus === 2)
    await stop(server)
    write('EURUSD,0,1.3,1.3001')
    const held = await ready(environment)
    await until(async () => (await statusOf(held)) === 200)
    const first = await listed(held, 'EURUSD')
    assert.deepEqual([first.Bid, first.MarketStatus], [1.1, 0])
    await stop(held)
    write('EURUSD,0,1.3,1.3001', 'EURUSD,500,1.3001,1.3002', 'EURUSD,1000,1.3002,1.3003')
    const again = await ready(environment)
    await until(async () => (await listed(again, 'EURUSD')).MarketStatus === 1)
    assert.equal((await listed(again, 'EURUSD')).Bid, 1.3002)
    const days = await candles(again, Id, 'period=1day')
    const quotes = days.reduce((sum, { Volume }) => sum + Volume, 0)
    assert.equal(quotes, 2, 'one of each run')
    await stop(again)
  })

  const faults: readonly (readonly [string, string, RegExp])[] = [
    ['a missing file', 'missing.csv', /missing\.csv/],
    ['a file of another format', 'other.csv', /code,time,bid,ask/],
  ]
  for (const [name, file, sentence] of faults) {
    test(`${name} fails the start with a message`, async () => {
      writeFileSync(join(data.dir, 'other.csv'), 'a,b,c\n1,2,3\n')
      const server = startServer({ DATA_DIR: data.dir, FEED: `replay:${join(data.dir, file)}` })
      assert.equal(await server.ended, 1)
      assert.match(server.output(), sentence)
      assert.doesNotMatch(server.output(), /^\s+at /m)
    })
  }
})
