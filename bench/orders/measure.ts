import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf } from '#bench/measuring/process-usage.ts'
import type { Harness, OrderServer } from '#bench/orders/harness.ts'
import type { LoadMessage, LoadPlan, LoadReading } from '#bench/orders/load.ts'

export type Measured = LoadReading & {
  /** CPU time for one order, in microseconds. */
  readonly serverMicros: number
  readonly postgresMicros: number
}

type Measuring = Pick<LoadPlan, 'connections' | 'rampMs' | 'ms' | 'perSecond'>

let runs = 0

/** Puts load on a server and measures throughput, delays and CPU time. */
export async function measure(
  { tokens, postgresPid }: Pick<Harness, 'tokens' | 'postgresPid'>,
  { port, pid }: OrderServer,
  measuring: Measuring,
): Promise<Measured> {
  const child = fork(fileURLToPath(import.meta.resolve('#bench/orders/load.ts')))
  const nextMessage = listenTo(child)
  try {
    runs += 1
    child.send({ ...measuring, port, tokens, run: `run${runs}` } satisfies LoadPlan)
    await nextMessage('begin')
    const before = { server: cpuSecondsOf(pid), postgres: postgresCpuSeconds(postgresPid) }
    await nextMessage('measured')
    const after = { server: cpuSecondsOf(pid), postgres: postgresCpuSeconds(postgresPid) }
    const { kind: _, ...reading } = await nextMessage('end')
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

type MessageOf<Kind> = Extract<LoadMessage, { readonly kind: Kind }>

/** Queues the messages of the child, so that none is lost before it is read. */
function listenTo(child: ChildProcess) {
  const ended = once(child, 'exit').then(
    () => [{ kind: 'broken', why: 'the load process has ended' }] as const,
  )
  const messages = on(child, 'message')[Symbol.asyncIterator]()
  return async function nextMessage<Kind extends LoadMessage['kind']>(kind: Kind): Promise<MessageOf<Kind>> {
    const next = messages.next().then(({ value }) => value as [LoadMessage])
    const [message] = await Promise.race([next, ended])
    if (message.kind !== kind)
      throw new Error(message.kind === 'broken' ? message.why : `unexpected message ${message.kind}`)
    return message as MessageOf<Kind>
  }
}

/** CPU time of PostgreSQL with all its backends. A backend that has ended is included in the sum of its parent. */
function postgresCpuSeconds(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const backends = processes.map(fieldsOf).filter((fields) => fields?.[parentField] === pid)
  // Read last, so that a backend that ends during the reading is counted at least once.
  const postgres = fieldsOf(String(pid))
  if (postgres === undefined) throw new Error('PostgreSQL has ended')
  const own = [postgres, ...backends].flatMap((fields) => fields?.slice(11, 13) ?? [])
  const ended = postgres.slice(13, 15)
  return [...own, ...ended].reduce((sum, ticks) => sum + ticks / ticksPerSecond, 0)
}

/** Index after the process name. User and kernel time are at 11 and 12, those of ended children at 13 and 14. */
const parentField = 1
const ticksPerSecond = 100

/** The fields of /proc/pid/stat after the process name; undefined if the process has ended. */
function fieldsOf(pid: string): readonly number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return undefined
  }
}
