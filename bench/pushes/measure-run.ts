import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { percentile } from '#bench/measuring/percentile.ts'
import type { Arrival, ClientOrder, ClientReading } from '#bench/pushes/clients.ts'
import type { PushedAccount } from '#bench/pushes/prepare-accounts.ts'
import type { ServerOrder, ServerReading } from '#bench/pushes/push-server.ts'
import { marketIndexOf, pushedMarkets } from '#bench/pushes/pushed-markets.ts'
import type { AccountPush, PushFrame } from '#contract/live.ts'

export type Setup = {
  readonly server: 'openlot' | 'plain'
  readonly url: string
  readonly accounts: readonly PushedAccount[]
  /** Of each market. */
  readonly ticksPerSecond: number
}

/** Figures of one run, which medians can be taken of. */
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

/** What the sampled accounts were told after the same ticks, by whichever server. */
export type Run = { readonly figures: Figures; readonly told: readonly AccountPush[] }

const settledTicks = 10 * pushedMarkets.length
const settleMs = 1_500
const toldWithin = { tries: 60, everyMs: 250 }
const warmUpMs = 4_000
const measureMs = 8_000

type Helper = { readonly child: ChildProcess; readonly lost: Promise<never> }

/** One server, all its clients, and what came of it. */
export async function measureRun(setup: Setup): Promise<Run> {
  const server = start('push-server', [setup.server, setup.url])
  const clients = start('clients', [])
  try {
    const { port } = await answerOf<{ port: number }>(server)
    return await measure(setup, port, server, clients)
  } finally {
    // The next run must have the machine to itself.
    await Promise.all([end(server), end(clients)])
  }
}

async function measure(setup: Setup, port: number, server: Helper, clients: Helper): Promise<Run> {
  const userIds = setup.accounts.map(({ userId }) => userId)
  await ask(clients, { order: 'open', port, userIds })
  // The accounts are read before the prices move, and told once they have come to rest: that can be compared.
  await pass(settleMs)
  await ask(server, { order: 'advance', ticks: settledTicks })
  const told = await toldOf(clients)
  await ask(server, { order: 'tick', perSecond: setup.ticksPerSecond })
  await pass(warmUpMs)
  await Promise.all([ask(clients, { order: 'mark' }), ask(server, { order: 'mark' })])
  await pass(measureMs)
  const [heard, spent] = await Promise.all([
    ask<ClientReading>(clients, { order: 'read' }),
    ask<ServerReading>(server, { order: 'read' }),
  ])
  return { told, figures: figuresOf(setup.accounts, heard, spent) }
}

/** Waits until everyone who is sampled was told of the last tick. */
async function toldOf(clients: Helper): Promise<readonly AccountPush[]> {
  for (let tried = 0; tried < toldWithin.tries; tried++) {
    await pass(toldWithin.everyMs)
    const told = (await ask<ClientReading>(clients, { order: 'read' })).newest.map(dataOf)
    if (told.every((data) => data?.QuoteSeq === settledTicks)) return told
  }
  throw new Error('not everyone was told of the last tick')
}

function figuresOf(accounts: readonly PushedAccount[], heard: ClientReading, spent: ServerReading): Figures {
  const delays = heard.arrivals.flatMap((arrival) => delaysOf(arrival, accounts, spent.moments))
  return {
    pushesPerSecond: heard.frames / spent.seconds,
    bytesPerPush: heard.bytes / heard.frames,
    clientCpuPerSecond: heard.cpuSeconds / spent.seconds,
    cpuPerSecond: spent.cpuSeconds / spent.seconds,
    cpuMicrosPerPush: (spent.cpuSeconds * 1_000_000) / heard.frames,
    kernelMicrosPerPush: (spent.kernelSeconds * 1_000_000) / heard.frames,
    medianMs: percentile(delays, 0.5),
    p99Ms: percentile(delays, 0.99),
    loopP99Ms: spent.loopP99Ms,
    loopMostMs: spent.loopMostMs,
  }
}

/** How old each tick was of which this push was the first to tell: those of the markets the account has orders in. */
function delaysOf(
  { account, atMicros, afterSeq, seq }: Arrival,
  accounts: readonly PushedAccount[],
  moments: ServerReading['moments'],
): readonly number[] {
  const own = accounts[account]?.markets ?? []
  const delays: number[] = []
  for (let told = afterSeq + 1; told <= seq; told++) {
    const handedInAt = moments[told]
    // What was handed in before the mark is not measured.
    if (handedInAt === undefined || !own.includes(marketIndexOf(told))) continue
    delays.push((atMicros - handedInAt) / 1000)
  }
  return delays
}

function dataOf(text: string): AccountPush {
  return (JSON.parse(text || '{}') as PushFrame<AccountPush>).data
}

/** A process that is told what to do and answers each time; `lost` rejects when it ends. */
function start(file: string, words: readonly string[]): Helper {
  const child = fork(fileURLToPath(import.meta.resolve(`#bench/pushes/${file}.ts`)), words)
  const lost = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended`)
  })
  // In the end it does: only while an answer is awaited is that a failure.
  lost.catch(() => undefined)
  return { child, lost }
}

async function ask<Answer>(helper: Helper, order: ServerOrder | ClientOrder): Promise<Answer> {
  helper.child.send(order)
  return await answerOf<Answer>(helper)
}

async function answerOf<Answer>({ child, lost }: Helper): Promise<Answer> {
  const [answer] = await Promise.race([once(child, 'message'), lost])
  return answer as Answer
}

async function end({ child, lost }: Helper): Promise<void> {
  child.kill()
  await lost.catch(() => undefined)
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
