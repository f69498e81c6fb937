// Measures how long a close waits while the server has more orders than it can do: closes pass them in every queue. The
// baseline are the orders of the same load.
import { holds, printTable } from '#bench/measuring/report.ts'
import { median, medianOfEach, percentile } from '#bench/measuring/statistics.ts'
import { createHarness } from '#bench/orders/harness.ts'
import { measure } from '#bench/orders/measure.ts'
import { close, submit } from '#contract/calls/trading.ts'
import { createCallClient } from '#test/crash/load/call-client.ts'

const measuring = { connections: 256, rampMs: 500, ms: 8000 }
const warmUpMs = 10_000
const rounds = 5
/** Users who close, one order after the other. */
const closers = 4
const ordersPerCloser = 90
const order = { type: '1', forex_id: '101', status: '1', cont: '0.01', multiple: '100' }
/** The median wait of a close, as a share of that of an order. */
const mostShare = 0.5

const harness = await createHarness()
const client = createCallClient()
const [closing, ordering] = [harness.tokens.slice(0, closers), harness.tokens.slice(closers)]
let calls = 0
try {
  const server = await harness.startOurs({ RATE_LIMITS: 'off' })
  const address = `http://127.0.0.1:${server.port}`
  const load = (ms: number) => measure({ ...harness, tokens: ordering }, server, { ...measuring, ms })
  await load(warmUpMs)
  console.log(`\n${measuring.connections} connections that order, ${closers} that close`)
  const table = printTable('round', 'orders per second', 'order, median ms', 'p99', 'close, median ms', 'p99')
  const measured: Record<'perSecond' | 'orderMs' | 'orderP99Ms' | 'closeMs' | 'closeP99Ms', number>[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const open = await Promise.all(closing.map((token) => placeOrders(address, token)))
    const waits: number[] = []
    const running = { isOver: false }
    const closes = closing.map((token, at) => closeOrders(address, token, open[at] ?? [], running, waits))
    const loading = load(measuring.ms).finally(() => {
      running.isOver = true
    })
    const [orders] = await Promise.all([loading, ...closes])
    const figures = {
      perSecond: orders.perSecond,
      orderMs: orders.p50Ms,
      orderP99Ms: orders.p99Ms,
      closeMs: median(waits),
      closeP99Ms: percentile(waits, 0.99),
    }
    measured.push(figures)
    table.row(round, ...Object.values(figures).map((figure) => figure.toFixed(0)))
  }
  const medians = medianOfEach(measured)
  table.row('**median**', ...Object.values(medians).map((figure) => figure.toFixed(0)))
  console.log()
  const share = medians.closeMs / medians.orderMs
  holds(share <= mostShare, `a close waits ${share.toFixed(2)} of what an order waits, at most ${mostShare}`)
} finally {
  client.close()
  await harness.stop()
}

async function call(address: string, token: string, path: string, input: Readonly<Record<string, string>>) {
  calls += 1
  const answer = await client.call(address, { path, input, token, key: `closes-${process.pid}-${calls}` })
  if (answer?.code !== 1) throw new Error(`${path} failed: ${JSON.stringify(answer)}`)
  return answer.data as { readonly Id: number }
}

async function placeOrders(address: string, token: string): Promise<readonly number[]> {
  const placed: number[] = []
  for (let at = 0; at < ordersPerCloser; at += 1)
    placed.push((await call(address, token, submit.path, order)).Id)
  return placed
}

/** Closes one order after the other until the load is over. */
async function closeOrders(
  address: string,
  token: string,
  orders: readonly number[],
  running: { readonly isOver: boolean },
  waits: number[],
): Promise<void> {
  for (const id of orders) {
    if (running.isOver) return
    const fromMs = performance.now()
    await call(address, token, close.path, { id: String(id) })
    waits.push(performance.now() - fromMs)
  }
}
