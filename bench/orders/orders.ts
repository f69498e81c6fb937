// Measures throughput and delay of market orders. An order is on disk before it is answered.

import { interleaved } from '#bench/measuring/interleaved.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { medianOfEach } from '#bench/measuring/statistics.ts'
import { createHarness, type OrderServer } from '#bench/orders/harness.ts'
import { type Measured, measure } from '#bench/orders/measure.ts'
import { countOrders } from '#bench/orders/users-store.ts'

const connections = 256
const rounds = 5
const ms = 8000
const rampMs = 500
/** Long enough for V8 to optimise the hot code. */
const warmUpMs = 10_000
/** Delays are compared at this share of the transaction baseline's throughput. */
const loadShare = 0.7
const bounds = { ratio: 5, p99Share: 1 / 5 }
/** Numbers of database sessions to try. The transaction baseline uses the fastest. */
const candidates = { sessions: [8, 16, 32], ms: 4000 }

type Name = 'openlot' | 'transaction' | 'statement' | 'hello'

const harness = await createHarness()
/** Number of successful answers of each server. */
const answered = new Map<OrderServer, number>()
try {
  console.log(
    `\n${connections} connections, ${harness.tokens.length} accounts, PostgreSQL with ${harness.durability}`,
  )
  const transaction = await fastestTransaction()
  const servers = {
    openlot: await harness.startOurs(),
    transaction,
    statement: await harness.startBaseline('statement', { sessions: transaction.sessions }),
    hello: await harness.startBaseline('hello'),
  }
  for (const server of Object.values(servers)) await load(server, { ms: warmUpMs })
  const throughput = await measureThroughput(servers)
  await measureDelays(servers, throughput.transaction.perSecond * loadShare)
  const { hello: _, ...storing } = servers
  for (const [name, server] of Object.entries(storing)) await checkDisk(name, server)
} finally {
  await harness.stop()
}

async function load(
  server: OrderServer,
  measuring: { readonly ms: number; readonly perSecond?: number },
): Promise<Measured> {
  const measured = await measure(harness, server, { connections, rampMs, ...measuring })
  answered.set(server, (answered.get(server) ?? 0) + measured.done)
  if (measured.failed > 0) throw new Error(`${measured.failed} orders were not done`)
  return measured
}

async function fastestTransaction(): Promise<OrderServer & { readonly sessions: number }> {
  const table = printTable('sessions of the transaction baseline', 'orders per second')
  let best: (OrderServer & { readonly sessions: number; readonly perSecond: number }) | undefined
  for (const sessions of candidates.sessions) {
    const server = await harness.startBaseline('transaction', { sessions })
    await load(server, { ms: warmUpMs })
    const { perSecond } = await load(server, { ms: candidates.ms })
    table.row(sessions, Math.round(perSecond))
    if (best === undefined || perSecond > best.perSecond) {
      await best?.stop()
      best = { ...server, sessions, perSecond }
      answered.set(best, answered.get(server) ?? 0)
    } else await server.stop()
  }
  if (best === undefined) throw new Error('there are no candidates')
  return best
}

async function measureThroughput(servers: Readonly<Record<Name, OrderServer>>) {
  const table = printTable(
    'throughput',
    'orders per second',
    'median ms',
    'p99 ms',
    'CPU µs per order, server',
    'PostgreSQL',
  )
  const show = (name: string, each: Measured) =>
    table.row(
      name,
      ...[each.perSecond, each.p50Ms, each.p99Ms, each.serverMicros, each.postgresMicros].map(rounded),
    )
  const one = (name: Name) => async (round: number) => {
    const measured = await load(servers[name], { ms })
    show(`${name}, round ${round + 1}`, measured)
    return measured
  }
  const measured = await interleaved(rounds, {
    openlot: one('openlot'),
    transaction: one('transaction'),
    statement: one('statement'),
    hello: one('hello'),
  })
  const medians = {
    openlot: medianOfEach(measured.openlot),
    transaction: medianOfEach(measured.transaction),
    statement: medianOfEach(measured.statement),
    hello: medianOfEach(measured.hello),
  }
  for (const [name, each] of Object.entries(medians)) show(`**${name}, median**`, each)
  const ratioTo = (name: Name) => medians.openlot.perSecond / medians[name].perSecond
  console.log(`\n- ${ratioTo('statement').toFixed(2)} × one statement for each order`)
  console.log(`- ${ratioTo('hello').toFixed(2)} × a fixed response without storage`)
  const ratio = ratioTo('transaction')
  holds(
    ratio >= bounds.ratio,
    `${ratio.toFixed(2)} × one transaction for each order, at least ${bounds.ratio} ×`,
  )
  return medians
}

async function measureDelays(servers: Readonly<Record<Name, OrderServer>>, perSecond: number): Promise<void> {
  const table = printTable(`${Math.round(perSecond)} per second, fixed rate`, 'median ms', 'p99 ms')
  const one = (name: Name) => async (round: number) => {
    const measured = await load(servers[name], { ms, perSecond })
    table.row(`${name}, round ${round + 1}`, rounded(measured.p50Ms), rounded(measured.p99Ms))
    return measured
  }
  const measured = await interleaved(rounds, { openlot: one('openlot'), transaction: one('transaction') })
  const [ours, theirs] = [medianOfEach(measured.openlot), medianOfEach(measured.transaction)]
  table.row('**openlot, median**', rounded(ours.p50Ms), rounded(ours.p99Ms))
  table.row('**transaction, median**', rounded(theirs.p50Ms), rounded(theirs.p99Ms))
  console.log()
  holds(
    ours.p99Ms <= theirs.p99Ms * bounds.p99Share,
    `p99 is ${(ours.p99Ms / theirs.p99Ms).toFixed(2)} of the baseline's, at most ${bounds.p99Share}`,
  )
}

/** Checks that exactly the acknowledged orders are on disk. */
async function checkDisk(name: string, server: OrderServer): Promise<void> {
  const { orders, outcomes } = await countOrders(server.database)
  const acknowledged = answered.get(server) ?? 0
  holds(
    orders === acknowledged && outcomes === acknowledged,
    `${name}: ${acknowledged} were answered, ${orders} are on disk`,
  )
}

function rounded(figure: number): string {
  return figure >= 100 ? String(Math.round(figure)) : figure.toFixed(1)
}
