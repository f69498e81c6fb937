import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf } from '#bench/measuring/process-usage.ts'
import type { LoadOrder, LoadReading, LoadSays } from '#bench/orders/load.ts'
import { postgresCpuSeconds } from '#bench/orders/postgres-cpu.ts'
import type { OrderServer, Stage } from '#bench/orders/stage.ts'

export type Measured = LoadReading & {
  /** Processor time of one order, in microseconds. */
  readonly serverMicros: number
  readonly postgresMicros: number
}

export type Measuring = Pick<LoadOrder, 'connections' | 'rampMs' | 'ms' | 'perSecond'>

let runs = 0

/** Puts a load on a server and says what came of it and what it cost. */
export async function measure(
  { tokens, postgresPid }: Pick<Stage, 'tokens' | 'postgresPid'>,
  { port, pid }: OrderServer,
  measuring: Measuring,
): Promise<Measured> {
  const child = fork(fileURLToPath(import.meta.resolve('#bench/orders/load.ts')))
  const hear = listenTo(child)
  try {
    runs += 1
    child.send({ ...measuring, port, tokens, run: `run${runs}` } satisfies LoadOrder)
    await hear('begin')
    const before = { server: cpuSecondsOf(pid), postgres: postgresCpuSeconds(postgresPid) }
    await hear('measured')
    const after = { server: cpuSecondsOf(pid), postgres: postgresCpuSeconds(postgresPid) }
    const { kind: _, ...reading } = await hear('end')
    const answers = (reading.perSecond * measuring.ms) / 1000
    return {
      ...reading,
      serverMicros: ((after.server - before.server) * 1e6) / answers,
      postgresMicros: ((after.postgres - before.postgres) * 1e6) / answers,
    }
  } finally {
    child.kill()
  }
}

type Said<Kind> = Extract<LoadSays, { readonly kind: Kind }>

/** What it says is heard one after the other, however quickly it follows. */
function listenTo(child: ChildProcess) {
  const ended = once(child, 'exit').then(() => [{ kind: 'broken', why: 'the load has ended' }] as const)
  const messages = on(child, 'message')[Symbol.asyncIterator]()
  return async function hear<Kind extends LoadSays['kind']>(kind: Kind): Promise<Said<Kind>> {
    const next = messages.next().then(({ value }) => value as [LoadSays])
    const [said] = await Promise.race([next, ended])
    if (said.kind !== kind) throw new Error(said.kind === 'broken' ? said.why : `it said ${said.kind}`)
    return said as Said<Kind>
  }
}
