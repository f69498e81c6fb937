import { type AnsweringProcess, startProcess } from '#bench/measuring/child-process.ts'
import { percentile } from '#bench/measuring/statistics.ts'
import type { Arrival, ClientReading, ClientRequest } from '#bench/pushes/clients.ts'
import type { PushedAccount } from '#bench/pushes/prepare-accounts.ts'
import type { ServerReading, ServerRequest } from '#bench/pushes/push-server.ts'
import { marketIndexOf, pushedMarkets } from '#bench/pushes/pushed-markets.ts'
import type { AccountPush, PushFrame } from '#contract/live.ts'

export type Setup = {
  readonly server: 'openlot' | 'plain'
  readonly url: string
  readonly accounts: readonly PushedAccount[]
  /** Ticks per second of each market, not of all markets together. */
  readonly ticksPerSecond: number
}

/** Figures of one run. */
export type Figures = {
  readonly pushesPerSecond: number
  readonly bytesPerPush: number
  readonly clientCpuPerSecond: number
  readonly cpuPerSecond: number
  readonly cpuMicrosPerPush: number
  readonly kernelMicrosPerPush: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly loopP99Ms: number
  readonly loopMostMs: number
}

/** `pushes` are the last pushes to the sampled accounts. After the same ticks they must be equal on both servers. */
export type Run = { readonly figures: Figures; readonly pushes: readonly AccountPush[] }

const settledTicks = 10 * pushedMarkets.length
const settleMs = 1_500
const pushedWithin = { tries: 60, everyMs: 250 }
const warmUpMs = 4_000
const measureMs = 8_000

/** Measures one server with all its clients. */
export async function measureRun(setup: Setup): Promise<Run> {
  const server = startProcess<ServerRequest>('#bench/pushes/push-server.ts', {
    args: [setup.server, setup.url],
  })
  const clients = startProcess<ClientRequest>('#bench/pushes/clients.ts')
  try {
    const { port } = await server.nextAnswer<{ port: number }>()
    return await measure(setup, port, server, clients)
  } finally {
    // Waits for both exits, because the next run needs the whole machine.
    await Promise.all([server.stop(), clients.stop()])
  }
}

async function measure(
  setup: Setup,
  port: number,
  server: AnsweringProcess<ServerRequest>,
  clients: AnsweringProcess<ClientRequest>,
): Promise<Run> {
  const userIds = setup.accounts.map(({ userId }) => userId)
  await clients.request({ kind: 'open', port, userIds })
  // The accounts are loaded before prices move. The pushes after the last tick are compared between the servers.
  await sleep(settleMs)
  await server.request({ kind: 'advance', ticks: settledTicks })
  const pushes = await lastPushes(clients)
  await server.request({ kind: 'tick', perSecond: setup.ticksPerSecond })
  await sleep(warmUpMs)
  await Promise.all([clients.request({ kind: 'mark' }), server.request({ kind: 'mark' })])
  await sleep(measureMs)
  const [received, spent] = await Promise.all([
    clients.request<ClientReading>({ kind: 'read' }),
    server.request<ServerReading>({ kind: 'read' }),
  ])
  return { pushes, figures: figuresOf(setup.accounts, received, spent) }
}

/** Waits until all sampled clients have the push of the last tick. */
async function lastPushes(clients: AnsweringProcess<ClientRequest>): Promise<readonly AccountPush[]> {
  for (let tried = 0; tried < pushedWithin.tries; tried++) {
    await sleep(pushedWithin.everyMs)
    const pushes = (await clients.request<ClientReading>({ kind: 'read' })).newest.map(dataOf)
    if (pushes.every((data) => data?.QuoteSeq === settledTicks)) return pushes
  }
  throw new Error('not all clients got the last tick')
}

function figuresOf(
  accounts: readonly PushedAccount[],
  received: ClientReading,
  spent: ServerReading,
): Figures {
  const delays = received.arrivals.flatMap((arrival) => delaysOf(arrival, accounts, spent.tickTimes))
  return {
    pushesPerSecond: received.frames / spent.seconds,
    bytesPerPush: received.bytes / received.frames,
    clientCpuPerSecond: received.cpuSeconds / spent.seconds,
    cpuPerSecond: spent.cpuSeconds / spent.seconds,
    cpuMicrosPerPush: (spent.cpuSeconds * 1_000_000) / received.frames,
    kernelMicrosPerPush: (spent.kernelSeconds * 1_000_000) / received.frames,
    medianMs: percentile(delays, 0.5),
    p99Ms: percentile(delays, 0.99),
    loopP99Ms: spent.loopP99Ms,
    loopMostMs: spent.loopMostMs,
  }
}

/** Age of each tick that this push was the first to include, in markets where the account has orders. */
function delaysOf(
  { account, atMicros, afterSeq, seq }: Arrival,
  accounts: readonly PushedAccount[],
  tickTimes: ServerReading['tickTimes'],
): readonly number[] {
  const own = accounts[account]?.markets ?? []
  const delays: number[] = []
  for (let tickSeq = afterSeq + 1; tickSeq <= seq; tickSeq++) {
    const tickedAt = tickTimes[tickSeq]
    // Ticks before the mark have no recorded time.
    if (tickedAt === undefined || !own.includes(marketIndexOf(tickSeq))) continue
    delays.push((atMicros - tickedAt) / 1000)
  }
  return delays
}

function dataOf(text: string): AccountPush {
  return (JSON.parse(text || '{}') as PushFrame<AccountPush>).data
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
