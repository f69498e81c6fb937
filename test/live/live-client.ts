import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'

export type Frame = Readonly<Record<string, unknown>>

/** A real WebSocket client that queues the frames it receives. */
export function createLiveClient(url: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(url, { headers })
  const received: Frame[] = []
  let wake: () => void = () => undefined
  let closed: number | undefined
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('close', (code) => {
    closed = code
    wake()
  })
  // Errors are ignored: tests check the close code.
  socket.on('error', () => undefined)

  async function next(): Promise<Frame> {
    while (received.length === 0) {
      if (closed !== undefined) throw new Error(`closed with ${closed}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return received.shift() ?? {}
  }
  function send(frame: Frame | string | Buffer): void {
    socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame))
  }
  return {
    socket,
    next,
    send,
    async open(): Promise<void> {
      if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open')
    },
    /** Discards all frames received so far, sends a frame, and returns the next frame received. */
    async request(frame: Frame | string | Buffer): Promise<Frame> {
      received.length = 0
      send(frame)
      return await next()
    },
    /** All frames received before the answer to a ping. */
    async framesSoFar(): Promise<readonly Frame[]> {
      send({ cmd: 'ping' })
      const frames: Frame[] = []
      for (let frame = await next(); frame['cmd'] !== 'pong'; frame = await next()) frames.push(frame)
      return frames
    },
    /** The close code; 1006 if the connection was cut. */
    async closed(): Promise<number> {
      if (closed === undefined) await once(socket, 'close')
      return closed ?? 0
    },
    isClosed: () => closed !== undefined,
  }
}

export type LiveClient = ReturnType<typeof createLiveClient>

/** Sends all frames in one write, so that they arrive together. */
export function sendTogether({ socket, send }: LiveClient, frames: readonly Frame[]): void {
  const stream = Reflect.get(socket, '_socket')
  stream.cork()
  for (const frame of frames) send(frame)
  stream.uncork()
}

/** HTTP status of a rejected upgrade. Fails if it is accepted. */
export async function rejectionStatus(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const socket = new WebSocket(url, { headers })
  socket.on('error', () => undefined)
  const accepted = Promise.withResolvers<never>()
  socket.once('open', () => {
    socket.terminate()
    accepted.reject(new Error('the upgrade was accepted'))
  })
  const rejected = once(socket, 'unexpected-response')
  const [, response] = (await Promise.race([rejected, accepted.promise])) as [unknown, IncomingMessage]
  response.resume()
  return response.statusCode
}
