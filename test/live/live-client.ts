import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'

export type Frame = Readonly<Record<string, unknown>>

/** A real client of the live socket that keeps what it hears until it is asked for. */
export function createLiveClient(url: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(url, { headers })
  const heard: Frame[] = []
  let wake: () => void = () => undefined
  let closed: number | undefined
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('close', (code) => {
    closed = code
    wake()
  })
  // What went wrong shows in how it was closed.
  socket.on('error', () => undefined)

  async function next(): Promise<Frame> {
    while (heard.length === 0) {
      if (closed !== undefined) throw new Error(`closed with ${closed}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return heard.shift() ?? {}
  }
  function say(frame: Frame | string | Buffer): void {
    socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame))
  }
  return {
    socket,
    next,
    say,
    async open(): Promise<void> {
      if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open')
    },
    /** The first answer to it; everything that was heard before is forgotten. */
    async ask(frame: Frame | string | Buffer): Promise<Frame> {
      heard.length = 0
      say(frame)
      return await next()
    },
    /** Everything the server had said when it answered a ping of ours. */
    async heardByNow(): Promise<readonly Frame[]> {
      say({ cmd: 'ping' })
      const frames: Frame[] = []
      for (let frame = await next(); frame['cmd'] !== 'pong'; frame = await next()) frames.push(frame)
      return frames
    },
    /** The code it was closed with; 1006 for a connection that was cut. */
    async closed(): Promise<number> {
      if (closed === undefined) await once(socket, 'close')
      return closed ?? 0
    },
    isClosed: () => closed !== undefined,
  }
}

export type LiveClient = ReturnType<typeof createLiveClient>

/** How the wish for a socket is turned away. */
export async function refusalOf(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const socket = new WebSocket(url, { headers })
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  response.resume()
  return response.statusCode
}
