// All clients of a run, in a separate process, so that their CPU time is not counted as the server's.
import { connect, type Socket } from 'node:net'
import { nowMicros } from '#bench/fan-out/ticking-markets.ts'
import { masked, upgradeRequest } from '#bench/measuring/raw-socket.ts'
import { cmds, dayMarketTopic, type PushFrame, type QuoteRow } from '#contract/live.ts'

export type ClientRequest =
  | { readonly kind: 'open'; readonly port: number; readonly sockets: number }
  | { readonly kind: 'stall'; readonly sockets: number }
  | { readonly kind: 'mark' | 'read' }

export type ClientReading = {
  readonly frames: number
  readonly rows: number
  readonly medianMs: number
  readonly p99Ms: number
}

const sampledClients = 10
/** The shortest interval that the server's rate limit of commands allows. */
const requestEveryMs = 25
const requestsAtOnce = 150

const tally: Tally = { frames: 0, rows: 0, delaysMicros: [] }
const sockets: Socket[] = []
let requestTimers: readonly NodeJS.Timeout[] = []

process.on('message', async (message: ClientRequest) => {
  if (message.kind === 'open') await open(message.port, message.sockets)
  if (message.kind === 'stall') stall(message.sockets)
  if (message.kind === 'mark') mark()
  process.send?.(read())
})
process.on('disconnect', () => process.exit())

async function open(port: number, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    // Samples the clients that the server writes to last in each flush.
    const socket = await openCountingSocket(port, tally, index >= count - sampledClients)
    socket.write(subscription)
    sockets.push(socket)
  }
}

/**
 * Makes the first clients stop reading. The kernel buffers megabytes for each, so they request snapshots until its
 * buffers are full and the server has unsent bytes.
 */
function stall(count: number): void {
  requestTimers = sockets.slice(0, count).map((socket) => {
    socket.pause()
    for (let sent = 0; sent < requestsAtOnce; sent++) socket.write(subscription)
    return setInterval(() => socket.write(subscription), requestEveryMs)
  })
}

function mark(): void {
  for (const timer of requestTimers) clearInterval(timer)
  tally.frames = 0
  tally.rows = 0
  tally.delaysMicros.length = 0
}

function read(): ClientReading {
  const delays = tally.delaysMicros.toSorted((left, right) => left - right)
  const at = (share: number) => (delays[Math.floor(delays.length * share)] ?? Number.NaN) / 1000
  return { frames: tally.frames, rows: tally.rows, medianMs: at(0.5), p99Ms: at(0.99) }
}

/** Totals of all clients. */
type Tally = { frames: number; rows: number; readonly delaysMicros: number[] }

const brace = 0x7b
const subscription = masked({ cmd: cmds.sub, topic: dayMarketTopic })

/**
 * A minimal client that counts frames by their headers and rows by their opening braces: a frame has one more brace
 * than rows. A sampled client parses its frames and records the age of their rows.
 */
function openCountingSocket(port: number, tally: Tally, isSampled: boolean): Promise<Socket> {
  const header = Buffer.alloc(10)
  let headerBytes = 0
  let left = 0
  let isUp = false
  let sampled: Buffer[] = []

  function readHeader(chunk: Buffer, at: number): number {
    header[headerBytes++] = chunk[at] ?? 0
    const short = (header[1] ?? 0) & 127
    const needed = headerBytes < 2 ? 2 : short < 126 ? 2 : short === 126 ? 4 : 10
    if (headerBytes === needed && headerBytes >= 2) {
      left = short < 126 ? short : short === 126 ? header.readUInt16BE(2) : Number(header.readBigUInt64BE(2))
      headerBytes = 0
    }
    return at + 1
  }
  function readPayload(chunk: Buffer, at: number): number {
    const end = Math.min(at + left, chunk.length)
    for (let found = chunk.indexOf(brace, at); found !== -1 && found < end; ) {
      tally.rows += 1
      found = chunk.indexOf(brace, found + 1)
    }
    if (isSampled) sampled.push(Buffer.from(chunk.subarray(at, end)))
    left -= end - at
    if (left === 0) endFrame()
    return end
  }
  function endFrame(): void {
    tally.frames += 1
    tally.rows -= 1
    if (!isSampled) return
    const { data, snapshot } = JSON.parse(String(Buffer.concat(sampled))) as PushFrame<readonly QuoteRow[]>
    sampled = []
    if (data === undefined || snapshot) return
    const now = nowMicros()
    for (const { Volume } of data) tally.delaysMicros.push(now - Volume)
  }
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: Buffer.alloc(64 * 1024),
      callback(size, buffer) {
        const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, size)
        let at = isUp ? 0 : chunk.indexOf('\r\n\r\n') + 4
        if (!isUp) resolve(socket)
        isUp = true
        while (at < size) at = left > 0 ? readPayload(chunk, at) : readHeader(chunk, at)
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.write(upgradeRequest)
  return promise
}
