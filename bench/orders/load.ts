// The clients that send orders, in their own process, so that their CPU time does not count as the server's.
import { percentile } from '#bench/measuring/statistics.ts'
import { type Clients, type ClientsParts, openClients, sleep } from '#bench/orders/clients.ts'

export type LoadPlan = ClientsParts & {
  /** Time under load before the measurement starts. */
  readonly rampMs: number
  readonly ms: number
  /** Sends at a fixed rate, regardless of answers. If undefined, each connection sends on every answer. */
  readonly perSecond?: number | undefined
}

/** Delays are measured from the time an order was due, even if it was sent later. */
export type LoadReading = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly done: number
  readonly failed: number
}

export type LoadMessage =
  | { readonly kind: 'begin' | 'measured' }
  | ({ readonly kind: 'end' } & LoadReading)
  | { readonly kind: 'broken'; readonly why: string }

process.on('message', (plan: LoadPlan) => {
  run(plan).then(
    (reading) => send({ kind: 'end', ...reading }),
    (fault: unknown) => send({ kind: 'broken', why: String(fault) }),
  )
})
process.on('disconnect', () => process.exit())

function send(message: LoadMessage): void {
  process.send?.(message)
}

async function run(plan: LoadPlan): Promise<LoadReading> {
  const clients = await openClients(plan)
  const delaysMs =
    plan.perSecond === undefined
      ? await sendOnAnswer(clients, plan)
      : await sendOnSchedule(clients, plan, plan.perSecond)
  const counts = await clients.finish()
  return {
    perSecond: (delaysMs.length * 1000) / plan.ms,
    p50Ms: percentile(delaysMs, 0.5),
    p99Ms: percentile(delaysMs, 0.99),
    ...counts,
  }
}

/** Closed loop, to measure throughput. Counts the orders that are answered during the measurement. */
async function sendOnAnswer(
  clients: Clients,
  { connections, rampMs, ms }: LoadPlan,
): Promise<readonly number[]> {
  const delaysMs: number[] = []
  const beginMs = performance.now() + rampMs
  const endMs = beginMs + ms
  clients.onAnswer((connection, dueMs) => {
    const now = performance.now()
    if (now >= endMs) return
    if (now >= beginMs) delaysMs.push(now - dueMs)
    clients.send(connection, now)
  })
  for (let connection = 0; connection < connections; connection += 1)
    clients.send(connection, performance.now())
  await sleepMeasured(rampMs, ms)
  return delaysMs
}

/**
 * Open loop: orders are due at a fixed rate, and waiting for a free connection counts as delay. Counts all orders that
 * are due during the measurement, however late they are answered.
 */
async function sendOnSchedule(
  clients: Clients,
  { connections, rampMs, ms }: LoadPlan,
  perSecond: number,
): Promise<readonly number[]> {
  const delaysMs: number[] = []
  const free = Array.from({ length: connections }, (_, connection) => connection)
  const startMs = performance.now()
  const beginMs = startMs + rampMs
  const endMs = beginMs + ms
  let dueMs = startMs
  function sendDue(): void {
    const now = performance.now()
    while (dueMs <= now && dueMs < endMs) {
      const connection = free.pop()
      if (connection === undefined) return
      clients.send(connection, dueMs)
      dueMs += 1000 / perSecond
    }
  }
  clients.onAnswer((connection, due) => {
    if (due >= beginMs) delaysMs.push(performance.now() - due)
    free.push(connection)
    sendDue()
  })
  const timer = setInterval(sendDue, 1)
  await sleepMeasured(rampMs, ms)
  while (dueMs < endMs) await sleep(1)
  clearInterval(timer)
  while (free.length < connections) await sleep(1)
  return delaysMs
}

async function sleepMeasured(rampMs: number, ms: number): Promise<void> {
  await sleep(rampMs)
  send({ kind: 'begin' })
  await sleep(ms)
  send({ kind: 'measured' })
}
