import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export type RawAnswer = {
  readonly status: number
  readonly type: string
  readonly body: string
  /** Security headers, and others of this answer. */
  readonly headers: Readonly<Record<string, string>>
}

/** Answers on a connection without a usable request, and closes it. */
export function sendRawAnswer(socket: Duplex, answer: RawAnswer): void {
  // Closes both directions. Otherwise a client that keeps its side open would hold the connection.
  socket.once('finish', () => socket.destroy())
  socket.end(rawAnswerText(answer))
}

function rawAnswerText({ status, type, body, headers }: RawAnswer): string {
  const fields = {
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
