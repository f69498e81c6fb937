import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientOrder, ClientReading } from '#bench/fan-out/clients.ts'
import type { ServerOrder, ServerReading } from '#bench/fan-out/measured-server.ts'

export type Setup = {
  readonly server: 'openlot' | 'plain'
  readonly sockets: number
  readonly ticksPerSecond: number
  /** Number of clients that stop reading. */
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
 * Long enough for V8 to optimise the writing code, and to do so again after the heap measurement discards it. Well
 * below the timeout of stuck clients.
 */
const settleMs = 5_000
const stallWithin = { tries: 60, everyMs: 250 }
const measureMs = 5_000

/** A child process that answers every message. `lost` rejects when it exits. */
type Helper = { readonly child: ChildProcess; readonly lost: Promise<never> }

/** Measures one server with all its clients. */
export async function measureRun(setup: Setup): Promise<Run> {
  const server = start(`${setup.server}-server`)
  const clients = start('clients')
  try {
    const { port } = await answerOf<{ port: number }>(server)
    return await measure(setup, port, server, clients)
  } finally {
    // The next run needs the whole machine.
    await Promise.all([end(server), end(clients)])
  }
}

function start(file: string): Helper {
  const path = fileURLToPath(import.meta.resolve(`#bench/fan-out/${file}.ts`))
  const child = fork(path, { execArgv: ['--expose-gc'] })
  const lost = once(child, 'exit').then(() => {
    throw new Error(`${file} has ended`)
  })
  // The exit at the end of a run is not an error: only a pending request fails by it.
  lost.catch(() => undefined)
  return { child, lost }
}

async function measure(setup: Setup, port: number, server: Helper, clients: Helper): Promise<Run> {
  const { sockets, ticksPerSecond, stalled = 0 } = setup
  await request(clients, { order: 'open', port, sockets })
  await request(server, { order: 'tick', perSecond: ticksPerSecond })
  await sleep(warmUpMs)
  const before = await request<ServerReading>(server, { order: 'read' })
  if (stalled > 0) await stall(server, clients, stalled)
  await sleep(settleMs)
  await Promise.all([request(clients, { order: 'mark' }), request(server, { order: 'mark' })])
  await sleep(measureMs)
  const [received, spent] = await Promise.all([
    request<ClientReading>(clients, { order: 'read' }),
    request<ServerReading>(server, { order: 'read' }),
  ])
  return {
    ...received,
    ...spent,
    rowsPerCpuSecond: received.rows / spent.cpuSeconds,
    framesPerCpuSecond: received.frames / spent.cpuSeconds,
    stalledBytesEach: stalled === 0 ? 0 : (spent.memoryBytes - before.memoryBytes) / stalled,
  }
}

async function stall(server: Helper, clients: Helper, stalled: number): Promise<void> {
  await request(clients, { order: 'stall', sockets: stalled })
  for (let tried = 0; tried < stallWithin.tries; tried++) {
    const { behind } = await request<Pick<ServerReading, 'behind'>>(server, { order: 'behind' })
    if (behind === stalled) return
    await sleep(stallWithin.everyMs)
  }
  throw new Error('the stalled clients did not fall behind')
}

async function request<Answer>(helper: Helper, order: ServerOrder | ClientOrder): Promise<Answer> {
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
