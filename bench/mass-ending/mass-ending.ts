// Measures how long orders of others wait while one tick ends 2,000 orders at their stop loss, without and with an open
// socket of every user whose order ends. The baseline is the same load around a tick that ends nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { createUserCalls, startOtherUsers } from '#bench/mass-ending/other-users.ts'
import { interleaved } from '#bench/measuring/interleaved.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { median, medianOfEach, percentile } from '#bench/measuring/statistics.ts'
import { openSockets } from '#bench/online-orders/open-sockets.ts'
import { createHarness, type OurServer } from '#bench/orders/harness.ts'
import { countOpenOrders } from '#bench/orders/users-store.ts'
import { submit } from '#contract/calls/trading.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import { pricedMarkets } from '#test/crash/load/price-pipe.ts'

const ended = 2000
const others = { users: 1000, callsPerSecond: 200 }
const rounds = Number(process.argv[2] ?? 7)
const warmUpRounds = 2
/** Calls of the others that are due within this time after the tick are counted. */
const windowMs = 1000
const settleMs = 1500
const placedAtOnce = 16
const pollMs = 100
const maxEndingMs = 20_000
const maxP99Ms = 50
const market = pricedMarkets.find(({ code }) => code === 'EURUSD') ?? noMarket()
const { centre, precision } = market
const stop = centre - 300
const steps = { calm: centre - 30, hit: centre - 400 }
const stopped = {
  type: '1',
  forex_id: String(market.id),
  status: '1',
  cont: '0.01',
  multiple: '100',
  stop_loss_price: formatDecimal(stop, precision),
}

type Reading = { readonly waits: readonly number[]; readonly endedMs: number }

const harness = await createHarness()
const tokens = harness.tokens.slice(0, ended)
const otherTokens = harness.tokens.slice(ended, ended + others.users)
try {
  const server = await harness.startOurs()
  const address = `http://127.0.0.1:${server.port}`
  const otherUsers = startOtherUsers(address, otherTokens, others.callsPerSecond)
  const waits = { baseline: () => around('calm'), ending: () => around('hit') }

  async function around(price: keyof typeof steps): Promise<Reading> {
    if (price === 'hit') await placeAll(address)
    await sleep(settleMs)
    const open = await countOpenOrders(server.database, market.id)
    if (open !== (price === 'hit' ? ended : 0)) throw new Error(`${open} orders are open before the tick`)
    const fromMs = performance.now()
    server.prices.set(market, steps[price])
    const endedMs = price === 'hit' ? await untilEnded(server, fromMs) : 0
    await sleep(Math.max(0, windowMs - (performance.now() - fromMs)))
    server.prices.set(market, centre)
    return { waits: await otherUsers.waits(fromMs, fromMs + windowMs), endedMs }
  }
  async function online(): Promise<Reading> {
    const sockets = await openSockets({ port: server.port, tokens })
    try {
      return await waits.ending()
    } finally {
      await sockets.close()
    }
  }
  await interleaved(warmUpRounds, waits)
  report(await interleaved(rounds, { ...waits, online }))
  await otherUsers.stop()
} finally {
  await harness.stop()
}

function noMarket(): never {
  throw new Error('EURUSD is not priced')
}

async function placeAll(address: string): Promise<void> {
  const calls = createUserCalls(address)
  const left = [...tokens]
  async function placeNext(): Promise<void> {
    for (let token = left.pop(); token !== undefined; token = left.pop())
      await calls.call(token, submit.path, stopped)
  }
  await Promise.all(Array.from({ length: placedAtOnce }, placeNext))
  calls.close()
}

/** Milliseconds from the tick until the last order has ended on disk. */
async function untilEnded({ database }: OurServer, fromMs: number): Promise<number> {
  while ((await countOpenOrders(database, market.id)) > 0) {
    if (performance.now() - fromMs > maxEndingMs) throw new Error('the tick did not end all orders')
    await sleep(pollMs)
  }
  return performance.now() - fromMs
}

/** Figures of each round, then their medians: one pause of the machine must not decide the p99 of all rounds. */
function report(measured: Readonly<Record<'baseline' | 'ending' | 'online', readonly Reading[]>>): void {
  console.log(
    `\n${others.callsPerSecond} calls per second of others, ${rounds} rounds, PostgreSQL with ${harness.durability}`,
  )
  const table = printTable('tick', 'calls', 'median ms', 'p99 ms', 'longest ms', 'all ended after ms')
  const names = {
    baseline: 'ends nothing',
    ending: `ends ${ended} orders`,
    online: `ends ${ended} orders of users with a socket`,
  } as const
  const p99s = { baseline: 0, ending: 0, online: 0 }
  for (const kind of ['baseline', 'ending', 'online'] as const) {
    const figures = measured[kind].map(({ waits, endedMs }) => ({
      calls: waits.length,
      medianMs: median(waits),
      p99Ms: percentile(waits, 0.99),
      longestMs: Math.max(...waits),
      endedMs,
    }))
    for (const [round, figure] of figures.entries()) row(`${names[kind]}, round ${round + 1}`, figure)
    const medians = medianOfEach(figures)
    row(`**${names[kind]}, median**`, medians)
    p99s[kind] = medians.p99Ms
  }
  function row(name: string, figure: Readonly<Record<string, number>>): void {
    table.row(name, ...Object.values(figure).map((value) => value.toFixed(0)))
  }
  console.log()
  for (const kind of ['ending', 'online'] as const)
    holds(
      p99s[kind] <= maxP99Ms,
      `p99 of others while a tick ${names[kind]}: ${p99s[kind].toFixed(0)} ms, at most ${maxP99Ms} ms`,
    )
}
