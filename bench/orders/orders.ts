// How many market orders a server takes in a second that are on disk when they are answered, and how long each takes.
import { holds } from '#bench/measuring/holds.ts'
import { interleaved } from '#bench/measuring/interleaved.ts'
import { medianOfEach } from '#bench/measuring/median-of-each.ts'
import { printTable } from '#bench/measuring/print-table.ts'
import { type Measured, measure } from '#bench/orders/measure.ts'
import { countOrders } from '#bench/orders/people-store.ts'
import { type OrderServer, openStage } from '#bench/orders/stage.ts'

const connections = 256
const rounds = 5
const ms = 8000
const rampMs = 500
/** Until the code that is asked for most is compiled for good. */
const warmUpMs = 10_000
/** The share of the transactions' own most at which delays are compared. */
const ofMost = 0.7
const bounds = { ratio: 5, p99Share: 1 / 5 }
/** With how many sessions the transactions are quickest is tried first. */
const tried = { sessions: [8, 16, 32], ms: 4000 }

type Name = 'openlot' | 'transaction' | 'statement' | 'hello'

const stage = await openStage()
/** How many orders each was heard to have done. */
const heard = new Map<OrderServer, number>()
try {
  console.log(
    `\n${connections} connections, ${stage.tokens.length} accounts, PostgreSQL with ${stage.durability}`,
  )
  const transaction = await quickestTransaction()
  const servers = {
    openlot: await stage.startOurs(),
    transaction,
    statement: await stage.startPlain('statement', { sessions: transaction.sessions }),
    hello: await stage.startPlain('hello'),
  }
  for (const server of Object.values(servers)) await load(server, { ms: warmUpMs })
  const most = await measureMost(servers)
  await measureDelays(servers, most.transaction.perSecond * ofMost)
  const { hello: _, ...keeping } = servers
  for (const [name, server] of Object.entries(keeping)) await checkDisk(name, server)
} finally {
  await stage.stop()
}

async function load(
  server: OrderServer,
  measuring: { readonly ms: number; readonly perSecond?: number },
): Promise<Measured> {
  const measured = await measure(stage, server, { connections, rampMs, ...measuring })
  heard.set(server, (heard.get(server) ?? 0) + measured.done)
  if (measured.failed > 0) throw new Error(`${measured.failed} orders were not done`)
  return measured
}

async function quickestTransaction(): Promise<OrderServer & { readonly sessions: number }> {
  const table = printTable('sessions of the transactions', 'orders a second')
  let best: (OrderServer & { readonly sessions: number; readonly perSecond: number }) | undefined
  for (const sessions of tried.sessions) {
    const server = await stage.startPlain('transaction', { sessions })
    await load(server, { ms: warmUpMs })
    const { perSecond } = await load(server, { ms: tried.ms })
    table.row(sessions, Math.round(perSecond))
    if (best === undefined || perSecond > best.perSecond) {
      await best?.stop()
      best = { ...server, sessions, perSecond }
      heard.set(best, heard.get(server) ?? 0)
    } else await server.stop()
  }
  if (best === undefined) throw new Error('nothing was tried')
  return best
}

async function measureMost(servers: Readonly<Record<Name, OrderServer>>) {
  const table = printTable(
    'as many as it takes',
    'orders a second',
    'median ms',
    'p99 ms',
    'CPU µs an order, server',
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
  const most = {
    openlot: medianOfEach(measured.openlot),
    transaction: medianOfEach(measured.transaction),
    statement: medianOfEach(measured.statement),
    hello: medianOfEach(measured.hello),
  }
  for (const [name, each] of Object.entries(most)) show(`**${name}, median**`, each)
  const ratioTo = (name: Name) => most.openlot.perSecond / most[name].perSecond
  console.log(`\n- ${ratioTo('statement').toFixed(2)} × one statement for each order`)
  console.log(`- ${ratioTo('hello').toFixed(2)} × a greeting that keeps nothing`)
  const ratio = ratioTo('transaction')
  holds(ratio >= bounds.ratio, `${ratio.toFixed(2)} × one transaction for each, at least ${bounds.ratio} ×`)
  return most
}

async function measureDelays(servers: Readonly<Record<Name, OrderServer>>, perSecond: number): Promise<void> {
  const table = printTable(`${Math.round(perSecond)} a second, by the clock`, 'median ms', 'p99 ms')
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
    `p99 is ${(ours.p99Ms / theirs.p99Ms).toFixed(2)} of theirs, at most ${bounds.p99Share}`,
  )
}

/** What was said to be done is on disk, and nothing else. */
async function checkDisk(name: string, server: OrderServer): Promise<void> {
  const { orders, kept } = await countOrders(server.database)
  const said = heard.get(server) ?? 0
  holds(orders === said && kept === said, `${name}: ${said} were answered, ${orders} are on disk`)
}

function rounded(figure: number): string {
  return figure >= 100 ? String(Math.round(figure)) : figure.toFixed(1)
}
