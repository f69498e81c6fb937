import type { ClientReading, ClientRequest } from '#bench/fan-out/clients.ts'
import type { ServerReading, ServerRequest } from '#bench/fan-out/measured-server.ts'
import { type AnsweringProcess, startProcess } from '#bench/measuring/child-process.ts'

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
 * Long enough for V8 to optimise the code that writes frames, and to optimise it again after the garbage collection of
 * the memory measurement. Well below the timeout of clients that do not read.
 */
const settleMs = 5_000
const stallWithin = { tries: 60, everyMs: 250 }
const measureMs = 5_000

/** Lets the server collect garbage before it reports its memory. */
const withGc = { execArgv: ['--expose-gc'] }

/** Measures one server with all its clients. */
export async function measureRun(setup: Setup): Promise<Run> {
  const server = startProcess<ServerRequest>(`#bench/fan-out/${setup.server}-server.ts`, withGc)
  const clients = startProcess<ClientRequest>('#bench/fan-out/clients.ts', withGc)
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
  const { sockets, ticksPerSecond, stalled = 0 } = setup
  await clients.request({ kind: 'open', port, sockets })
  await server.request({ kind: 'tick', perSecond: ticksPerSecond })
  await sleep(warmUpMs)
  const before = await server.request<ServerReading>({ kind: 'read' })
  if (stalled > 0) await stall(server, clients, stalled)
  await sleep(settleMs)
  await Promise.all([clients.request({ kind: 'mark' }), server.request({ kind: 'mark' })])
  await sleep(measureMs)
  const [received, spent] = await Promise.all([
    clients.request<ClientReading>({ kind: 'read' }),
    server.request<ServerReading>({ kind: 'read' }),
  ])
  return {
    ...received,
    ...spent,
    rowsPerCpuSecond: received.rows / spent.cpuSeconds,
    framesPerCpuSecond: received.frames / spent.cpuSeconds,
    stalledBytesEach: stalled === 0 ? 0 : (spent.memoryBytes - before.memoryBytes) / stalled,
  }
}

async function stall(
  server: AnsweringProcess<ServerRequest>,
  clients: AnsweringProcess<ClientRequest>,
  stalled: number,
): Promise<void> {
  await clients.request({ kind: 'stall', sockets: stalled })
  for (let tried = 0; tried < stallWithin.tries; tried++) {
    const { behind } = await server.request<Pick<ServerReading, 'behind'>>({ kind: 'behind' })
    if (behind === stalled) return
    await sleep(stallWithin.everyMs)
  }
  throw new Error('the stalled clients did not fall behind')
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
