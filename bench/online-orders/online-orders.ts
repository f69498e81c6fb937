// Compares the throughput of market orders with and without an open socket of every user who orders. A user with a
// socket gets the changed order and the new figures pushed. Every measurement has users of its own, who start without
// orders: an order of an account costs more the more open orders it has. The speed of the machine varies within a run,
// so only measurements that follow each other are compared.
import { interleaved } from '#bench/measuring/interleaved.ts'
import { holds, printTable } from '#bench/measuring/report.ts'
import { median, medianOfEach } from '#bench/measuring/statistics.ts'
import { openSockets } from '#bench/online-orders/open-sockets.ts'
import { createHarness } from '#bench/orders/harness.ts'
import { type Measured, measure } from '#bench/orders/measure.ts'

const users = 900
const measuring = { connections: 256, rampMs: 500, ms: 4000 }
const warmUpMs = 10_000
const rounds = 12
const leastRatio = 0.8

const harness = await createHarness({ users: users * (2 * rounds + 1) })
let usedTokens = 0
function nextUsers(): readonly string[] {
  usedTokens += users
  return harness.tokens.slice(usedTokens - users, usedTokens)
}
try {
  const server = await harness.startOurs({ RATE_LIMITS: 'off' })
  const load = (tokens: readonly string[], ms = measuring.ms) =>
    measure({ ...harness, tokens }, server, { ...measuring, ms })
  await load(nextUsers(), warmUpMs)
  console.log(
    `\n${measuring.connections} connections, ${users} accounts, PostgreSQL with ${harness.durability}`,
  )
  const table = printTable('throughput', 'orders per second', 'median ms', 'p99 ms', 'pushed bytes per order')
  const show = (name: string, each: Measured, bytes: number) =>
    table.row(name, ...[each.perSecond, each.p50Ms, each.p99Ms, bytes].map((figure) => Math.round(figure)))
  const measured = await interleaved(rounds, {
    async offline(round) {
      const reading = { ...(await load(nextUsers())), bytes: 0 }
      show(`without sockets, round ${round + 1}`, reading, 0)
      return reading
    },
    async online(round) {
      const tokens = nextUsers()
      const sockets = await openSockets({ port: server.port, tokens })
      try {
        const before = await sockets.bytes()
        const reading = await load(tokens)
        const bytes = ((await sockets.bytes()) - before) / reading.done
        if (bytes < 1) throw new Error('nothing was pushed')
        show(`with sockets, round ${round + 1}`, reading, bytes)
        return { ...reading, bytes }
      } finally {
        await sockets.close()
      }
    },
  })
  const [offline, online] = [medianOfEach(measured.offline), medianOfEach(measured.online)]
  show('**without sockets, median**', offline, 0)
  show('**with sockets, median**', online, online.bytes)
  const ratios = measured.online.map(
    ({ perSecond }, round) => perSecond / (measured.offline[round]?.perSecond ?? 0),
  )
  const ratio = median(ratios)
  console.log()
  holds(
    ratio >= leastRatio,
    `with sockets ${ratio.toFixed(2)} of the throughput without (median of ${rounds} pairs), at least ${leastRatio}`,
  )
} finally {
  await harness.stop()
}
