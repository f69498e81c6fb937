// All clients of a run, in a process of their own, so that what they cost is not counted as the server's.
import type { Socket } from 'node:net'
import { openCountingSocket, subscription, type Tally } from '#bench/fan-out/counting-socket.ts'

export type ClientOrder =
  | { readonly order: 'open'; readonly port: number; readonly sockets: number }
  | { readonly order: 'stall'; readonly sockets: number }
  | { readonly order: 'mark' | 'read' }

export type ClientReading = {
  readonly frames: number
  readonly rows: number
  readonly medianMs: number
  readonly p99Ms: number
}

const sampledOnes = 10
/** As fast as commands may come. */
const askEveryMs = 25
const askedAtOnce = 150

const tally: Tally = { frames: 0, rows: 0, delaysMicros: [] }
const sockets: Socket[] = []
let asking: readonly NodeJS.Timeout[] = []

process.on('message', async (message: ClientOrder) => {
  if (message.order === 'open') await open(message.port, message.sockets)
  if (message.order === 'stall') stall(message.sockets)
  if (message.order === 'mark') mark()
  process.send?.(read())
})
process.on('disconnect', () => process.exit())

async function open(port: number, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    // The sampled ones are the last in the server's round, which is the latest anyone gets a flush.
    const socket = await openCountingSocket(port, tally, index >= count - sampledOnes)
    socket.write(subscription)
    sockets.push(socket)
  }
}

/**
 * The first ones stop reading. What the system keeps for them is megabytes, so they ask for snapshots until it is full
 * and the server is left with what it cannot send.
 */
function stall(count: number): void {
  asking = sockets.slice(0, count).map((socket) => {
    socket.pause()
    for (let asked = 0; asked < askedAtOnce; asked++) socket.write(subscription)
    return setInterval(() => socket.write(subscription), askEveryMs)
  })
}

function mark(): void {
  for (const timer of asking) clearInterval(timer)
  tally.frames = 0
  tally.rows = 0
  tally.delaysMicros.length = 0
}

function read(): ClientReading {
  const delays = tally.delaysMicros.toSorted((left, right) => left - right)
  const at = (share: number) => (delays[Math.floor(delays.length * share)] ?? Number.NaN) / 1000
  return { frames: tally.frames, rows: tally.rows, medianMs: at(0.5), p99Ms: at(0.99) }
}
