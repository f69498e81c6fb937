import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientOrder, ClientReading } from '#bench/fan-out/clients.ts'
import type { ServerOrder, ServerReading } from '#bench/fan-out/measured-server.ts'

export type Setup = {
  readonly server: 'openlot' | 'plain'
  readonly sockets: number
  readonly ticksPerSecond: number
  /** Clients that stop reading. */
  readonly stalled?: number
}

export type Run = ClientReading &
  ServerReading & {
    readonly rowsPerCpuSecond: number
    readonly framesPerCpuSecond: number
    readonly stalledBytesEach: number
  }

const warmUpMs = 2_000
/**
 * Long enough for the code that writes to be optimised, which at 4,000 frames a second takes its time, and done again
 * after the memory was read, which throws optimised code away. Well below the time after which a stuck client is cut off.
 */
const settleMs = 5_000
const stallWithin = { tries: 60, everyMs: 250 }
const measureMs = 5_000

/** A process that is told what to do and answers each time; `lost` rejects when it ends. */
type Helper = { readonly child: ChildProcess; readonly lost: Promise<never> }

/** One server, all its clients, and what came of it. */
export async function measureRun(setup: Setup): Promise<Run> {
  const server = start(`${setup.server}-server`)
  const clients = start('clients')
  try {
    const { port } = await answerOf<{ port: number }>(server)
    return await measure(setup, port, server, clients)
  } finally {
    // The next run must have the machine to itself.
    await Promise.all([end(server), end(clients)])
  }
}

function start(file: string): Helper {
  const path = fileURLToPath(import.meta.resolve(`#bench/fan-out/${file}.ts`))
  const child = fork(path, { execArgv: ['--expose-gc'] })
  const lost = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended`)
  })
  // In the end it does: only while an answer is awaited is that a failure.
  lost.catch(() => undefined)
  return { child, lost }
}

async function measure(setup: Setup, port: number, server: Helper, clients: Helper): Promise<Run> {
  const { sockets, ticksPerSecond, stalled = 0 } = setup
  await ask(clients, { order: 'open', port, sockets })
  await ask(server, { order: 'tick', perSecond: ticksPerSecond })
  await pass(warmUpMs)
  const before = await ask<ServerReading>(server, { order: 'read' })
  if (stalled > 0) await stall(server, clients, stalled)
  await pass(settleMs)
  await Promise.all([ask(clients, { order: 'mark' }), ask(server, { order: 'mark' })])
  await pass(measureMs)
  const [heard, spent] = await Promise.all([
    ask<ClientReading>(clients, { order: 'read' }),
    ask<ServerReading>(server, { order: 'read' }),
  ])
  return {
    ...heard,
    ...spent,
    rowsPerCpuSecond: heard.rows / spent.cpuSeconds,
    framesPerCpuSecond: heard.frames / spent.cpuSeconds,
    stalledBytesEach: stalled === 0 ? 0 : (spent.memoryBytes - before.memoryBytes) / stalled,
  }
}

async function stall(server: Helper, clients: Helper, stalled: number): Promise<void> {
  await ask(clients, { order: 'stall', sockets: stalled })
  for (let tried = 0; tried < stallWithin.tries; tried++) {
    const { behind } = await ask<Pick<ServerReading, 'behind'>>(server, { order: 'behind' })
    if (behind === stalled) return
    await pass(stallWithin.everyMs)
  }
  throw new Error('clients that do not read did not fall behind')
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
