// Everyone who sends orders, in a process of its own, so that what they cost is not counted as the server's.
import { percentile } from '#bench/measuring/percentile.ts'
import { type Crowd, type CrowdParts, gatherCrowd, pass } from '#bench/orders/crowd.ts'

export type LoadOrder = CrowdParts & {
  /** What comes before the measured time. */
  readonly rampMs: number
  readonly ms: number
  /** So many a second, whether or not the last were answered; undefined: each as soon as its last was answered. */
  readonly perSecond?: number | undefined
}

/** How long orders took, from the moment they were to be sent, whenever they could be. */
export type LoadReading = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly done: number
  readonly failed: number
}

export type LoadSays =
  | { readonly kind: 'begin' | 'measured' }
  | ({ readonly kind: 'end' } & LoadReading)
  | { readonly kind: 'broken'; readonly why: string }

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (reading) => say({ kind: 'end', ...reading }),
    (fault: unknown) => say({ kind: 'broken', why: String(fault) }),
  )
})
process.on('disconnect', () => process.exit())

function say(said: LoadSays): void {
  process.send?.(said)
}

async function run(order: LoadOrder): Promise<LoadReading> {
  const crowd = await gatherCrowd(order)
  const delaysMs =
    order.perSecond === undefined
      ? await sendOnAnswer(crowd, order)
      : await sendOnSchedule(crowd, order, order.perSecond)
  const counts = await crowd.leave()
  return {
    perSecond: (delaysMs.length * 1000) / order.ms,
    p50Ms: percentile(delaysMs, 0.5),
    p99Ms: percentile(delaysMs, 0.99),
    ...counts,
  }
}

/** As many as the server takes. Counted is what is answered within the time. */
async function sendOnAnswer(
  crowd: Crowd,
  { connections, rampMs, ms }: LoadOrder,
): Promise<readonly number[]> {
  const delaysMs: number[] = []
  const beginMs = performance.now() + rampMs
  const endMs = beginMs + ms
  crowd.onAnswer((line, dueMs) => {
    const now = performance.now()
    if (now >= endMs) return
    if (now >= beginMs) delaysMs.push(now - dueMs)
    crowd.send(line, now)
  })
  for (let line = 0; line < connections; line += 1) crowd.send(line, performance.now())
  await passMeasured(rampMs, ms)
  return delaysMs
}

/**
 * As a crowd comes: what the server cannot take yet waits, and its waiting counts. Counted is whatever is due within the
 * time, however late it is answered.
 */
async function sendOnSchedule(
  crowd: Crowd,
  { connections, rampMs, ms }: LoadOrder,
  perSecond: number,
): Promise<readonly number[]> {
  const delaysMs: number[] = []
  const free = Array.from({ length: connections }, (_, line) => line)
  const startMs = performance.now()
  const beginMs = startMs + rampMs
  const endMs = beginMs + ms
  let dueMs = startMs
  function sendDue(): void {
    const now = performance.now()
    while (dueMs <= now && dueMs < endMs) {
      const line = free.pop()
      if (line === undefined) return
      crowd.send(line, dueMs)
      dueMs += 1000 / perSecond
    }
  }
  crowd.onAnswer((line, due) => {
    if (due >= beginMs) delaysMs.push(performance.now() - due)
    free.push(line)
    sendDue()
  })
  const timer = setInterval(sendDue, 1)
  await passMeasured(rampMs, ms)
  while (dueMs < endMs) await pass(1)
  clearInterval(timer)
  while (free.length < connections) await pass(1)
  return delaysMs
}

async function passMeasured(rampMs: number, ms: number): Promise<void> {
  await pass(rampMs)
  say({ kind: 'begin' })
  await pass(ms)
  say({ kind: 'measured' })
}
