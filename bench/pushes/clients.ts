// All clients of a run, in a process of their own, so that what they cost is not counted as the server's.
import { nowMicros } from '#bench/fan-out/ticks.ts'
import { openPushSocket } from '#bench/pushes/push-socket.ts'

export type ClientOrder =
  | { readonly order: 'open'; readonly port: number; readonly userIds: readonly number[] }
  | { readonly order: 'mark' | 'read' }

/** A push that a sampled client got: whose, when, and the sequences it brought. */
export type Arrival = {
  readonly account: number
  readonly atMicros: number
  readonly afterSeq: number
  readonly seq: number
}

export type ClientReading = {
  readonly frames: number
  readonly bytes: number
  /** What the clients themselves cost: they share the machine with the server. */
  readonly cpuSeconds: number
  readonly arrivals: readonly Arrival[]
  /** The last push of each sampled client. */
  readonly newest: readonly string[]
}

/** Every one of so many is sampled, evenly over all of them: the first and the last in a round of the server alike. */
const sampledEach = 10
const openedAtOnce = 50

type Sample = { text: string; seq: number }

const samples = new Map<number, Sample>()
let arrivals: Arrival[] = []
let frames = 0
let bytes = 0
let cpu = process.cpuUsage()

process.on('message', async (message: ClientOrder) => {
  if (message.order === 'open') await open(message.port, message.userIds)
  if (message.order === 'mark') mark()
  process.send?.(message.order === 'read' ? read() : {})
})
process.on('disconnect', () => process.exit())

async function open(port: number, userIds: readonly number[]): Promise<void> {
  for (let from = 0; from < userIds.length; from += openedAtOnce) {
    const some = userIds.slice(from, from + openedAtOnce)
    await Promise.all(some.map((userId, nth) => openPushSocket(port, String(userId), receiverOf(from + nth))))
  }
}

function receiverOf(account: number): (payload: Buffer) => void {
  const sample: Sample | undefined = account % sampledEach === 0 ? { text: '', seq: 0 } : undefined
  if (sample !== undefined) samples.set(account, sample)
  return (payload) => {
    frames += 1
    bytes += payload.length
    if (sample !== undefined) look(account, sample, payload.toString('latin1'))
  }
}

function look(account: number, sample: Sample, text: string): void {
  const seq = Number(/"QuoteSeq":(\d+)/.exec(text)?.[1])
  arrivals.push({ account, atMicros: nowMicros(), afterSeq: sample.seq, seq })
  sample.text = text
  sample.seq = seq
}

function mark(): void {
  frames = 0
  bytes = 0
  cpu = process.cpuUsage()
  arrivals = []
}

function read(): ClientReading {
  const { user, system } = process.cpuUsage(cpu)
  const cpuSeconds = (user + system) / 1_000_000
  return { frames, bytes, cpuSeconds, arrivals, newest: [...samples.values()].map(({ text }) => text) }
}
