// All clients of a run, in a separate process, so that their CPU time is not counted as the server's.
import { connect, type Socket } from 'node:net'
import { nowMicros } from '#bench/fan-out/ticking-markets.ts'
import { masked, upgradeRequest } from '#bench/measuring/raw-socket.ts'
import { cmds, ownTradesTopic } from '#contract/live.ts'

export type ClientRequest =
  | { readonly kind: 'open'; readonly port: number; readonly userIds: readonly number[] }
  | { readonly kind: 'mark' | 'read' }

/** A push to a sampled client. It covers the sequence numbers after `afterSeq`, up to and including `seq`. */
export type Arrival = {
  readonly account: number
  readonly atMicros: number
  readonly afterSeq: number
  readonly seq: number
}

export type ClientReading = {
  readonly frames: number
  readonly bytes: number
  /** CPU time of the client process, which shares the machine with the server. */
  readonly cpuSeconds: number
  readonly arrivals: readonly Arrival[]
  /** Last push of each sampled client. */
  readonly newest: readonly string[]
}

/** One client in ten is sampled, evenly spread over the sequence in which a flush writes to them. */
const sampleInterval = 10
const openedAtOnce = 50

type Sample = { text: string; seq: number }

const samples = new Map<number, Sample>()
let arrivals: Arrival[] = []
let frames = 0
let bytes = 0
let cpu = process.cpuUsage()

process.on('message', async (message: ClientRequest) => {
  if (message.kind === 'open') await open(message.port, message.userIds)
  if (message.kind === 'mark') mark()
  process.send?.(message.kind === 'read' ? read() : {})
})
process.on('disconnect', () => process.exit())

async function open(port: number, userIds: readonly number[]): Promise<void> {
  for (let from = 0; from < userIds.length; from += openedAtOnce) {
    const some = userIds.slice(from, from + openedAtOnce)
    await Promise.all(some.map((userId, nth) => openPushSocket(port, String(userId), receiverOf(from + nth))))
  }
}

function receiverOf(account: number): (payload: Buffer) => void {
  const sample: Sample | undefined = account % sampleInterval === 0 ? { text: '', seq: 0 } : undefined
  if (sample !== undefined) samples.set(account, sample)
  return (payload) => {
    frames += 1
    bytes += payload.length
    if (sample !== undefined) recordArrival(account, sample, payload.toString('latin1'))
  }
}

function recordArrival(account: number, sample: Sample, text: string): void {
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

/** Read buffer of all sockets. It can be shared, because each read is processed before the next. */
const shared = Buffer.alloc(64 * 1024)

/**
 * A minimal client that logs in and subscribes to its account. The payload passed to `onPush` is valid only during the
 * call. Resolves when the subscription is answered.
 */
function openPushSocket(port: number, token: string, onPush: (payload: Buffer) => void): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let rest: Buffer = Buffer.alloc(0)
  let isUp = false
  let answers = 0

  function handlePayload(payload: Buffer): void {
    answers += 1
    if (answers === 1) socket.write(masked({ cmd: cmds.sub, topic: ownTradesTopic }))
    else if (answers === 2) resolve(socket)
    else onPush(payload)
  }
  function handleFrames(chunk: Buffer): void {
    let at = 0
    for (let frame = frameAt(chunk, at); frame !== undefined; frame = frameAt(chunk, at)) {
      handlePayload(chunk.subarray(frame.from, frame.to))
      at = frame.to
    }
    // Copies the incomplete frame, because the next read overwrites the shared buffer.
    rest = at === chunk.length ? Buffer.alloc(0) : Buffer.from(chunk.subarray(at))
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: shared,
      callback(size) {
        const chunk = shared.subarray(0, size)
        const from = isUp ? 0 : chunk.indexOf('\r\n\r\n') + 4
        if (!isUp) socket.write(masked({ cmd: cmds.login, token }))
        isUp = true
        handleFrames(rest.length === 0 ? chunk.subarray(from) : Buffer.concat([rest, chunk]))
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.write(upgradeRequest)
  return promise
}

/** Bounds of the payload of a complete frame at this offset. Frames of this bench never need an eight-byte length. */
function frameAt(chunk: Buffer, at: number): { readonly from: number; readonly to: number } | undefined {
  const left = chunk.length - at
  if (left < 2) return undefined
  const short = (chunk[at + 1] ?? 0) & 127
  if (short < 126) return left < 2 + short ? undefined : { from: at + 2, to: at + 2 + short }
  if (left < 4) return undefined
  const length = chunk.readUInt16BE(at + 2)
  return left < 4 + length ? undefined : { from: at + 4, to: at + 4 + length }
}
