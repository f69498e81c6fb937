import { connect, type Socket } from 'node:net'
import { nowMicros } from '#bench/fan-out/ticks.ts'
import { masked, upgradeRequest } from '#bench/measuring/raw-socket.ts'
import { cmds, dayMarketTopic, type PushFrame, type QuoteRow } from '#contract/live.ts'

/** What all clients of a process have received. */
export type Tally = { frames: number; rows: number; readonly delaysMicros: number[] }

const brace = 0x7b
export const subscription = masked({ cmd: cmds.sub, topic: dayMarketTopic })

/**
 * As little of a client as can count what it gets: frames by their headers, rows by their braces, of which a frame has
 * one more than rows. One that is sampled reads its frames and tells how old their rows are.
 */
export function openCountingSocket(port: number, tally: Tally, isSampled: boolean): Promise<Socket> {
  const header = Buffer.alloc(10)
  let headerBytes = 0
  let left = 0
  let isUp = false
  let sampled: Buffer[] = []

  function takeHeader(chunk: Buffer, at: number): number {
    header[headerBytes++] = chunk[at] ?? 0
    const short = (header[1] ?? 0) & 127
    const needed = headerBytes < 2 ? 2 : short < 126 ? 2 : short === 126 ? 4 : 10
    if (headerBytes === needed && headerBytes >= 2) {
      left = short < 126 ? short : short === 126 ? header.readUInt16BE(2) : Number(header.readBigUInt64BE(2))
      headerBytes = 0
    }
    return at + 1
  }
  function takePayload(chunk: Buffer, at: number): number {
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
        while (at < size) at = left > 0 ? takePayload(chunk, at) : takeHeader(chunk, at)
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.write(upgradeRequest)
  return promise
}
