// Measures how long the most expensive requests of each role occupy the main thread of the server. An argument measures
// only the requests whose name contains it: `node bench/request-cost/request-cost.ts image`.

import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { startBenchServer, untilReady } from '#bench/measuring/bench-server.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { median } from '#bench/measuring/statistics.ts'
import { attachPicture, operatorLogin, prepareCallers } from '#bench/request-cost/callers.ts'
import type { MainThreadUse } from '#bench/request-cost/main-thread-probe.ts'
import {
  callRequests,
  chartRequests,
  endingRequests,
  hostileRequests,
  type MeasuredRequest,
  pageRequests,
  pictureRequests,
} from '#bench/request-cost/requests.ts'
import { type BenchRequest, sendRequest } from '#bench/request-cost/send-request.ts'
import { sendBurst } from '#bench/request-cost/socket-burst.ts'
import { imageUpload } from '#contract/calls/identity.ts'
import { tradeList } from '#contract/calls/market.ts'
import { dayMarketTopic, klineTopic } from '#contract/live.ts'
import { periods } from '#core/candle/period.ts'
import { findCalls } from '#test/calls/all-calls.ts'
import { createTestDatabase } from '#test/database.ts'
import { makeDataDir } from '#test/process/running-server.ts'
import { fileForm, multipartType } from '#test/uploads/multipart.ts'
import { drawing } from '#test/uploads/pictures.ts'

const maxTurnMs = 5
/** Turns of an idle server are shorter. */
const idleTurnMs = 2
const maxSeconds = 60
const times = 10
const only = process.argv[2] ?? ''

const database = await createTestDatabase()
const data = makeDataDir()
const server = startBenchServer({
  DATA_DIR: data.dir,
  DATABASE_URL: database.url,
  NODE_OPTIONS: `--import=${import.meta.resolve('#bench/request-cost/main-thread-probe.ts')}`,
  DESK_EMAIL: operatorLogin.email,
  DESK_PASSWORD: operatorLogin.password,
  DESK_TOTP_SECRET: operatorLogin.totpSecret,
})
const agent = new Agent({ keepAlive: true, maxSockets: 20 })
try {
  await untilReady(server)
  const address = server.address()
  // Documents and charts first: their first request may be the most expensive.
  const { bytes } = await sendRequest(address, agent, { path: tradeList.path })
  const markets = JSON.parse(bytes.toString()).data as { readonly Id: number; readonly Code: string }[]
  const marketIds = markets.map(({ Id }) => Id)
  await untilIdle()
  const rows = [
    ...(await measureAll(pageRequests())),
    ...(await measureAll(chartRequests(periods, marketIds))),
    ...(await measureAll(hostileRequests())),
    await measureSockets(markets.map(({ Code }) => Code)),
  ]
  const callers = await prepareCallers({ address, agent, dataDir: data.dir, database })
  rows.push(...(await measureAll(callRequests(await findCalls(), callers))))
  rows.push(...(await measureAll(endingRequests(callers))))
  const large = await largePicture()
  // Stored without being reduced, so it is larger than other stored pictures.
  const kept = await drawing({ width: 2400, height: 2400 }).jpeg({ quality: 96 }).toBuffer()
  const form = { method: 'POST', path: imageUpload.path, token: callers.user, body: fileForm(kept) } as const
  const stored = await sendRequest(address, agent, { ...form, headers: { 'content-type': multipartType } })
  console.log(`picture of ${large.length} bytes; stored one sent as ${kept.length} bytes`)
  const [name = ''] = /[0-9a-f]{32}/.exec(stored.bytes.toString()) ?? []
  await attachPicture(database, name)
  const damaged = Buffer.concat([large.subarray(0, 1000), Buffer.alloc(large.length - 1000, 0xff)])
  rows.push(...(await measureAll(pictureRequests(callers, { large, damaged, name }))))
  report(rows)
} finally {
  agent.destroy()
  server.child.kill('SIGTERM')
  await server.ended
  await database.drop()
  data.remove()
}

