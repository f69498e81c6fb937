// Measures the delay from the decision of a margin call to the NOTICE frame of its user, for accounts that one quote
// brings into a margin call together. The baseline is the push of the account's figures with the same margin call to
// the same socket: it is made in memory, while a notice is stored and read again.
import { setTimeout as sleep } from 'node:timers/promises'
import { createUserCalls, startOtherUsers } from '#bench/mass-ending/other-users.ts'
import { startProcess } from '#bench/measuring/child-process.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { percentile } from '#bench/measuring/statistics.ts'
import type { Arrival, ClientRequest } from '#bench/notices/clients.ts'
import { createHarness } from '#bench/orders/harness.ts'
import { submit } from '#contract/calls/trading.ts'
import { liveLimits } from '#server/live/live-limits.ts'
import { pricedMarkets } from '#test/crash/load/price-pipe.ts'

/** Each size includes the accounts of the one before. */
const sizes = [
  { accounts: 1, rounds: 40 },
  { accounts: 100, rounds: 10 },
  { accounts: 1000, rounds: 5 },
]
const sockets = 1000
const others = { users: 200, callsPerSecond: 50 }
const warmUpRounds = 3
/** Rounds begin at different times within the interval of the pushes. */
const settle = { leastMs: 600, stepMs: 37 }
const pollMs = 50
const maxMs = 20_000
const placedAtOnce = 16
/** The targets apply up to this many margin calls at once. */
const boundUpTo = 100
const maxP99Ms = liveLimits.flushEveryMs
const market = pricedMarkets.find(({ code }) => code === 'EURUSD') ?? noMarket()
/** 80 % of a demo account as margin. A fall of 0.3 % costs 23 %, and leaves a margin level of 95 %. */
const order = { type: '1', forex_id: String(market.id), status: '1', cont: '70', multiple: '100' }
const fallen = market.centre - 330

const harness = await createHarness({ users: sockets + others.users })
const tokens = harness.tokens.slice(0, sockets)
const clients = startProcess<ClientRequest>('#bench/notices/clients.ts')
try {
  const server = await harness.startOurs({ RATE_LIMITS: 'off' })
  const address = `http://127.0.0.1:${server.port}`
  const calls = createUserCalls(address)
  await clients.request({ kind: 'open', port: server.port, tokens })
  const otherUsers = startOtherUsers(address, harness.tokens.slice(sockets), others.callsPerSecond)
  let rounds = 0

  /** One quote brings all accounts with an order below the margin, the next one lifts them out of it. */
  async function callAll(accounts: number): Promise<readonly Arrival[]> {
    rounds += 1
    await sleep(settle.leastMs + ((rounds * settle.stepMs) % liveLimits.flushEveryMs))
    await clients.request({ kind: 'take' })
    server.prices.set(market, fallen)
    const arrivals: Arrival[] = []
    const untilMs = performance.now() + maxMs
    while (noticesOf(arrivals).length < accounts && performance.now() < untilMs) {
      await sleep(pollMs)
      arrivals.push(...(await clients.request<readonly Arrival[]>({ kind: 'take' })))
    }
    // A notice that is sent twice arrives by then, and the figures of the last account.
    await sleep(2 * liveLimits.flushEveryMs)
    arrivals.push(...(await clients.request<readonly Arrival[]>({ kind: 'take' })))
    server.prices.set(market, market.centre)
    return arrivals
  }
  async function place(some: readonly string[]): Promise<void> {
    const left = [...some]
    async function placeNext(): Promise<void> {
      for (let token = left.pop(); token !== undefined; token = left.pop())
        await calls.call(token, submit.path, order)
    }
    await Promise.all(Array.from({ length: placedAtOnce }, placeNext))
  }

  console.log(
    `\n${sockets} sockets, ${others.callsPerSecond} calls per second of others, PostgreSQL with ${harness.durability}`,
  )
  const heads = ['median ms', 'p99 ms', 'worst ms']
  const table = printTable('margin calls at once', 'push', 'frames', ...heads)
  let placed = 0
  for (const { accounts, rounds } of sizes) {
    await place(tokens.slice(placed, accounts))
    placed = accounts
    for (let round = 0; round < warmUpRounds; round += 1) await callAll(accounts)
    const arrivals: Arrival[] = []
    for (let round = 0; round < rounds; round += 1) arrivals.push(...(await callAll(accounts)))
    table.row(accounts, 'notice', ...cellsOf(noticesOf(arrivals)))
    table.row(accounts, 'figures (baseline)', ...cellsOf(arrivals.filter(({ topic }) => topic === 'figures')))
    check(accounts, rounds, noticesOf(arrivals))
  }
  await otherUsers.stop()
  calls.close()
} finally {
  await clients.stop()
  await harness.stop()
}

function noMarket(): never {
  throw new Error('EURUSD is not priced')
}

function noticesOf(arrivals: readonly Arrival[]): readonly Arrival[] {
  return arrivals.filter(({ topic }) => topic === 'notice')
}

function delaysOf(arrivals: readonly Arrival[]): readonly number[] {
  return arrivals.map(({ decidedMs, arrivedMs }) => arrivedMs - decidedMs)
}

function cellsOf(arrivals: readonly Arrival[]): readonly string[] {
  const delays = delaysOf(arrivals)
  const figures = [percentile(delays, 0.5), percentile(delays, 0.99), Math.max(...delays)]
  return [arrivals.length, ...figures].map((figure) => figure.toFixed(0))
}

function check(accounts: number, rounds: number, notices: readonly Arrival[]): void {
  const distinct = new Set(notices.map(({ socket, decidedMs }) => `${socket} ${decidedMs}`)).size
  holds(
    notices.length === accounts * rounds && distinct === notices.length,
    `${accounts} at once: each of ${accounts * rounds} margin calls was pushed once`,
  )
  if (accounts > boundUpTo) return
  const p99Ms = percentile(delaysOf(notices), 0.99)
  holds(p99Ms <= maxP99Ms, `${accounts} at once: p99 ${p99Ms.toFixed(0)} ms, at most ${maxP99Ms} ms`)
}
