// Asks for one address over many connections at once, each as soon as its last answer has come.
import { connect, type Socket } from 'node:net'

export type Load = { readonly perSecond: number; readonly bytesPerAnswer: number }

type Asked = {
  readonly origin: URL
  readonly path: string
  /** Further lines of the request. */
  readonly headers?: string
  readonly connections: number
  readonly ms: number
}

export async function load({ origin, path, headers = '', connections, ms }: Asked): Promise<Load> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${origin.host}\r\nlang: en\r\n${headers}\r\n`)
  let answers = 0
  let bytes = 0
  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      open(origin, request, (size) => {
        answers += 1
        bytes += size
      }),
    ),
  )
  const startedAt = performance.now()
  for (const socket of sockets) socket.write(request)
  await new Promise((resolve) => setTimeout(resolve, ms))
  const seconds = (performance.now() - startedAt) / 1000
  for (const socket of sockets) socket.destroy()
  return { perSecond: answers / seconds, bytesPerAnswer: bytes / Math.max(1, answers) }
}

/** Counts whole answers by their length, which every answer of the server states. */
async function open(origin: URL, request: Buffer, onAnswer: (bytes: number) => void): Promise<Socket> {
  const socket = connect(Number(origin.port), origin.hostname)
  socket.setNoDelay(true)
  let missing = 0
  let size = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing === 0) {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.subarray(0, end).toString('latin1')
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(`not answered: ${head.slice(0, 60)}`)
      size = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      missing = size
    }
    missing -= chunk.length
    if (missing !== 0) return
    onAnswer(size)
    socket.write(request)
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}