type Row = {
  readonly request: MeasuredRequest
  readonly uses: readonly MainThreadUse[]
  readonly answer: string
}

async function measureAll(requests: readonly MeasuredRequest[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const request of requests) if (request.name.includes(only)) rows.push(await measure(request))
  return rows
}

async function send(request: BenchRequest): Promise<string> {
  const { status, code, bytes } = await sendRequest(server.address(), agent, request)
  if (code === undefined || code === 1) return String(code ?? status)
  return `${code} ${/"reason":"(\w+)"/.exec(bytes.toString())?.[1] ?? ''}`
}

/** What one socket can ask for at once. */
async function measureSockets(codes: readonly string[]): Promise<Row> {
  const topics = codes.flatMap((code) => periods.map((period) => klineTopic(code, period))).slice(0, 99)
  const name = 'socket, 100 subscriptions and 100 pings at once'
  const run = () => sendBurst(server.address(), [dayMarketTopic, ...topics])
  return await measure({ role: 'visitor', name, make: () => ({ path: '' }) }, run)
}

async function measure(request: MeasuredRequest, run = send): Promise<Row> {
  const uses: MainThreadUse[] = []
  const answers = new Set<string>()
  for (let repetition = 0; repetition < (request.times ?? times); repetition += 1) {
    const sent = request.make(repetition)
    uses.push(await threadUseOf(async () => answers.add(await run(sent))))
  }
  process.stderr.write(`${request.name}: ${Math.max(...uses.map(({ longestUs }) => longestUs))} µs\n`)
  return { request, uses, answer: [...answers].join(', ') }
}

async function threadUseOf(work: () => Promise<unknown>): Promise<MainThreadUse> {
  server.child.send({ probe: 'begin' })
  await work()
  server.child.send({ probe: 'end' })
  const [use] = await once(server.child, 'message')
  return use as MainThreadUse
}

/**
 * After a start the server fetches two days of candles for each market. Their turns must not be taken for those of a
 * request. Waits for a second without them, and prints the longest turn in each of the next seconds without a request.
 */
async function untilIdle(): Promise<void> {
  const second = async () => (await threadUseOf(() => setTimeout(1000))).withCollectionsUs / 1000
  let seconds = 0
  while ((await second()) > idleTurnMs)
    if (++seconds >= maxSeconds) throw new Error(`the server was not idle within ${maxSeconds} s`)
  const longest: string[] = []
  while (longest.length < 5) longest.push((await second()).toFixed(1))
  console.log(`longest turn in each second without a request: ${longest.join(', ')} ms`)
}

/** A photograph just below the largest accepted file. */
async function largePicture(): Promise<Buffer> {
  return await drawing({ width: 3600, height: 3000 }).jpeg({ quality: 96 }).toBuffer()
}

function report(rows: readonly Row[]): void {
  const table = printTable(
    'request',
    'role',
    'first, ms',
    'longest turn, median',
    'longest turn, max',
    'max with garbage collection',
    'total, median',
    'answer',
  )
  const ms = (us: number) => (us / 1000).toFixed(1)
  const worst = (row: Row) =>
    Math.max(row.uses[0]?.longestUs ?? 0, median(row.uses.map(({ longestUs }) => longestUs)))
  for (const row of [...rows].sort((a, b) => worst(b) - worst(a))) {
    const { request, uses, answer } = row
    const turns = uses.map(({ longestUs }) => longestUs)
    table.row(
      request.name,
      request.role,
      ms(turns[0] ?? 0),
      ms(median(turns)),
      ms(Math.max(...turns)),
      ms(Math.max(...uses.map(({ withCollectionsUs }) => withCollectionsUs))),
      ms(median(uses.map(({ totalUs }) => totalUs))),
      answer,
    )
  }
  console.log()
  const above = rows.filter((row) => worst(row) > maxTurnMs * 1000)
  holds(above.length === 0, `no request occupies the main thread for more than ${maxTurnMs} ms`)
}
